// The browser's rules as an adapter of the conformance suite: `answer(question)` for one question. Under Node it
// speaks the suite's protocol on standard input and output.

import * as engine from "../../../static/js/offline/engine.js";

const TEAMS = "AB", PLAIN_HANDS = ["6e 4b 7o", "5e 6b 3o"], MUESTRA = "7c";
const small = (names) => (typeof names === "string" ? names.split(" ") : names);
const team = (seat) => (seat === null ? null : TEAMS[seat]);

export const KINDS = {
  card_cmp: (asked) => {
    const { strength } = ranked(asked), [a, b] = [strength[asked.a], strength[asked.b]];
    return a === b ? "=" : a > b ? ">" : "<";
  },
  acts_as_pieza: (asked) => ranked(asked).piezas[asked.card]?.rank ?? null,
  manilha: (asked) => ranked(asked).manilhas,
  deck: (asked) => engine.deckOf(rulesOf(asked)),
  deck_has: (asked) => engine.deckOf(rulesOf(asked)),
  envido_value: (asked) => engine.envidoOf(small(asked.cards), ranked(asked))[0],
  flor_value: (asked) => {
    const [cards, ranking] = [small(asked.cards), ranked(asked)];
    return engine.isFlor(cards, ranking) ? engine.florValue(cards, ranking, rulesOf(asked).flor_value) : null;
  },
  hand_winner_seq: (asked) => {
    const winners = asked.tricks.map((won) => (won === "=" ? won : TEAMS.indexOf(won)));
    const winner = engine.handWinner(winners, engine.teamIfAllTied(rulesOf(asked), TEAMS.indexOf(asked.mano)));
    return winner === null && winners.length === 3 ? "nobody" : team(winner);
  },
  hand_winner_cards: (asked) => {
    const columns = [0, 1].map((seat) => asked.tricks.map((trick) => trick[seat]));
    const muestra = asked.muestra ?? MUESTRA, rules = rulesOf(asked, { flor: "off" });
    let state = sit(rules, filled(rules, columns, muestra), { mano: TEAMS.indexOf(asked.mano), muestra });
    while (!state.over) {
      const column = columns[state.turn], number = state.tricks.length - 1, one = column[number];
      const isOne = engine.legal(state, state.turn).includes(one);
      state = engine.apply(state, state.turn, isOne ? one : `${one}/${column[number + 1]}`);
    }
    return team(state.handWinner);
  },
  truco_ladder: (asked) => {
    const rules = rulesOf(asked, { flor: "off" }), { calls } = asked, state = said(rules, calls);
    if (!calls.length) return { quiero: engine.priceOf(rules, 1), no_quiero: null };
    const seat = calls.length % 2, accepted = engine.apply(state, seat, "quiero");
    const won = engine.apply(accepted, accepted.turn, "mazo").points.at(-1)[1];
    const whole = rules.fuera_wins === "game" ? "wins_match" : "wins_leg";
    const isPriced = accepted.truco.level <= rules.worth.length;
    return { quiero: isPriced ? won : whole, no_quiero: engine.apply(state, seat, "no").points.at(-1)[1] };
  },
  envido_ladder: (asked) => {
    const rules = rulesOf(asked, { flor: "off" }), state = said(rules, asked.calls);
    return {
      quiero: asked.calls.includes("falta") ? "falta" : engine.envidoAccepted(state, 0),
      no_quiero: engine.envidoRefused(rules, asked.calls),
    };
  },
  envido_legal: (asked) => engine.legal(said(rulesOf(asked, { flor: "off" }), asked.after), asked.after.length % 2),
  falta_value: (asked) => engine.falta(rulesOf(asked), asked.score, TEAMS.indexOf(asked.winner)),
  half: (asked) => {
    const rules = rulesOf(asked);
    if (rules.halves === "one") return null;
    return engine.inBuenas(rules, asked.score) ? "buenas" : "malas";
  },
  end_order: (asked) => {
    let state = sit(rulesOf(asked, { flor: "off" }), PLAIN_HANDS, { score: asked.score });
    for (const reason of ["flor", "envido", "truco"]) {
      if (asked[reason]) state = engine.pay(state, TEAMS.indexOf(asked[reason][0]), asked[reason][1], reason);
    }
    return team(engine.legWinner(state));
  },
  mano_rotation: (asked) => {
    let state = sit(rulesOf(asked, { flor: "off" }), PLAIN_HANDS, { mano: asked.mano });
    while (!state.over) state = engine.apply(state, state.waiting.seats[0], engine.legal(state, state.waiting.seats[0])[0]);
    return engine.nextStart(state)?.mano ?? null;
  },
  hand_kind: (asked) => {
    const rules = rulesOf(asked), muestra = "4c";
    const { deal } = sit(rules, filled(rules, [[], []], muestra), { score: asked.score, muestra });
    return deal.lastHand === "mao_x" ? { kind: "mao-x", team: TEAMS[engine.decidingTeam(deal)] } : { kind: deal.lastHand || "normal", team: null };
  },
  script: (asked) => facts(played(asked)),
};

