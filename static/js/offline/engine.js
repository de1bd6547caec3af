// The rules of truco for two seats, in the reader's browser: what `games/engine` does on the server, with the same
// tables (tables.js is written from them) and held to it by tests/offline. A hand is a value: `apply` returns the
// next one. Seats are 0 and 1, and so are teams; cards and actions are the tokens of the notation (docs/engine.md).

import {
  BIDS,
  CHALLENGES,
  DECKS,
  FIGURES,
  LADDERS,
  PRESETS,
  PROPOSED,
  RANKS,
  SOTA_IN_PIEZAS6,
  SUBSTITUTE,
  TRUCOS,
} from "./tables.js";

export const PARDA = "=";
const SEATS = [0, 1],
  NOBODY = -1,
  COVERED = 0,
  MORES = 59;
const STAKES = { envido: 2, real: 3, falta: 0 };
const NO_TRUCO = { level: 1, raiser: null, caller: null };
const NO_ENVIDO = { calls: [], caller: -1, accepted: null, declared: null, shown: [] };
const NO_FLOR = {
  announced: [],
  achicados: [],
  challenges: [],
  challenger: -1,
  settled: false,
  declared: null,
  shown: [],
};

export const rankOf = (card) => parseInt(card, 10);
export const suitOf = (card) => card.at(-1);
const last = (list) => list[list.length - 1];
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const other = (seat) => 1 - seat;
const put = (pair, team, value) => pair.map((each, place) => (place === team ? value : each));

// ---- rules ----

// The preset with options as they are written in forms and records. Impossible combinations are not refused here.
export function makeRules(preset, options = {}) {
  const base = PRESETS[preset];
  const read = (key, text) =>
    typeof base[key] === "boolean" ? text === "on" : typeof base[key] === "number" ? Number(text) : text;
  const changed = Object.fromEntries(Object.entries(options).map(([key, text]) => [key, read(key, text)]));
  const all = { ...base, ...changed };
  if (all.envido_ladder === "none" && !("mazo_bonus" in changed)) all.mazo_bonus = 0;
  if (all.flor_contest === "ladder" && !("resto_flores" in changed)) all.resto_flores = all.resto === "shortfall";
  const worth = all.prices.split("-").map(Number);
  const top = worth.length + (all.truco_top === "fuera");
  return Object.freeze({ ...all, preset, seats: 2, worth, ladder: TRUCOS.slice(0, top - 1) });
}

export const proposedRules = (preset) => makeRules(preset, PROPOSED[preset]);
export const deckOf = (rules) => DECKS[rules.deck];

// How high each card goes under a muestra, and what it counts (R-T1, R-T2, R-E4).
export function rankingOf(rules, muestra) {
  const table = RANKS[rules.ranks],
    known = new Map(table.piezas);
  const isOfSuit = (card) => muestra !== null && suitOf(card) === suitOf(muestra);
  const acts = (card) =>
    isOfSuit(card) && rankOf(card) === SUBSTITUTE && known.has(rankOf(muestra)) ? rankOf(muestra) : rankOf(card);
  const strength = {},
    number = {},
    piezas = {};
  table.plain.forEach((names, place) => {
    for (const card of names.split(" ")) strength[card] = table.plain.length - place;
  });
  const top = table.plain.length,
    order = table.piezas.map(([rank]) => rank);
  for (const card of Object.keys(strength)) {
    const rank = acts(card);
    number[card] = FIGURES.includes(rank) ? 0 : rank;
    if (isOfSuit(card) && known.has(rank)) {
      piezas[card] = { rank, tantos: known.get(rank) };
      strength[card] = top + order.length - order.indexOf(rank);
    }
  }
  const manilhas = manilhasOf(table, rules, muestra);
  [...manilhas].reverse().forEach((card, place) => {
    strength[card] = top + place + 1;
  });
  for (const [card, tantos] of Object.entries(table.fixed)) piezas[card] = { rank: rankOf(card), tantos };
  return { strength, number, piezas, addsPiezas: table.adds, manilhas };
}

function manilhasOf(table, rules, muestra) {
  if (table.manilhas === null || muestra === null) return [];
  const dealt = new Set(deckOf(rules).map(rankOf));
  const sequence = table.manilhas.sequence.filter((rank) => dealt.has(rank));
  const rank = sequence[(sequence.indexOf(rankOf(muestra)) + 1) % sequence.length];
  return [...table.manilhas.suits].map((suit) => `${rank}${suit}`);
}

