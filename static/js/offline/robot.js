// A robot for the game without a connection. It knows its own cards and what lies on the table; for the rest it
// imagines hands its rival may hold, and plays them out. `level` is "aprendiz" or "boliche", `random` gives 0 to 1.

import { apply, declare, deckOf, envidoOf, florValue, isFlor, legal, priceOf, quieted, rankOf } from "./engine.js";

const LEVELS = {
  aprendiz: { samples: 12, noise: 0.3, bluffs: 0.02, calls: 0.72, doubts: 0 },
  boliche: { samples: 48, noise: 0.06, bluffs: 0.07, calls: 0.64, doubts: 0.1 },
};
const TRIES = 300,
  RAISES = 0.8,
  SURE = 0.93,
  FLOR = 28,
  HIGH_FLOR = 34;
const ENVIDOS = ["falta", "real", "vuelvo", "envido"],
  TRUCOS = ["truco", "retruco", "vale4", "fuera"];
const CHALLENGES = ["contraflor", "conflor", "conreal", "resto", "confalta"];

const isPlay = (token) => /^[#(\d]/.test(token);

export function choose(state, seat, level, random = Math.random) {
  const mind = new Mind(state, seat, LEVELS[level], random),
    options = legal(state, seat);
  if (options.length === 1) return options[0];
  switch (state.waiting.phase) {
    case "mao_x":
      return mind.chance() > 0.42 ? "joga" : "corre";
    case "announce":
      return mind.announces(options);
    case "challenge":
      return mind.flor >= FLOR ? "quiero" : "no";
    case "raise":
      return mind.flor >= HIGH_FLOR ? (options.find((each) => CHALLENGES.includes(each)) ?? "quiero") : "quiero";
    case "envido":
      return mind.answersEnvido(options);
    case "truco":
      return mind.answersTruco(options);
    default:
      return mind.calls(options) ?? mind.plays(options.filter(isPlay));
  }
}

class Mind {
  constructor(state, seat, level, random) {
    Object.assign(this, { state, seat, level, random, rules: state.deal.rules, own: state.deal.hands[seat] });
    this.isBlind = state.deal.lastHand === "ferro";
    this.rivals = this.imagine();
  }

  // Hands the rival may have been dealt: the cards they showed, and others that nobody has seen. What they declared
  // for the envido, and whether they announced a flor, must fit.
  imagine() {
    const { deal, tricks, flor, envido } = this.state,
      rival = 1 - this.seat;
    const shown = tricks
      .flatMap((trick) => trick.plays)
      .filter((play) => play.seat === rival && !play.covered)
      .map((play) => play.card);
    const known = new Set([...this.own, ...shown, deal.muestra]);
    const unseen = deckOf(this.rules).filter((card) => !known.has(card));
    const told = envido.declared?.values.find(([seat]) => seat === rival)?.[1] ?? null;
    const mustHave = flor.announced.includes(rival);
    const fits = (hand) =>
      (told === null || envidoOf(hand, deal.ranking)[0] === told) &&
      (!this.rules.flor || !shown.length || isFlor(hand, deal.ranking) === mustHave);
    const found = [];
    for (let tries = 0; tries < TRIES && found.length < this.level.samples; tries += 1) {
      const hand = [...shown, ...this.draw(unseen, 3 - shown.length)];
      if (fits(hand)) found.push(hand);
    }
    return found.length ? found : [[...shown, ...this.draw(unseen, 3 - shown.length)]];
  }

  draw(cards, count) {
    const left = [...cards];
    return Array.from({ length: count }, () => left.splice(Math.floor(this.random() * left.length), 1)[0]);
  }

  // What it believes, which is wrong more often the less it knows.
  blurred(share) {
    return share + (this.random() - 0.5) * 2 * this.level.noise;
  }

  share(isGood) {
    return this.rivals.filter(isGood).length / this.rivals.length;
  }

  // The share of imagined games in which it takes the hand, after `token` if that is its own play.
  chance(token) {
    return this.blurred(this.share((hand) => this.wins(hand, token)));
  }

  wins(hand, token) {
    const rival = 1 - this.seat,
      { held } = this.state;
    const left = hand.slice(3 - held[rival].length);
    let state = quieted(
      this.state,
      held.map((cards, seat) => (seat === rival ? left : cards)),
    );
    if (token !== undefined) state = apply(state, this.seat, token);
    while (!state.over) state = apply(state, state.turn, this.guess(state, state.turn));
    return state.handWinner === this.seat;
  }

  // How either seat goes on in its thoughts: the lowest card that takes the trick, else the lowest;
// leading, mostly a high one.
  guess(state, seat) {
    const { strength } = state.deal.ranking,
      options = legal(state, seat).filter((each) => isPlay(each));
    const open = options.filter((each) => each[0] !== "(");
    if (!open.length) return options[0];
    const cardOf = (token) => (token[0] === "#" ? state.deal.hands[seat][Number(token[1]) - 1] : token.split("/")[0]);
    const byHeight = open.sort((one, two) => strength[cardOf(one)] - strength[cardOf(two)]);
    const [led] = state.tricks[state.tricks.length - 1].plays;
    if (!led) return byHeight[this.random() < 0.6 ? byHeight.length - 1 : 0];
    const over = led.covered ? 0 : strength[led.card];
    return byHeight.find((each) => strength[cardOf(each)] > over) ?? byHeight[0];
  }

  // ---- flor ----

  get flor() {
    return florValue(this.own, this.state.deal.ranking, this.rules.flor_value);
  }

  announces(options) {
    const challenge = options.find((each) => CHALLENGES.includes(each));
    if (challenge && this.flor >= HIGH_FLOR) return challenge;
    return options.includes("flor") ? "flor" : options[0];
  }

  // ---- envido ----

  // The share of imagined hands that its own count beats; of equals the mano's wins.
  get envido() {
    const { ranking, seats } = this.state.deal,
      mine = envidoOf(this.own, ranking)[0];
    const isBetter = (hand) => {
      const theirs = envidoOf(hand, ranking)[0];
      return declare(seats.map((seat) => [seat, seat === this.seat ? mine : theirs])).winner === this.seat;
    };
    return this.blurred(this.share(isBetter));
  }

  opensEnvido(options) {
    const [...ways] = options.filter((each) => ENVIDOS.includes(each));
    if (!ways.length) return undefined;
    const share = this.envido,
      { bluffs } = this.level;
    if (share > SURE && ways.includes("real") && this.random() < 0.5) return "real";
    if (share > 0.6 ? this.random() < 0.85 : this.random() < bluffs)
      return ways.includes("envido") ? "envido" : undefined;
    return undefined;
  }

  answersEnvido(options) {
    const share = this.envido - this.level.doubts,
      isFalta = this.state.envido.calls.includes("falta");
    const higher = ["real", "envido", "vuelvo", "falta"].find((each) => options.includes(each));
    if (share > SURE - this.level.doubts && higher) return higher;
    return share > (isFalta ? 0.6 : 0.4) || this.losesBy(1) ? "quiero" : "no";
  }

  // Whether giving in would lose the leg at once.
  losesBy(points) {
    return this.state.score[1 - this.seat] + points >= this.rules.target;
  }

  // ---- truco ----

  calls(options) {
    const truco = options.find((each) => TRUCOS.includes(each));
    if (this.isBlind || this.state.deal.lastHand) return undefined;
    const envido = this.opensEnvido(options);
    if (envido || !truco) return envido;
    const isLate = this.state.tricks.length > 1 || this.random() < 0.35;
    if (!isLate) return undefined;
    const share = this.chance();
    const isEnough = this.state.score[this.seat] + priceOf(this.rules, this.state.truco.level) >= this.rules.target;
    if (isEnough) return undefined;
    return share > this.level.calls || this.random() < this.level.bluffs ? truco : undefined;
  }

  answersTruco(options) {
    const envido = this.opensEnvido(options);
    if (envido) return envido;
    const { level } = this.state.truco,
      [loss, price] = [priceOf(this.rules, level), priceOf(this.rules, level + 1)];
    const share = this.chance() - this.level.doubts;
    const raise = options.find((each) => TRUCOS.includes(each));
    if (raise && share > RAISES) return raise;
    return share > (price - loss) / (2 * price) + 0.05 || this.losesBy(loss) ? "quiero" : "no";
  }

  // ---- cards ----

  plays(options) {
    const open = options.filter((each) => each[0] !== "(");
    if (this.isBlind || !open.length) return options[Math.floor(this.random() * options.length)];
    const { strength } = this.state.deal.ranking,
      height = (token) => strength[token.split("/")[0]] ?? rankOf(token);
    const rated = open.map((token) => [this.chance(token), -height(token), token]);
    rated.sort((one, two) => two[0] - one[0] || two[1] - one[1]);
    return rated[0][2];
  }
}
