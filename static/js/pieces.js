// The table as the socket sends it: pieces, each put into its place (`games/live/changes.py` says what comes of
// them), and what a table says apart from the seats and buttons that it is about.
const APART = ["pulse", "heard"]; // what comes beside the table

let pushed = null; // the table as it was sent: the socket goes on sending what differs from this
let had = new Map(); // its pieces by id, as they were when it was whole

// The page or fragment that came as text.
export function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

// A line that is opened begins with everything there is.
export function forget() {
  pushed = null;
  had.clear();
}

// The table after what the socket sent, null if that was no table, or not all of it yet; undefined if it is
// to stand where nothing was sent before.
export function merged(message) {
  let isTable = false;
  for (const line of message.split("\n")) {
    const piece = parsed(line).body.firstElementChild;
    if (!piece?.id || APART.includes(piece.id)) continue;
    if (!take(piece, /^<[^>]*>$/.test(line))) return undefined;
    isTable = true;
  }
  if (!isTable || places(pushed).length) return null;
  had = new Map([...pushed.querySelectorAll("[id]")].map((piece) => [piece.id, piece]));
  return pushed.cloneNode(true);
}

// Put a piece into its place. Of one that is here already comes what differs: its opening tag alone, or what
// stands in it, in a tag with nothing but the id. False if it has no place.
function take(piece, isTag) {
  const before = had.get(piece.id);
  for (const place of places(piece)) if (had.has(place.data)) place.replaceWith(had.get(place.data));
  if (piece.id === "table") {
    pushed = piece;
    return true;
  }
  if (before?.tagName === piece.tagName) {
    if (isTag) attire(before, piece);
    else before.replaceChildren(...piece.childNodes);
    return true;
  }
  const place = before || (pushed && places(pushed).find((each) => each.data === piece.id));
  place?.replaceWith(piece);
  had.set(piece.id, piece);
  return Boolean(place);
}

// The places in which pieces are to stand.
function places(piece) {
  const walker = document.createTreeWalker(piece, NodeFilter.SHOW_COMMENT), found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}

function attire(piece, { attributes }) {
  for (const name of piece.getAttributeNames()) piece.removeAttribute(name);
  for (const { name, value } of attributes) piece.setAttribute(name, value);
}

// Mark whose turn it is, and what may not be done now: a table says both apart from its seats and buttons.
export function dress(main) {
  const say = main.querySelector("#say"), marks = say.matches(".urgent") ? ["turn", "urgent"] : ["turn"];
  for (const number of say.dataset.due?.split(" ") || []) main.querySelector(`#seat${number}`)?.classList.add(...marks);
  const groups = [...main.querySelectorAll("#may li")]; // of tokens; without a reason they may be sent
  const others = groups.find((group) => !group.textContent);
  for (const button of main.querySelectorAll(":is(.act, .hand) [name=token]")) {
    const group = groups.find(({ textContent }) => textContent.split(" ").includes(button.value)) || others;
    if (!group?.hasAttribute("title")) continue;
    button.setAttribute("aria-disabled", "true");
    if (group !== others) button.title = group.title;
  }
  if (others) main.querySelector(".act").title = others.title;
}
