// What this browser keeps of the tables it sat at: the newest few, under one name each.
const PREFIX = "corte ", KEPT = 60;

export function remembered(game) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + game));
  } catch {
    return null; // no storage here, or nothing that can be read
  }
}

// False where nothing can be stored: then no corte may be sealed or opened.
export function remember(game, what) {
  try {
    localStorage.setItem(PREFIX + game, JSON.stringify(what));
    forgetOldest();
  } catch {
    return false;
  }
  return true;
}

function forgetOldest() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const games = keys.map((key) => Number(key.slice(PREFIX.length))).sort((one, other) => other - one);
  for (const game of games.slice(KEPT)) localStorage.removeItem(PREFIX + game);
}