// ---- points ----

const half = (rules) => Math.ceil(rules.target / 2);
export const inBuenas = (rules, score) => rules.halves === "two" && Math.max(...score) >= half(rules);
const shortfall = (rules, score) => rules.target - Math.max(...score);

export function falta(rules, score, winner) {
  if (rules.halves === "one" || inBuenas(rules, score)) return shortfall(rules, score);
  switch (rules.falta) {
    case "malas":
      return rules.target - score[winner];
    case "half":
      return half(rules) - Math.max(...score);
    case "half_winner":
      return half(rules) - score[winner];
    default:
      return shortfall(rules, score);
  }
}

export function legWinner(state) {
  return SEATS.find((team) => state.score[team] >= state.deal.rules.target) ?? null;
}

// R-S1, R-S2: at most up to the target, and nothing after it.
export function pay(state, team, points, reason) {
  if (legWinner(state) !== null) return state;
  const { target } = state.deal.rules,
    paid = Math.min(points, target - state.score[team]);
  const after = {
    ...state,
    score: put(state.score, team, state.score[team] + paid),
    points: [...state.points, [team, paid, reason]],
  };
  if (after.score[team] < target) return after;
  return { ...after, legs: put(state.legs, team, state.legs[team] + 1), over: true };
}

function take(state, team, points, reason) {
  const taken = Math.min(points, state.score[team]);
  return {
    ...state,
    score: put(state.score, team, state.score[team] - taken),
    points: [...state.points, [team, -taken, reason]],
  };
}

const payLeg = (state, team, reason) => pay(state, team, state.deal.rules.target, reason);

function payGame(state, team, reason) {
  if (legWinner(state) !== null) return state;
  const paid = payLeg(state, team, reason);
  return { ...paid, legs: put(paid.legs, team, paid.deal.rules.legs_to_win) };
}

// ---- the deal ----

export const firstStart = (rules, mano, score = [0, 0]) => ({ rules, number: 1, mano, score, legs: [0, 0] });

// One at a time from the mano, then the muestra (R-D2, R-D3).
export function deal(start, deck) {
  const hands = SEATS.map((seat) =>
    deck.filter((_, place) => place < 6 && place % 2 === (seat - start.mano + 2) % 2),
  );
  return dealHands(start, hands, start.rules.muestra ? deck[6] : null);
}

export function dealHands(start, hands, muestra = null) {
  const { rules, mano, score, legs } = start,
    ranking = rankingOf(rules, muestra);
  const flores = {};
  for (const seat of rules.flor ? SEATS : [])
    if (isFlor(hands[seat], ranking)) flores[seat] = florValue(hands[seat], ranking, rules.flor_value);
  const lastHand = lastHandKind(rules, score);
  const fixed = { start, rules, hands, muestra, ranking, flores, lastHand, seats: [mano, other(mano)] };
  return sing(
    ask({
      deal: fixed,
      score,
      legs,
      turn: mano,
      held: hands,
      tricks: [{ leader: mano, plays: [], winner: null }],
      actions: [],
      truco: lastHand ? { ...NO_TRUCO, raiser: NOBODY } : NO_TRUCO,
      envido: NO_ENVIDO,
      flor: NO_FLOR,
      opening: lastHand === "mao_x",
      points: [],
      over: false,
      handWinner: null,
    }),
  );
}

// R-B1: a team, or both, need only the first price.
function lastHandKind(rules, score) {
  const x = rules.target - rules.worth[0];
  if (!rules.mao_x || !score.includes(x)) return "";
  if (score[0] !== score[1]) return "mao_x";
  return rules.ferro === "off" ? "" : "ferro";
}

export const decidingTeam = ({ rules, start }) => start.score.indexOf(rules.target - rules.worth[0]);

// R-B5: nobody sees their own cards.
export function isBlind(state) {
  const { lastHand, rules } = state.deal;
  return lastHand === "ferro" && (rules.ferro === "blind" || (rules.ferro === "first" && state.tricks.length === 1));
}

export function winnerOf(state) {
  return SEATS.find((team) => state.legs[team] >= state.deal.rules.legs_to_win) ?? null;
}

