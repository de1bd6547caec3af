// The page holds the words of every code in #fair-words.
export function said(code, about = "") {
  const words = document.getElementById("fair-words").content;
  return words.querySelector(`[data-code="${code}"]`).textContent.replace("{}", about);
}
