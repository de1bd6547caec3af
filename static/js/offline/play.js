// A game against a robot in this browser: no request is sent, so it works without a connection. What it needs (the
// drawings, the words of the page) is kept by the service worker. Only this browser knows of these games.

import {
  apply,
  deal,
  deckOf,
  firstStart,
  isBlind,
  legal,
  nextStart,
  priceOf,
  proposedRules,
  shownCards,
  winnerOf,
} from "./engine.js";
import { choose } from "./robot.js";
import { listSaved } from "./saved.js";

const WORDS = JSON.parse(document.getElementById("words").textContent),
  SAY = WORDS.say;
const ME = 0,
  ROBOT = 1,
  KEY = "offline-game",
  COUNT = "offline-count";
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
const PACE = isStill ? 250 : 900;
const DOUBLE = 500; // milliseconds: the second tap of a double one has read no question
const root = document.querySelector(".offline"),
  at = (id) => document.getElementById(id);

let game = null; // { preset, level, start, deck, actions }: what the rest follows from
let state = null,
  timer = 0,
  asked = "",
  guardUntil = 0,
  isCovering = false;

const put = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const preset = () => WORDS.presets[game.preset];
const robot = () => WORDS.robots[game.level];
const nameOf = (seat) => (seat === ME ? SAY.you : robot().name);
const cardName = (card) => WORDS.cards[preset().deck][card];

// ---- storage: a browser that refuses it plays all the same ----

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* nothing is kept */
  }
}

// ---- the game ----

const randomBelow = (top) => Math.floor(Math.random() * top);

function shuffled(cards) {
  const deck = [...cards];
  for (let left = deck.length; left > 1; left -= 1) {
    const place = randomBelow(left);
    [deck[left - 1], deck[place]] = [deck[place], deck[left - 1]];
  }
  return deck;
}

function begin(name, level) {
  const rules = proposedRules(name);
  game = { preset: name, level };
  at("story").replaceChildren();
  dealHand(rules, firstStart(rules, randomBelow(2)));
  at("choose").querySelector("button").classList.remove("primary");
  at("game").scrollIntoView({ block: "start" });
  focusHand();
}

function dealHand(rules, { rules: _, ...start }) {
  const deck = shuffled(deckOf(rules)).slice(0, 7);
  game = { ...game, start, deck, actions: [] };
  state = deal({ ...start, rules }, deck);
  write(KEY, game);
  tellSung(0);
  show();
}

// A game that was left goes on where it was. One that no longer fits (rules of another release) is dropped.
function resume(kept) {
  try {
    game = kept;
    const rules = proposedRules(kept.preset);
    state = kept.actions.reduce(
      (hand, [seat, token]) => apply(hand, seat, token),
      deal({ ...kept.start, rules }, kept.deck),
    );
    at("preset").value = kept.preset;
    at("choose").querySelector(`[value="${kept.level}"]`).checked = true;
    at("choose").querySelector("button").classList.remove("primary");
    show();
  } catch {
    [game, state] = [null, null];
    write(KEY, null);
  }
}

function act(seat, token) {
  const before = state;
  state = apply(state, seat, token);
  game.actions = [...game.actions, [seat, token]];
  [asked, isCovering] = ["", false];
  tell(before, seat, token);
  if (state.over && winnerOf(state) !== null) finish();
  else write(KEY, game);
  show();
}

function finish() {
  const count = read(COUNT) ?? { won: 0, lost: 0 };
  count[winnerOf(state) === ME ? "won" : "lost"] += 1;
  write(COUNT, count);
  write(KEY, null);
  showCount();
}

// The robot acts when it is asked; a call of its own takes its time.
function awaitRobot() {
  clearTimeout(timer);
  if (state.over || !state.waiting.seats.includes(ROBOT)) return;
  timer = setTimeout(() => act(ROBOT, choose(state, ROBOT, game.level)), PACE);
}

// ---- what happened, in words ----

function log(text) {
  at("story").append(element("p", text));
  at("story").scrollTop = at("story").scrollHeight;
}

