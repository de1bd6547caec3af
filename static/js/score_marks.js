// A score sheet as the marks on it add up, for those that could not be sent yet: what `tournaments.formats.score_sheet`
// says, which has the last word. A mark that cannot be is null.

const EMPTY = { chicos: [], points: [0, 0], dealer: null, stopped: false, before: null };

export const read = (measure, marks) => marks.reduce((sheet, mark) => write(measure, sheet, mark) ?? sheet, EMPTY);

export const isReached = (measure, sheet) => Math.max(...sheet.points) >= measure.target;

export function isDecided(measure, sheet) {
  const [first, second] = standing(measure, sheet).games;
  const isWon = measure.playsAll ? first + second === measure.bestOf : Math.max(first, second) > measure.bestOf / 2;
  return sheet.stopped || isWon;
}

export function takes(measure, sheet, side, points) {
  const isOver = isDecided(measure, sheet) || isReached(measure, sheet);
  return !isOver && points >= 1 && points <= measure.target - sheet.points[side];
}

// Games won by each side, and chicos of the game that goes on.
export function standing(measure, sheet) {
  const games = [0, 0];
  let legs = [0, 0];
  for (const [first, second] of sheet.chicos) {
    const winner = first > second ? 0 : 1;
    legs[winner] += 1;
    if (legs[winner] < measure.legs) continue;
    games[winner] += 1;
    legs = [0, 0];
  }
  return { games, legs };
}

export function write(measure, sheet, mark) {
  if (mark === "void") return EMPTY;
  if (mark === "undo") return sheet.before;
  if (mark === "time") return stop(measure, sheet);
  if (mark === "close") return close(measure, sheet);
  if (mark.startsWith("d")) return { ...sheet, dealer: Number(mark.slice(1)), before: sheet };
  if (/^[fslcmhp]/.test(mark)) return rule(measure, sheet, mark[0], mark.slice(1).split(/[+-]/).map(Number));
  const [side, points] = mark.split("+").map(Number);
  if (!takes(measure, sheet, side, points)) return null;
  const paid = sheet.points.map((had, place) => (place === side ? had + points : had));
  return { ...sheet, points: paid, before: sheet };
}

function close(measure, sheet) {
  if (!isReached(measure, sheet)) return null;
  return { ...sheet, chicos: [...sheet.chicos, sheet.points], points: [0, 0], before: sheet };
}

function stop(measure, sheet) {
  const last = isReached(measure, sheet) ? close(measure, sheet) : sheet;
  return isDecided(measure, last) ? last : { ...last, stopped: true, before: sheet };
}

// What a judge wrote: a fine, points that pass to the other side or are taken, a lost hand, deal or game, a corrected
// score.
function rule(measure, sheet, kind, [side, points, more = 0]) {
  if (kind === "p") return { ...sheet, dealer: points, before: sheet };
  if (kind === "c") return { ...sheet, points: [side, points], before: sheet };
  if (kind === "l") return forfeit(measure, sheet, side);
  const moved = sheet.points.map((had, place) => {
    if (place !== side) return "fs".includes(kind) ? Math.min(had + points, measure.target) : had;
    return kind === "f" ? had : Math.max(had - points - more, 0);
  });
  return { ...sheet, points: moved, before: sheet };
}

function forfeit(measure, sheet, side) {
  const finished = (one) => standing(measure, one).games.reduce((all, each) => all + each);
  let own = Math.min(sheet.points[side], measure.target - 1), after = sheet;
  while (finished(after) === finished(sheet)) {
    const points = [measure.target, measure.target];
    points[side] = own;
    after = close(measure, { ...after, points });
    own = 0;
  }
  return { ...after, before: sheet };
}