export function nextStart(state) {
  if (winnerOf(state) !== null) return null;
  const { start } = state.deal,
    isNewLeg = state.legs.some((won, team) => won !== start.legs[team]);
  return {
    ...start,
    number: start.number + 1,
    mano: other(start.mano),
    score: isNewLeg ? [0, 0] : state.score,
    legs: state.legs,
  };
}

// ---- envido ----

function* counts(cards, { number, piezas, addsPiezas }) {
  const beside = (card) => (addsPiezas && piezas[card] ? piezas[card].tantos % 10 : number[card]);
  for (const card of cards) yield [piezas[card]?.tantos ?? number[card], [card]];
  for (const [place, one] of cards.entries()) {
    for (const two of cards.slice(place + 1)) {
      if (suitOf(one) === suitOf(two)) yield [20 + number[one] + number[two], [one, two]];
      if (piezas[one]) yield [piezas[one].tantos + beside(two), [one, two]];
      if (piezas[two]) yield [piezas[two].tantos + beside(one), [two, one]];
    }
  }
}

// Of equal counts the one with the higher cards is the proof, as the engine orders them.
function isHigher([value, cards], [than, others]) {
  if (value !== than) return value > than;
  for (const [place, card] of cards.entries()) {
    if (place === others.length) return true;
    const rival = others[place];
    if (rankOf(card) !== rankOf(rival)) return rankOf(card) > rankOf(rival);
    if (suitOf(card) !== suitOf(rival)) return suitOf(card) > suitOf(rival);
  }
  return false;
}

export function envidoOf(cards, ranking) {
  let best = [0, []];
  for (const each of counts(cards, ranking)) if (isHigher(each, best)) best = each;
  return best;
}

// `values` by seat, in order of play: a seat speaks only to beat the best (R-E6).
export function declare(values) {
  let best = -1,
    winner = -1;
  const told = [];
  for (const [seat, points] of values) {
    told.push([seat, points > best ? points : null]);
    if (points > best) [best, winner] = [points, seat];
  }
  return { values: told, winner };
}

const isEnvidoOpen = (state) =>
  state.tricks.length === 1 && state.truco.level === 1 && !state.envido.calls.length && !state.flor.announced.length;

const hasPlayed = (state, seat) => state.held[seat].length < 3;

// R-E10: of two seats, `pies` are both, and `team` is a seat that has not played.
const isCaller = (state, seat) => state.deal.rules.envido_callers !== "team" || !hasPlayed(state, seat);

function openings(state, seat) {
  return isEnvidoOpen(state) && isCaller(state, seat) ? LADDERS[state.deal.rules.envido_ladder].openings : [];
}

// El envido está primero (R-E2).
const firstOpenings = (state, seat) =>
  state.deal.rules.envido_first && !hasPlayed(state, seat) ? openings(state, seat) : [];

function couldOpen(state) {
  const seats = SEATS.filter((seat) => !hasPlayed(state, seat) && openings(state, seat).length);
  if (state.truco.caller === null) return seats.length > 0;
  return state.deal.rules.envido_first && seats.includes(other(state.truco.caller));
}

const stake = (call) => STAKES[call] ?? Number(call.slice(4)); // mas:N

export const calledValue = (calls) =>
  calls.reduce((total, call) => (call === "vuelvo" ? total * 2 : total + stake(call)), 0);

function envidoRaises(rules, calls, score) {
  const ladder = LADDERS[rules.envido_ladder],
    called = last(calls);
  const room = shortfall(rules, score) - calledValue(calls);
  if (ladder.free) {
    if (called === "falta") return [];
    const mores = Array.from({ length: Math.min(MORES, Math.max(0, room - 1)) }, (_, place) => `mas:${place + 1}`);
    return [...(room > 0 ? ["envido"] : []), ...mores, "falta"];
  }
  if (ladder.steps) return calls.length < ladder.steps ? ["envido"] : calls.length === ladder.steps ? ["falta"] : [];
  const offered = ladder.answers[called];
  if (ladder.repeats) return offered.filter((call) => call === "falta" || room > 0);
  const isTwice = calls.filter((call) => call === "envido").length === 2;
  return offered.filter((call) => call !== "envido" || !isTwice);
}

export const envidoRefused = (rules, calls) =>
  rules.envido_refusal === "one" ? 1 : Math.max(1, calledValue(calls.slice(0, -1)));

