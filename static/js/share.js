// The browser's own way to pass something on: apps, contacts, the printer. Where there is none, the button is hidden.

export function run({ dataset }) {
  if (!navigator.share) return;
  navigator.share({ text: dataset.text, url: dataset.url }).catch(() => {}); // closed without a choice
}
