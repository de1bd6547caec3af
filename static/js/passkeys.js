// Passkeys: the browser makes one, or signs with one, after a tap. Without a secure context nothing of it is
// shown: `data-passkey` is the form (make, sign, enter), `data-no-passkey` what stands there instead.

const can = window.isSecureContext && Boolean(window.PublicKeyCredential && navigator.credentials);

const read = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));
const written = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

const listed = (keys = []) => keys.map((key) => ({ ...key, id: read(key.id) }));

function made(options, alone) {
  const chosen = { ...options.authenticatorSelection };
  chosen.residentKey = alone ? "required" : "discouraged";
  chosen.requireResidentKey = alone;
  if (alone) chosen.userVerification = "required";
  return {
    ...options,
    challenge: read(options.challenge),
    user: { ...options.user, id: read(options.user.id) },
    excludeCredentials: listed(options.excludeCredentials),
    authenticatorSelection: chosen,
  };
}

const asked = (options) => ({
  ...options,
  challenge: read(options.challenge),
  allowCredentials: listed(options.allowCredentials),
});

function told(credential) {
  const { response } = credential;
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const answer = {};
  for (const part of parts) if (response[part]) answer[part] = written(response[part]);
  if (response.getTransports) answer.transports = response.getTransports();
  return {
    type: credential.type,
    id: credential.id,
    rawId: written(credential.rawId),
    response: answer,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

async function options(form) {
  if (form.dataset.passkey !== "enter") return JSON.parse(form.dataset.options);
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()).request_options;
}

async function use(form) {
  const { publicKey } = await options(form);
  const alone = Boolean(form.querySelector("[name=passwordless]")?.checked);
  const credential =
    form.dataset.passkey === "make"
      ? await navigator.credentials.create({ publicKey: made(publicKey, alone) })
      : await navigator.credentials.get({ publicKey: asked(publicKey) });
  form.querySelector("[name=credential]").value = JSON.stringify(told(credential));
  form.submit();
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.hidden = !can;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const status = form.querySelector("[role=status]");
    status.textContent = "";
    use(form).catch(() => { status.textContent = form.dataset.failed; });
  });
}
for (const part of document.querySelectorAll("[data-if-passkey]")) part.hidden = !can;
for (const part of document.querySelectorAll("[data-no-passkey]")) part.hidden = can;