export function envidoAccepted(state, winner) {
  const { rules } = state.deal,
    { calls } = state.envido;
  if (calls.includes("falta")) return falta(rules, state.score, winner);
  return LADDERS[rules.envido_ladder].repeats
    ? Math.min(calledValue(calls), shortfall(rules, state.score))
    : calledValue(calls);
}

function countedCards(state, seat) {
  const { rules, hands } = state.deal;
  if (!rules.covered || rules.cover_counts) return hands[seat];
  const plays = state.tricks.flatMap((trick) => trick.plays).filter((play) => play.seat === seat && play.covered);
  return hands[seat].filter((card) => !plays.some((play) => play.card === card || play.beneath === card));
}

function answerEnvido(state, accepted) {
  const { envido } = state,
    { rules } = state.deal;
  if (!accepted) {
    return pay(
      { ...state, envido: { ...envido, accepted } },
      envido.caller,
      envidoRefused(rules, envido.calls),
      "envido-refused",
    );
  }
  const heard = { ...state, envido: { ...envido, accepted } };
  return rules.envido_at_end ? heard : tellEnvido(heard);
}

function tellEnvido(state) {
  const counted = state.deal.seats.map((seat) => [seat, envidoOf(countedCards(state, seat), state.deal.ranking)]);
  const declared = declare(counted.map(([seat, [points]]) => [seat, points]));
  const [, [, shown]] = counted.find(([seat]) => seat === declared.winner);
  const told = { ...state, envido: { ...state.envido, declared, shown } };
  return pay(told, declared.winner, envidoAccepted(told, declared.winner), "envido");
}

// R-M5: a seat won an envido with cards that do not all lie open.
function isUnshown(state, seat) {
  const { declared, shown } = state.envido;
  if (state.deal.rules.unshown_envido === "kept" || declared?.winner !== seat) return false;
  const laid = state.tricks.flatMap((trick) => trick.plays).filter((play) => play.seat === seat && !play.covered);
  return !shown.every((card) => laid.some((play) => play.card === card));
}

function loseUnshown(state, team) {
  const [, paid] = state.points.find(([, , reason]) => reason === "envido");
  const lost = take({ ...state, envido: { ...state.envido, shown: [] } }, team, paid, "envido-unshown");
  return state.deal.rules.unshown_envido === "lost" ? lost : pay(lost, other(team), paid, "envido-unshown");
}

// ---- flor ----

export const isFlor = (cards, { piezas }) => new Set(cards.filter((card) => !piezas[card]).map(suitOf)).size <= 1;

export function florValue(cards, { piezas, number }, how) {
  const [high, ...more] = cards
    .filter((card) => piezas[card])
    .map((card) => (piezas[card].rank === 10 && how === "piezas6" ? SOTA_IN_PIEZAS6 : piezas[card].tantos))
    .sort((one, two) => two - one);
  const plain = cards
    .filter((card) => !piezas[card])
    .map((card) => number[card])
    .sort((one, two) => one - two);
  if (high !== undefined) return high + sum(more.map((points) => points % 10)) + sum(plain);
  return 20 + sum(how === "two" ? plain.slice(1) : plain);
}

function challengesOf(rules) {
  const answers = LADDERS[rules.envido_ladder].answers;
  return CHALLENGES[rules.flor_contest].filter(
    (call) => (call !== "resto" || rules.resto !== "none") && (call !== "conreal" || "real" in answers),
  );
}

const bid = (called) => sum(called.map((call) => BIDS[call] ?? 0));
const achico = (rules) => (rules.flor_contest === "argentine" ? ["achico"] : []);
const live = ({ flor }) => flor.announced.filter((seat) => !flor.achicados.includes(seat));
const isContestOpen = ({ flor }) => flor.announced.length > 0 && !flor.settled;
const isChallenged = (state) => isContestOpen(state) && state.flor.challenges.length > 0;
const plainFlores = (state, team) => (live(state).includes(team) ? 3 : 0);

function florRaises(state) {
  const { rules } = state.deal,
    called = state.flor.challenges,
    known = challengesOf(rules);
  if (!called.length) return known;
  if (rules.flor_contest !== "ladder" && called.join() !== "contraflor") return [];
  const above = known.slice(known.indexOf(last(called)) + 1);
  if (!(last(called) in BIDS)) return above;
  return bid(called) >= shortfall(rules, state.score)
    ? above.filter((call) => !(call in BIDS))
    : [last(called), ...above];
}

