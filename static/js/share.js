// The browser's own way to pass something on: apps, contacts, the printer. Where there is none, the button is hidden,
// and a link leads to its page.

async function fetchPicture(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`picture: ${answer.status}`);
  return new File([await answer.blob()], "truco.png", { type: "image/png" });
}

// What a link's page passes on with a picture; null if it has no such button.
async function fetchMessage(address) {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("[data-shares][data-picture]")?.dataset ?? null;
}

async function share({ text, url, picture }) {
  const message = { text, url };
  const file = picture && await fetchPicture(picture).catch(() => null); // the words go without it
  const whole = { ...message, files: [file] };
  await navigator.share(file && navigator.canShare?.(whole) ? whole : message);
}

export async function run({ dataset, href }) {
  if (!navigator.share) {
    if (href) location.assign(href);
    return;
  }
  try {
    const message = href ? await fetchMessage(href) : dataset;
    if (message) return await share(message);
  } catch (error) {
    if (error.name === "AbortError") return; // closed without a choice
    if (!href) throw error;
  }
  if (href) location.assign(href);
}
