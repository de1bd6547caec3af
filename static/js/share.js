// The browser's own way to pass something on: apps, contacts, the printer. Where there is none, the button is hidden.

async function fetchPicture(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`picture: ${answer.status}`);
  return new File([await answer.blob()], "truco.png", { type: "image/png" });
}

export async function run({ dataset }) {
  if (!navigator.share) return;
  const message = { text: dataset.text, url: dataset.url };
  const picture = dataset.picture && await fetchPicture(dataset.picture).catch(() => null); // the words go without it
  const whole = { ...message, files: [picture] };
  const told = picture && navigator.canShare?.(whole) ? whole : message;
  await navigator.share(told).catch(() => {}); // closed without a choice
}