function answerFlor(state, accepted) {
  if (accepted) return contest(state);
  return pay(settled(state), state.flor.challenger, florRefused(state), "flor-refused");
}

const settled = (state, shown = []) => ({ ...state, flor: { ...state.flor, settled: true, shown } });

function contest(state) {
  const { flores, seats, rules } = state.deal;
  const declared = declare(seats.filter((seat) => live(state).includes(seat)).map((seat) => [seat, flores[seat]]));
  const team = declared.winner;
  const told = settled(
    { ...state, flor: { ...state.flor, declared } },
    live(state).filter((seat) => seat === team),
  );
  if (rules.resto === "game" && state.flor.challenges.includes("resto")) return payGame(told, team, "flor");
  return pay(told, team, florAccepted(told, team), "flor");
}

function florAccepted(state, team) {
  const { rules } = state.deal,
    called = state.flor.challenges,
    both = plainFlores(state, 0) + plainFlores(state, 1);
  if (called.includes("resto")) {
    if (rules.resto === "game") return rules.target - state.score[team];
    return shortfall(rules, state.score) + (rules.resto_flores ? both : 0);
  }
  if (rules.flor_contest === "uruguayan") return called.length ? 5 : plainFlores(state, team);
  if (rules.flor_contest === "ladder") {
    const bids = bidPoints(state, called, team);
    const paid = called.includes("confalta") ? bids : Math.min(bids, shortfall(rules, state.score));
    return paid + plainFlores(state, team);
  }
  if (rules.flor_vs_flor === "each") return both;
  return rules.flor_vs_flor === "4" && !called.length ? 4 : 6;
}

function bidPoints(state, called, team) {
  return called.includes("confalta") ? falta(state.deal.rules, state.score, team) : bid(called);
}

function florRefused(state) {
  const { rules } = state.deal,
    called = state.flor.challenges,
    team = state.flor.challenger;
  if (rules.flor_contest === "argentine") return called.length === 2 ? 6 : 4;
  const own = plainFlores(state, team);
  if (rules.flor_contest === "uruguayan" || called.length === 1) return own;
  const rivals = last(called) === "resto" ? plainFlores(state, other(team)) : 0;
  return own + bidPoints(state, called.slice(0, -1), team) + rivals;
}

const owes = (state, seat) =>
  seat in state.deal.flores && !state.flor.announced.includes(seat) && !hasPlayed(state, seat);
const isEnvidoPending = ({ envido }) => envido.calls.length > 0 && envido.accepted === null;
const isCallPending = (state) => isEnvidoPending(state) || state.truco.caller !== null || isContestOpen(state);

// The seat that must announce a flor before anything else (R-F2).
function due(state) {
  if (state.tricks.length > 1) return null;
  const holder = state.deal.seats.find((seat) => owes(state, seat));
  return holder !== undefined && (holder === state.turn || isCallPending(state)) ? holder : null;
}

function announcements(state, seat) {
  if (!live(state).includes(other(seat))) return ["flor"];
  if (state.flor.challenges.length && state.flor.challenger === seat) return ["flor"];
  return ["flor", ...florRaises(state), ...achico(state.deal.rules)];
}

function announce(state, seat, call) {
  const flor = { ...state.flor, announced: [...state.flor.announced, seat] };
  if (call === "achico") flor.achicados = [...flor.achicados, seat];
  else if (call !== "flor") [flor.challenges, flor.challenger] = [[...flor.challenges, call], seat];
  const heard = { ...state, flor, envido: NO_ENVIDO };
  if (due(heard) !== null || live(heard).length === 2) return heard;
  const [team] = live(heard);
  return pay(
    settled(heard, live(heard)),
    team,
    plainFlores(heard, team),
    flor.achicados.length ? "flor-refused" : "flor",
  );
}

// R-F11: the system announces a flor that leaves its seat no choice.
function sing(state) {
  let after = state;
  while (after.deal.rules.flor_sung === "auto" && after.waiting.phase === "announce") {
    const [seat] = after.waiting.seats,
      calls = legal(after, seat);
    if (calls.length > 1) break;
    after = step(after, seat, calls[0]);
  }
  return after;
}

// ---- truco ----

export const priceOf = (rules, level) => rules.worth[level - 1] ?? rules.target;
const isEnough = (state, seat, level) =>
  !state.deal.rules.raise_past && state.score[seat] + priceOf(state.deal.rules, level) >= state.deal.rules.target;
