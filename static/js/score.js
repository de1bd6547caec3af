// The scorer's page: keys beside the buttons, a fresh sheet when somebody else has written on it,
// and a word when the line is down.

const sheet = () => document.getElementById("sheet");

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (!sheet().contains(document.activeElement)) return;
  const aliases = { arrowleft: "1", arrowright: "2" };
  const key = event.key.toLowerCase();
  if (key === "enter" && event.target.closest("a, button")) return;
  const button = sheet().querySelector(`[data-key="${CSS.escape(aliases[key] ?? key)}"]:enabled`);
  if (!button) return;
  event.preventDefault();
  button.focus();
  button.click();
});

// A new sheet is said to whoever hears the page: the place for that stays, whatever comes and goes.
document.addEventListener("htmx:afterSwap", () => {
  document.getElementById("said").textContent = sheet().dataset.said;
  document.getElementById("place").textContent = sheet().dataset.place;
});

// What the socket says is for those who watch; whoever keeps the score asks for a sheet of their own.
document.addEventListener("htmx:wsBeforeMessage", (event) => {
  event.preventDefault();
  line(false);
  const news = new DOMParser().parseFromString(event.detail.message, "text/html");
  const told = news.getElementById("match-score")?.dataset;
  if (!told) return;
  const { version, rung, place } = sheet().dataset;
  const isNews = Number(told.sheet) > Number(version) || told.rung !== rung || told.place !== place;
  if (isNews) htmx.trigger(sheet(), "news");
});

function line(isDown) {
  const words = document.getElementById("line");
  words.hidden = !isDown;
  words.textContent = isDown ? words.dataset.lost : "";
}

// A tap that could not be sent keeps its id: the next one sends it again, and it counts once.
document.addEventListener("htmx:sendError", () => line(true));
document.addEventListener("htmx:afterOnLoad", () => line(false));
