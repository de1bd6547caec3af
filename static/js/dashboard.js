// The organiser's desk: forms that came through the socket get the reader's token, and a piece in which somebody is
// writing, or whose details they opened, is not taken from under their hands.

const headers = JSON.parse(document.body.getAttribute("hx-headers"));
const isWriting = (element) => element.matches("input:not([type=hidden]), textarea, select");
const waiting = new Map(); // pieces that came meanwhile, by id

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.elements.csrfmiddlewaretoken) return;
  const token = document.createElement("input");
  Object.assign(token, { type: "hidden", name: "csrfmiddlewaretoken", value: headers["X-CSRFToken"] });
  form.append(token);
});

// Where buttons of many rows share a form, a tap waits for the answer to the one before. htmx then takes address and
// value from the last button that was clicked, or from none if the answer has replaced it.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const button = detail.triggeringEvent?.submitter, address = detail.elt.getAttribute(`hx-${detail.verb}`);
  if (!button || address === null) return;
  detail.path = button.getAttribute("formaction") ?? address;
  detail.parameters = new FormData(detail.elt);
  if (button.name) detail.parameters.append(button.name, button.value);
});

// What an act was answered is old once the page has changed by itself, and it was there long enough to be read.
const READ = 15000; // milliseconds
document.addEventListener("htmx:wsAfterMessage", ({ detail }) => {
  if (detail.message.startsWith('<i id="pulse"') || performance.now() < READ) return;
  document.querySelector("main > .notices[role=status]")?.remove();
});

function keepOpen(old, fresh) {
  for (const details of old.querySelectorAll("details[open][id]")) {
    fresh.querySelector(`#${CSS.escape(details.id)}`)?.setAttribute("open", "");
  }
}

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail, element = document.activeElement;
  const fresh = fragment.getElementById?.(target.id) ?? fragment.firstElementChild;
  if (!fresh) return;
  update(fresh);
  keepOpen(target, fresh);
  if (!target.contains(element) || !isWriting(element)) return;
  event.detail.shouldSwap = false;
  waiting.set(target.id, fresh.cloneNode(true));
});

// A waiting piece contains other pieces: a fresh one replaces its old copy there, too.
function update(fresh) {
  for (const piece of waiting.values()) {
    piece.querySelector(`#${CSS.escape(fresh.id)}`)?.replaceWith(fresh.cloneNode(true));
  }
}

document.addEventListener("htmx:oobErrorNoTarget", (event) => update(event.detail.content));

document.addEventListener("focusout", () => {
  if (waiting.size) setTimeout(place);
});

function place() {
  for (const [id, fresh] of waiting) {
    const old = document.getElementById(id), element = document.activeElement;
    if (old?.contains(element) && (isWriting(element) || element.closest("form"))) continue;
    waiting.delete(id);
    if (!old) continue;
    keepOpen(old, fresh);
    old.replaceWith(fresh);
    htmx.process(fresh);
  }
}