const above = (rules, level) => (rules.ladder[level - 1] ? [rules.ladder[level - 1]] : []);

function trucoCalls(state, seat) {
  const { level, raiser } = state.truco;
  if (raiser !== null && raiser !== seat) return [];
  return isEnough(state, seat, level) ? [] : above(state.deal.rules, level);
}

function trucoReplies(state, seat) {
  const level = state.truco.level + 1;
  return isEnough(state, seat, level) ? [] : above(state.deal.rules, level);
}

function callTruco(state, seat) {
  const { rules, lastHand } = state.deal;
  if (lastHand) {
    if (rules.mao_x_truco === "loses_hand") return endHand(state, other(seat), "truco-in-mao-x");
    return { ...payLeg(state, other(seat), "truco-in-mao-x"), handWinner: other(seat) };
  }
  const heard = isEnvidoPending(state) ? answerEnvido(state, false) : state; // R-E8
  if (heard.over) return heard;
  const { level, raiser, caller } = heard.truco;
  return { ...heard, truco: { level: level + (caller === null ? 0 : 1), raiser, caller: seat } };
}

function payLevel(state, team, reason, bonus) {
  const { rules } = state.deal,
    { level } = state.truco;
  if (level <= rules.worth.length) return pay(state, team, priceOf(rules, level) + bonus, reason);
  return rules.fuera_wins === "game" ? payGame(state, team, reason) : payLeg(state, team, reason);
}

function endHand(state, winner, reason, bonus = 0) {
  const late = state.deal.rules.envido_at_end && state.envido.accepted ? tellEnvido(state) : state;
  if (winner === null) return { ...late, over: true };
  return { ...payLevel(late, winner, reason, bonus), over: true, handWinner: winner };
}

// ---- tricks ----

const heights = (plays, strength) => plays.map((play) => (play.covered ? COVERED : strength[play.card]));

function best(plays, strengths) {
  const high = Math.max(...strengths),
    seats = plays.filter((_, place) => strengths[place] === high).map((play) => play.seat);
  return seats.length > 1 ? null : seats[0];
}

// The team that won, as soon as it is certain (R-T5); three ties go to `tied`, or to nobody (null).
export function handWinner(winners, tied) {
  for (const team of SEATS) if (winners.filter((each) => each === team).length === 2) return team;
  const first = winners.find((each) => each !== PARDA);
  if (first !== undefined && winners.includes(PARDA)) return first;
  return winners.length < 3 ? null : tied;
}

export function teamIfAllTied(rules, mano) {
  return { mano, dealer: other(mano), nobody: null }[rules.all_tied];
}

function playCard(state, play) {
  const trick = last(state.tricks),
    { seat } = play;
  const laid = {
    ...state,
    held: put(
      state.held,
      seat,
      state.held[seat].filter((card) => card !== play.card && card !== play.beneath),
    ),
    tricks: [...state.tricks.slice(0, -1), { ...trick, plays: [...trick.plays, play] }],
  };
  return trick.plays.length ? takeIn({ ...laid, turn: seat }) : { ...laid, turn: other(seat) };
}

function takeIn(state) {
  const { deal } = state,
    [tricks, leader] = closeTrick(state);
  const tied =
    deal.lastHand === "mao_x" && deal.rules.mao_x_tied === "rivals"
      ? other(decidingTeam(deal))
      : teamIfAllTied(deal.rules, deal.start.mano);
  const winner = handWinner(
    tricks.map((trick) => trick.winner),
    tied,
  );
  if (winner !== null || tricks.length === 3) {
    const reason = deal.lastHand === "mao_x" ? "mao-x" : state.truco.level > 1 ? "truco" : "hand";
    return endHand({ ...state, tricks }, winner, reason);
  }
  return { ...state, tricks: [...tricks, { leader, plays: [], winner: null }], turn: leader };
}

function closeTrick(state) {
  const earlier = state.tricks.slice(0, -1),
    trick = last(state.tricks);
  const {
    rules,
    start,
    ranking: { strength },
  } = state.deal;
  const seat = best(trick.plays, heights(trick.plays, strength));
  const closed = { ...trick, winner: seat ?? PARDA };
  if (seat !== null) return [[...earlier, closed], seat];
  if (trick.plays[0].beneath !== undefined) {
    const below = trick.plays.map((play) =>
      play.covered || strength[play.beneath] >= strength[play.card] ? COVERED : strength[play.beneath],
    );
    const plays = trick.plays.map((play) => ({ seat: play.seat, card: play.beneath, covered: play.covered }));
    return [[...earlier, closed, { leader: trick.leader, plays, winner: best(plays, below) ?? PARDA }], trick.leader];
  }
  const [first, second] = trick.plays.map((play) => play.seat);
  return [
    [...earlier, closed],
    { led: trick.leader, mano: start.mano, first_tied: first, tied_it: second }[rules.tie_leader],
  ];
}