const SEATED = new Set(["hand_winner_cards", "mano_rotation", "hand_kind", "script"]);

// What two seats cannot be asked.
function isOurs(asked) {
  const hands = asked.deal?.split("/").length ?? asked.tricks?.[0]?.length;
  if ("perros" in asked || asked.house || asked.options.perros === "on") return false;
  if (asked.kind === "hand_kind") return true;
  return !SEATED.has(asked.kind) || (hands === undefined ? asked.options.seats === "2" : hands === 2);
}

export function answer(asked) {
  if (!isOurs(asked)) return { id: asked.id, skip: "two seats, without dogs" };
  try {
    return { id: asked.id, answer: KINDS[asked.kind](asked) };
  } catch (error) {
    if (error instanceof engine.Illegal) return { id: asked.id, answer: { error: "illegal" } };
    return { id: asked.id, error: String(error) };
  }
}

// One whole game: the tokens in their order, and what both engines must agree on after each.
export function facts(state) {
  const told = state.envido.declared ?? state.flor.declared;
  const values = Object.fromEntries(told?.values ?? []);
  return {
    score: state.score,
    points: state.points,
    to_act: [...state.waiting.seats],
    legal: { 0: engine.legal(state, 0).sort(), 1: engine.legal(state, 1).sort() },
    hand: state.over ? team(state.handWinner) ?? "nobody" : null,
    over: engine.winnerOf(state) !== null,
    winner: team(engine.winnerOf(state)),
    declared: state.deal.seats.filter((seat) => seat in values).map((seat) => `${seat}:${values[seat] ?? "son buenas"}`),
    shown: engine.shownCards(state),
    actions: state.actions.map(([seat, token]) => `${seat}:${token}`),
  };
}

// Each hand as { start, hands, muestra, actions }; the facts after every action.
export function follow({ preset, options, hands }) {
  const rules = engine.makeRules(preset, options);
  return hands.map(({ number, mano, score, legs, dealt, muestra, actions }) => {
    let state = engine.dealHands({ rules, number, mano, score, legs }, dealt, muestra);
    const seen = [facts(state)];
    for (const [seat, token] of actions) seen.push(facts((state = engine.apply(state, seat, token))));
    return { seen, next: state.over ? bare(engine.nextStart(state)) : null };
  });
}

const bare = (start) => start && { number: start.number, mano: start.mano, score: start.score, legs: start.legs };

function rulesOf({ preset, options }, more = {}) {
  const { seats, perros, ...others } = { ...options, ...more };
  return engine.makeRules(preset, others);
}

function ranked(asked) {
  return engine.rankingOf(rulesOf(asked), asked.muestra ?? asked.vira ?? null);
}

function sit(rules, hands, { mano = 0, score = [0, 0], muestra = MUESTRA } = {}) {
  return engine.dealHands(engine.firstStart(rules, mano, score), hands.map(small), rules.muestra ? muestra : null);
}

function filled(rules, columns, muestra) {
  const used = new Set([...columns.flat(), muestra]);
  const spare = engine.deckOf(rules).filter((card) => !used.has(card));
  return columns.map((column) => [...column, ...spare.splice(0, 3 - column.length)]);
}

function said(rules, calls) {
  return calls.reduce((state, call, number) => engine.apply(state, number % 2, call), sit(rules, PLAIN_HANDS));
}

function played(asked) {
  const hands = asked.deal.split("/").map((hand) => hand.split(","));
  let state = sit(rulesOf(asked), hands, { mano: asked.mano, score: asked.score, muestra: asked.muestra });
  for (const text of asked.actions.split(" ").filter(Boolean)) {
    const [seat, token] = [Number(text[0]), text.slice(2)];
    if (!isSung(state, seat, token)) state = engine.apply(state, seat, token);
  }
  return state;
}

// A flor of the record that the system has sung already (R-F11).
const isSung = ({ deal: { rules }, flor }, seat, token) =>
  token === "flor" && rules.flor_sung === "auto" && flor.announced.includes(seat);

if (typeof process !== "undefined") {
  const { createInterface } = await import("node:readline");
  console.log(JSON.stringify({ truco_conformance: 1, name: "browser", kinds: Object.keys(KINDS), codes: false }));
  for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answer(JSON.parse(line))));
}
