// Printing the page; without a script the browser's own menu does it.

export function run() {
  print();
}
