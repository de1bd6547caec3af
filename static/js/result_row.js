// A row of the grid of results: its numbers, its games, and whether they decide the match.

export const inputs = (row) => [...row.querySelectorAll(".pair > input")];
export const isWritable = (row) => inputs(row).length > 0;
export const isDirty = (row) => inputs(row).some((input) => input.value !== input.defaultValue);
export const typed = (row) => inputs(row).map((input) => input.value).join();
export const seen = (row) => row.querySelector("[name=seen]");

export function pairs(row) {
  return [...row.querySelectorAll(".pair")].map((pair) => [...pair.querySelectorAll("input")]);
}

const isNumber = (input) => /^\d{1,3}$/.test(input.value);
export const isFull = (pair) => pair.every(isNumber);
export const isEmpty = (pair) => pair.every((input) => input.value === "");

export const findHalfFilled = (row) => pairs(row).find((pair) => !isFull(pair) && !isEmpty(pair));
export const hasRung = (row) => row.dataset.rung === "yes";

// The input that the pad fills next: the other side's, and before it the winner's once the time is up.
export function findAwaitedInput(row) {
  const pair = findHalfFilled(row) ?? ("won" in row.dataset ? pairs(row).find(isEmpty) : null);
  if (!pair) return null;
  const side = isEmpty(pair) ? Number(row.dataset.won) : isNumber(pair[0]) ? 1 : 0;
  const other = pair[1 - side].value, target = Number(row.dataset.target);
  return { input: pair[side], side, below: hasRung(row) ? Number(other || target + 1) : target, isFirst: other === "" };
}

const isStopped = (row, pair) => pair.every((input) => Number(input.value) < Number(row.dataset.target));

// Whether the games decide the match; the server checks every result again.
export function isDecided(row) {
  if (hasRung(row) && pairs(row).some((pair) => isFull(pair) && isStopped(row, pair))) return true;
  const games = [0, 0], legs = [0, 0];
  for (const pair of pairs(row).filter(isFull)) {
    const winner = Number(pair[0].value) > Number(pair[1].value) ? 0 : 1;
    legs[winner] += 1;
    if (legs[winner] < Number(row.dataset.legs)) continue;
    games[winner] += 1;
    legs.fill(0);
  }
  const most = Number(row.dataset.bestOf);
  return row.dataset.playsAll === "yes" ? games[0] + games[1] === most : Math.max(...games) > most / 2;
}

export const isWhole = (row) => isDecided(row) && pairs(row).every((pair) => isFull(pair) || isEmpty(pair));

// Show only the inputs that are needed: those filled in, and the next ones.
export function showPairs(row) {
  let room = isDecided(row) || findHalfFilled(row) ? 0 : 1;
  for (const pair of pairs(row)) {
    pair[0].parentElement.hidden = isEmpty(pair) && room-- <= 0;
  }
}

// A single number tells who won only if it is the target; a tap on a name tells it before there is any number.
export function markWinner(row) {
  const last = pairs(row).filter((pair) => !isEmpty(pair)).at(-1);
  const [first, second] = last ? last.map((input) => Number(input.value)) : [0, 0];
  const isKnown = last && (isFull(last) || Math.max(first, second) === Number(row.dataset.target));
  for (const button of row.querySelectorAll("button.win")) {
    const won = isKnown ? first !== second && (first > second) === (button.value === "0")
      : button.value === row.dataset.won;
    button.classList.toggle("won", won);
    button.setAttribute("aria-pressed", won);
  }
}

export function markRow(row, kind, text) {
  row.classList.remove("saving", "invalid", "saved", "unsaved");
  row.classList.add(kind);
  row.querySelector(".mark").textContent = text;
}

// A saved row in which other numbers stand is not saved; with its own back it is.
const saved = new WeakMap();

export function showUnsaved(row, text) {
  const told = row.querySelector(".mark");
  if (row.matches(".saved") && isDirty(row)) {
    saved.set(row, [...told.childNodes]);
    markRow(row, "unsaved", text);
  } else if (row.matches(".unsaved") && !isDirty(row)) {
    row.classList.replace("unsaved", "saved");
    told.replaceChildren(...saved.get(row));
  }
}
