// The record of a game plays by itself: a step every so often, until its reader stops it, the game ends or
// nobody looks. Without this file the page is plain links.
const group = document.getElementById("autoplay");
const button = group.querySelector("button"), pace = group.querySelector("select");
const IGNORED = "a, button, input, select, textarea, summary";
let timer = 0, isPlaying = false;

function way(name) {
  return document.querySelector(`#record a#${name}`);
}

function set(playing) {
  isPlaying = playing;
  clearTimeout(timer);
  button.textContent = playing ? button.dataset.pause : button.dataset.play;
  button.setAttribute("aria-pressed", String(playing));
  if (playing) timer = setTimeout(go, +pace.value);
}

function go() {
  show(way("on").getAttribute("href"));
}

// What plays by itself leaves one entry in the browser's history, however long it plays.
async function show(query) {
  const swap = { source: document.body, target: "#record", select: "#record", swap: "outerHTML show:none" };
  await htmx.ajax("GET", location.pathname + query, swap).catch(() => set(false));
  if (!isPlaying) return;
  history.replaceState(history.state, "", query);
  set(Boolean(way("on")));
}

// From the end it plays the game again.
function toggle() {
  if (isPlaying || way("on")) return set(!isPlaying);
  isPlaying = true;
  const start = new URLSearchParams(location.search);
  start.set("hand", 1);
  start.set("step", 0);
  show(`?${start}`);
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const step = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
  if (step && !event.target.closest("select, input, textarea")) return move(event, step);
  if (event.key === " " && !event.target.closest(IGNORED)) {
    event.preventDefault();
    toggle();
  }
}

function move(event, step) {
  event.preventDefault();
  set(false);
  way(step)?.click();
}

// On the table a swipe to the left, or a tap on the right two thirds, is a step on; the other way it is one back.
const FAR = 40; // pixels of a swipe
let touched = null;

function tapped(event) {
  const felt = event.target.closest?.("#record .table");
  if (!felt || event.target.closest(IGNORED)) return (touched = null);
  if (event.type === "pointerdown") return (touched = [event.clientX, event.clientY]);
  if (!touched || window.getSelection().toString()) return;
  const [across, down] = [event.clientX - touched[0], Math.abs(event.clientY - touched[1])];
  touched = null;
  if (down > FAR) return;
  const { left, width } = felt.getBoundingClientRect();
  const isBack = Math.abs(across) > FAR ? across > 0 : event.clientX - left < width / 3;
  move(event, isBack ? "back" : "on");
}

document.addEventListener("pointerdown", tapped);
document.addEventListener("pointerup", tapped);
button.addEventListener("click", toggle);
pace.addEventListener("change", () => isPlaying && set(true));
document.addEventListener("keydown", pressed);
document.addEventListener("click", (event) => { if (event.target.closest("#record a")) set(false); });
document.addEventListener("visibilitychange", () => { if (document.hidden) set(false); });
group.hidden = false;

// The card is drawn once somebody wants to see it.
document.addEventListener("toggle", ({ target }) => {
  const picture = target.id === "share" && target.querySelector("img[data-src]");
  if (!picture || !target.open) return;
  picture.src = picture.dataset.src;
  picture.hidden = false;
}, true);

// Who came to share finds the card open.
function unfold() {
  if (location.hash === "#share") document.getElementById("share").open = true;
}
addEventListener("hashchange", unfold);
unfold();

// The whole game on one page can be kept to read without a connection; tapped again it is dropped.
const keep = document.getElementById("keep");

async function offerToKeep() {
  const { drop, isSaved, save } = await import(keep.dataset.saved), { page: path } = keep.dataset;
  const showKept = (isKept) => keep.setAttribute("aria-pressed", String(isKept));
  showKept(await isSaved(path));
  keep.hidden = false;
  keep.addEventListener("click", async () => {
    const isKept = keep.getAttribute("aria-pressed") === "true";
    try {
      await (isKept ? drop(path) : save(path));
      showKept(!isKept);
    } catch {
      keep.textContent = keep.dataset.failed;
    }
  });
}
if (keep && "caches" in window) offerToKeep().catch(() => {});