function callWords(token, hand = state) {
  const { calls } = preset(),
    nth = hand.envido.calls.length;
  if (token.startsWith("mas:")) return calls.mas.replace("…", token.slice(4));
  const said = (token === "envido" && calls[`envido${nth + 1}`]) || calls[token] || token;
  return said.replace(/!$/, "");
}

function playWords(hand, seat, token) {
  if (token[0] === "#") return cardName(hand.deal.hands[seat][Number(token[1]) - 1]);
  if (token[0] === "(")
    return seat === ME ? `${cardName(token.slice(1, token.indexOf(")")))} (${SAY.covered})` : SAY.covered;
  return cardName(token.split("/")[0]);
}

const isPlay = (token) => /^[#(\d]/.test(token);

function tell(before, seat, token) {
  const name = nameOf(seat);
  log(
    isPlay(token)
      ? put(SAY.plays, { name, card: playWords(before, seat, token) })
      : put(SAY.says, { name, call: callWords(token, before) }),
  );
  tellSung(before.actions.length + 1);
  if (!before.envido.declared && state.envido.declared) tellValues(state.envido.declared);
  if (!before.flor.declared && state.flor.declared) tellValues(state.flor.declared);
  const closed = (hand) => hand.tricks.filter((trick) => trick.winner !== null);
  for (const trick of closed(state).slice(closed(before).length))
    log(
      trick.winner === "="
        ? SAY.tied
        : put(SAY.trick, {
            name:
              nameOf(trick.winner).toLowerCase() === SAY.you.toLowerCase()
                ? SAY.you.toLowerCase()
                : nameOf(trick.winner),
          }),
    );
  for (const [team, points, reason] of state.points.slice(before.points.length)) tellPoints(team, points, reason);
  if (state.over) tellEnd();
}

// What the rules announced by themselves, after `from` actions.
function tellSung(from) {
  for (const [seat, token] of state.actions.slice(from))
    log(put(SAY.says, { name: nameOf(seat), call: callWords(token) }));
}

function tellValues({ values }) {
  for (const [seat, value] of values)
    log(put(SAY.plays, { name: nameOf(seat), card: value ?? preset().calls.buenas }));
}

function tellPoints(team, points, reason) {
  const line = put(SAY.points, { name: nameOf(team), points, reason: preset().reasons[reason] });
  log(line.replace("+-", "−"));
}

function tellEnd() {
  for (const [seat, cards] of Object.entries(shownCards(state))) {
    log(put(SAY.shown, { name: nameOf(Number(seat)), cards: cards.map(cardName).join(", ") }));
  }
  log(ending());
}

function ending() {
  const [mine, theirs] = state.score,
    { name } = robot(),
    won = winnerOf(state);
  if (won !== null) return put(won === ME ? SAY.game_won : SAY.game_lost, { mine, theirs, name });
  if (state.handWinner === null) return SAY.hand_tied;
  return state.handWinner === ME ? SAY.hand_won : put(SAY.hand_lost, { name });
}

// ---- the table ----

function picture(card, words = "") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"),
    use = document.createElementNS(svg.namespaceURI, "use");
  svg.setAttribute("viewBox", "0 0 208 320");
  if (words) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", words);
  } else svg.setAttribute("aria-hidden", "true");
  const symbol = card === null ? "back" : `${preset().deck === "french" ? "f" : "n"}${card}`;
  use.setAttribute("href", `${root.dataset.deck}#${symbol}`);
  svg.append(use);
  return svg;
}

