// The browser's own way to pass something on: apps, contacts, the printer. Its button is hidden where there is none.

export function run({ dataset }) {
  navigator.share({ text: dataset.text, url: dataset.url }).catch(() => {}); // closed without a choice
}