// ---- what may be done ----

const followsTie = (state) => state.tricks.length === 2 && state.tricks[0].winner === PARDA;

function mustCover(state, seat) {
  const { rules } = state.deal;
  return (
    rules.cover_binds &&
    mayCover(state) &&
    state.tricks[0].plays.some((play) => play.seat === seat && play.covered)
  );
}

function mayCover(state) {
  const { rules, lastHand } = state.deal,
    { tricks } = state;
  if (!rules.covered || tricks.length < rules.cover_from || lastHand === "ferro") return false;
  if (!rules.cover_after_tie && tricks.length > 1 && tricks[tricks.length - 2].winner === PARDA) return false;
  return rules.cover_lead || last(tricks).plays.length > 0;
}

function plays(state, seat) {
  const held = state.held[seat],
    {
      rules,
      ranking: { strength },
    } = state.deal;
  const covers = held.map((card) => `(${card})`);
  if (rules.tie_two_cards && followsTie(state)) {
    const [one, two] = mustCover(state, seat) ? covers : held;
    return [`${one}/${two}`, `${two}/${one}`];
  }
  if (rules.tie_highest && followsTie(state)) {
    const high = Math.max(...held.map((card) => strength[card]));
    return held.filter((card) => strength[card] === high);
  }
  if (!mayCover(state)) return held;
  return mustCover(state, seat) ? covers : [...held, ...covers];
}

function ownTurn(state, seat) {
  const { rules, lastHand, hands } = state.deal,
    held = state.held[seat];
  if (lastHand === "ferro") {
    return isBlind(state)
      ? hands[seat].flatMap((card, place) => (held.includes(card) ? [`#${place + 1}`] : []))
      : plays(state, seat);
  }
  const isDared = lastHand === "mao_x" && rules.mao_x_truco !== "banned";
  return [
    ...plays(state, seat),
    ...openings(state, seat),
    ...(isDared ? ["truco"] : trucoCalls(state, seat)),
    "mazo",
    ...shownFold(state, seat),
  ];
}

const shownFold = (state, seat) => (isUnshown(state, seat) ? ["mazo:show"] : []);

// R-C5, R-M4: whoever is not in turn may call truco, or fold, while nothing waits for an answer.
function outOfTurn(state, seat) {
  const { rules, lastHand } = state.deal,
    { phase } = state.waiting;
  const isFree = phase === "play" || (phase === "announce" && !isCallPending(state));
  if (lastHand === "ferro" || !isFree || (state.tricks.length === 1 && owes(state, seat))) return [];
  const raises = rules.truco_turn === "any" && state.held[seat].length ? trucoCalls(state, seat) : [];
  return rules.mazo_turn === "own" ? raises : [...raises, "mazo", ...shownFold(state, seat)];
}

export function legal(state, seat) {
  const { phase, seats } = state.waiting,
    { rules } = state.deal;
  if (!seats.includes(seat)) return state.over ? [] : outOfTurn(state, seat);
  switch (phase) {
    case "mao_x":
      return ["joga", "corre"];
    case "announce":
      return announcements(state, seat);
    case "challenge":
      return ["quiero", "no", ...florRaises(state), ...achico(rules), "mazo"];
    case "raise":
      return ["quiero", ...florRaises(state)];
    case "envido": {
      const refuses = rules.truco_refuses_envido && state.truco.caller === null;
      return [
        "quiero",
        "no",
        ...envidoRaises(rules, state.envido.calls, state.score),
        ...(refuses ? ["truco"] : []),
        "mazo",
      ];
    }
    case "truco":
      return [
        "quiero",
        "no",
        ...trucoReplies(state, seat),
        ...firstOpenings(state, seat),
        "mazo",
        ...shownFold(state, seat),
      ];
    default:
      return ownTurn(state, seat);
  }
}