function element(name, text = "", kind = "") {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function show() {
  at("game").hidden = false;
  showScore();
  showRival();
  showTricks();
  at("prompt").textContent = promptWords();
  const hadFocus = at("game").contains(document.activeElement);
  showCalls();
  showHand();
  if (hadFocus) focusHand();
  awaitRobot();
}

function showScore() {
  const [mine, theirs] = state.score,
    { rules } = state.deal,
    legs = rules.legs_to_win > 1 ? ` (${state.legs.join("–")})` : "";
  const worth = put(SAY.worth, { points: priceOf(rules, Math.max(1, state.truco.level)) });
  const one = element("span", `${SAY.you} ${mine} – ${theirs} ${robot().name} / ${rules.target}${legs}`);
  at("score").replaceChildren(one, element("span", state.over ? "" : worth));
}

function showRival() {
  const { faces, name, beaten, hello } = robot();
  const won = state.over ? state.handWinner : null;
  const mood = won === ROBOT ? "happy" : won === ME ? "worried" : "neutral";
  at("face").setAttribute("href", `${root.dataset.faces}#${faces[mood]}`);
  at("rival").replaceChildren(
    element("span", name),
    ...(state.deal.start.mano === ROBOT ? [" ", element("span", SAY.mano, "badge gold")] : []),
  );
  at("backs").replaceChildren(
    ...state.held[ROBOT].map(() => {
      const one = element("li");
      one.append(picture(null));
      return one;
    }),
  );
  const said = saidLast(ROBOT),
    isFirst = !state.actions.length && state.deal.start.number === 1;
  at("bubble").textContent = isFirst ? hello : winnerOf(state) === ME ? beaten : said;
  at("bubble").hidden = !at("bubble").textContent;
}

// The last call of a seat, until a card is played after it.
function saidLast(seat) {
  const calls = [];
  for (const [who, token] of state.actions) {
    if (isPlay(token)) calls.length = 0;
    else if (who === seat) calls.push(token);
  }
  return calls.length ? `¡${callWords(calls[calls.length - 1])}!` : "";
}

function showTricks() {
  const { muestra } = state.deal,
    list = at("tricks");
  list.classList.toggle("turned", muestra !== null);
  const items =
    muestra === null
      ? []
      : [trickItem([picture(muestra, `${SAY.muestra}: ${cardName(muestra)}`)], SAY.muestra, "turned-card")];
  for (let number = 0; number < 3; number += 1) {
    const trick = state.tricks[number],
      cards = (trick?.plays ?? []).map((play) => {
        const isOpen = !play.covered,
          drawn = picture(
            isOpen ? play.card : null,
            `${nameOf(play.seat)}: ${isOpen ? cardName(play.card) : SAY.covered}`,
          );
        drawn.classList.toggle("won", trick.winner === play.seat);
        return drawn;
      });
    const taken =
      trick?.winner === "=" ? SAY.tied : trick?.winner === 0 || trick?.winner === 1 ? nameOf(trick.winner) : "";
    items.push(trickItem(cards, taken));
  }
  list.replaceChildren(...items);
}

function trickItem(pictures, words, kind = "") {
  const item = element("li", "", kind);
  item.append(...pictures, ...(words ? [element("small", words)] : []));
  return item;
}

function promptWords() {
  if (state.over) return ending();
  const { phase, seats } = state.waiting,
    { name } = robot();
  if (!seats.includes(ME)) return put(SAY.thinks, { name });
  if (phase === "mao_x") return SAY.your_choice;
  const calls = state.actions.filter(([seat, token]) => seat === ROBOT && !isPlay(token));
  if (phase === "play" || phase === "announce" || !calls.length) return SAY.your_turn;
  return put(SAY.your_answer, { call: callWords(calls[calls.length - 1][1]) });
}

const mine = () => (state.over ? [] : legal(state, ME));

function showCalls() {
  const calls = mine().filter((token) => !isPlay(token)),
    mores = calls.filter((token) => token.startsWith("mas:"));
  const buttons = calls.filter((token) => !token.startsWith("mas:")).map(callButton);
  if (mores.length) buttons.push(...moreButtons(mores));
  if (state.over) {
    const isEnd = winnerOf(state) !== null,
      on = element("button", isEnd ? SAY.next_game : SAY.next_hand, "button primary");
    on.type = "button";
    on.addEventListener("click", () =>
      isEnd ? begin(game.preset, game.level) : dealHand(state.deal.rules, nextStart(state)),
    );
    buttons.push(on);
  } else if (mine().some((token) => token.startsWith("(")) && mine().some((token) => /^\d/.test(token))) {
    buttons.push(coverButton());
  }
  at("calls").replaceChildren(...buttons);
}

function callButton(token) {
  const button = element("button", "", `button${token === "quiero" ? " primary" : ""}`),
    inside = element("span", asked === token ? SAY.sure : callWords(token));
  button.type = "button";
  button.dataset.token = token;
  const gloss = preset().glosses[token];
  if (gloss && asked !== token) inside.append(element("small", gloss));
  button.append(inside);
  button.addEventListener("click", () => {
    if (asked === token && performance.now() < guardUntil) return;
    if (!WORDS.grave.includes(token) || asked === token) return act(ME, token);
    [asked, guardUntil] = [token, performance.now() + DOUBLE];
    showCalls();
    at("calls").querySelector(`[data-token="${token}"]`)?.focus();
  });
  return button;
}

// Raising by any number (R-E13) is a list and a button.
function moreButtons(mores) {
  const list = element("select");
  list.setAttribute("aria-label", preset().calls.mas);
  list.append(
    ...mores.map((token) => {
      const option = element("option", token.slice(4));
      option.value = token;
      return option;
    }),
  );
  const button = element("button", preset().calls.mas, "button");
  button.type = "button";
  button.addEventListener("click", () => act(ME, list.value));
  return [list, button];
}

function coverButton() {
  const button = element("button", SAY.cover, "button");
  button.type = "button";
  button.setAttribute("aria-pressed", String(isCovering));
  button.classList.toggle("primary", isCovering);
  button.addEventListener("click", () => {
    isCovering = !isCovering;
    showCalls();
    showHand();
    at("calls").querySelector("[aria-pressed]")?.focus();
  });
  return button;
}

function showHand() {
  const can = mine(),
    isDark = isBlind(state);
  at("hand").replaceChildren(
    ...state.held[ME].map((card) => {
      const place = state.deal.hands[ME].indexOf(card) + 1;
      const [token, words] = cardToken(card, place, can, isDark);
      const item = element("li"),
        button = element("button");
      button.type = "button";
      button.setAttribute("aria-label", words);
      button.append(picture(isDark ? null : card));
      button.disabled = token === undefined;
      button.addEventListener("click", () => act(ME, token));
      item.append(button);
      return item;
    }),
  );
}

// The action of a card, and how it is named.
function cardToken(card, place, can, isDark) {
  if (isDark) return [can.find((token) => token === `#${place}`), put(SAY.place, { number: place })];
  const pair = can.find((token) => token.startsWith(`${card}/`) || token.startsWith(`(${card})/`));
  if (pair) return [pair, put(SAY.above, { card: cardName(card) })];
  const open = can.find((token) => token === card),
    covered = can.find((token) => token === `(${card})`);
  const isHidden = covered && (isCovering || !open);
  return [isHidden ? covered : open, isHidden ? `${cardName(card)}: ${SAY.cover}` : cardName(card)];
}

function focusHand() {
  const next = at("hand").querySelector("button:not(:disabled)") ?? at("calls").querySelector("button");
  next?.focus({ preventScroll: true });
}

// ---- what this browser keeps ----

function showCount() {
  const count = read(COUNT);
  at("count").textContent = count ? put(SAY.wins, count) : SAY.none;
  at("forget").hidden = !count;
}

async function showSaved() {
  const saved = await listSaved();
  at("saved").hidden = !saved.length;
  at("saved")
    .querySelector("ul")
    .replaceChildren(
      ...saved.map(({ path, title }) => {
        const item = element("li", "", "row"),
          link = element("a", title, "tap");
        link.href = path;
        item.append(link);
        return item;
      }),
    );
}

at("choose").addEventListener("submit", (event) => {
  event.preventDefault();
  begin(at("preset").value, new FormData(event.target).get("level"));
});
at("calls").addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter") event.preventDefault(); // held down, it answers no question
});
at("forget").addEventListener("click", () => {
  write(COUNT, null);
  showCount();
});
showCount();
showSaved().catch(() => {});
const kept = read(KEY);
if (kept) resume(kept);
