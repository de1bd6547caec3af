// What the pages do beyond plain HTML: tell the zone, ask before a grave act, copy a link.
"use strict";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  const secure = location.protocol === "https:" ? ";secure" : "";
  document.cookie = `zone=${encodeURIComponent(zone)};path=/;max-age=31536000;samesite=lax${secure}`;
}

document.addEventListener("submit", (event) => {
  const question = event.target.dataset.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

// A copy button stays hidden where the browser gives no clipboard (plain HTTP on a local network).
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = !navigator.clipboard;
}
document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(button.dataset.copy);
  button.textContent = button.dataset.copied;
});
