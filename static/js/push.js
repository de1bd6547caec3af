// Being told in this browser: whether it can, whether it may, and whether it is so. Leave is asked for only
// after a tap.

const place = document.getElementById("push");
const status = place.querySelector("[role=status]");
const canBeTold =
  window.isSecureContext && Boolean(navigator.serviceWorker && window.PushManager && window.Notification);

function state() {
  if (!canBeTold) return "cannot";
  if (Notification.permission === "denied") return "denied";
  return place.querySelector("[data-state=on]") ? "on" : "off";
}

function show() {
  for (const part of place.querySelectorAll("[data-state]")) part.hidden = part.dataset.state !== state();
}

function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

// What was subscribed with another key of the site, or for another person, is of no use.
async function subscription() {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(place.dataset.key) });
}

async function tell() {
  if ((await Notification.requestPermission()) !== "granted") return show();
  const { endpoint, keys } = (await subscription()).toJSON();
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  const body = new URLSearchParams({ endpoint, ...keys });
  const answer = await fetch(place.dataset.subscribe, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(String(answer.status));
  location.reload();
}

document.getElementById("tell-me").addEventListener("click", ({ target }) => {
  target.disabled = true;
  status.textContent = "";
  tell().catch(() => { status.textContent = place.dataset.failed; }).finally(() => { target.disabled = false; });
});

// Elsewhere this browser's own subscription ends with its session; here with the button.
for (const form of place.querySelectorAll("form")) {
  form.addEventListener("submit", async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    (await registration?.pushManager.getSubscription())?.unsubscribe();
  });
}

show();