// Which question waits, and for whom: a pending call stops play (R-C2).
function pending(state) {
  if (state.over) return { phase: "over", seats: [] };
  if (state.opening) return { phase: "mao_x", seats: [decidingTeam(state.deal)] };
  const holder = due(state);
  if (holder !== null) return { phase: "announce", seats: [holder] };
  if (isChallenged(state)) return { phase: "challenge", seats: [other(state.flor.challenger)] };
  if (isContestOpen(state)) return { phase: "raise", seats: [state.flor.announced[0]] };
  if (isEnvidoPending(state)) return { phase: "envido", seats: [other(state.envido.caller)] };
  if (state.truco.caller !== null) return { phase: "truco", seats: [other(state.truco.caller)] };
  return { phase: "play", seats: [state.turn] };
}

const ask = (state) => ({ ...state, waiting: pending(state) });

// The hand as if nothing had been called, with these cards in hand: what a robot plays out in its thoughts.
export function quieted(state, held) {
  const hands = state.deal.hands.map((dealt, seat) => [
    ...dealt.filter((card) => !state.held[seat].includes(card)),
    ...held[seat],
  ]);
  const deal = { ...state.deal, hands, flores: {} };
  return ask({
    ...state,
    deal,
    held,
    truco: { ...NO_TRUCO, raiser: NOBODY },
    envido: NO_ENVIDO,
    flor: NO_FLOR,
    opening: false,
  });
}

// ---- one action ----

export class Illegal extends Error {}

// The hand after an action; throws Illegal exactly if `legal` lacks it.
export function apply(state, seat, token) {
  if (!legal(state, seat).includes(token)) throw new Illegal(token);
  return sing(step(state, seat, token));
}

function step(state, seat, token) {
  return ask({ ...done(state, seat, token), actions: [...state.actions, [seat, token]] });
}

function done(state, seat, token) {
  if (token === "quiero" || token === "no") return answer(state, seat, token === "quiero");
  if (token.startsWith("mazo")) return fold(state, seat, token);
  if (token === "joga") return { ...state, opening: false, truco: { ...state.truco, level: 2 } };
  if (token === "corre") return endHand({ ...state, opening: false }, other(seat), "mao-x-refused");
  if (TRUCOS.includes(token)) return callTruco(state, seat);
  if (token in STAKES || token === "vuelvo" || token.startsWith("mas:")) {
    return { ...state, envido: { ...NO_ENVIDO, calls: [...state.envido.calls, token], caller: seat } };
  }
  if (/^[#(\d]/.test(token)) return playCard(state, readPlay(state, seat, token));
  if (seat === due(state)) return announce(state, seat, token);
  if (token === "achico") return answerFlor(state, false);
  return { ...state, flor: { ...state.flor, challenges: [...state.flor.challenges, token], challenger: seat } };
}

function readPlay(state, seat, token) {
  if (token[0] === "#") return { seat, card: state.deal.hands[seat][Number(token[1]) - 1], covered: false };
  const covered = token[0] === "(",
    [card, beneath] = token.replace(/[()]/g, "").split("/");
  return { seat, card, beneath, covered };
}

function answer(state, seat, accepted) {
  const { phase } = state.waiting;
  if (phase === "challenge" || phase === "raise") return answerFlor(state, accepted);
  if (phase === "envido") return answerEnvido(state, accepted);
  if (!accepted) return endHand(state, other(seat), "truco-refused");
  return { ...state, truco: { level: state.truco.level + 1, raiser: seat, caller: null } };
}

function fold(state, seat, token) {
  const shown = token === "mazo" && isUnshown(state, seat) ? loseUnshown(state, seat) : state;
  if (shown.over) return shown;
  const bonus = couldOpen(shown) ? shown.deal.rules.mazo_bonus : 0;
  const refused = isChallenged(shown)
    ? answerFlor(shown, false)
    : isEnvidoPending(shown)
      ? answerEnvido(shown, false)
      : shown;
  return endHand(refused, other(seat), "mazo", bonus);
}

// The cards that won the envido or a flor, by seat, once the hand is over (R-E7, R-E12).
export function shownCards(state) {
  const shown = {};
  if (!state.over) return shown;
  for (const seat of state.flor.shown) shown[seat] = state.deal.hands[seat];
  const { declared, shown: counted } = state.envido;
  if (state.deal.rules.envido_shown && declared && counted.length) shown[declared.winner] = counted;
  return shown;
}
