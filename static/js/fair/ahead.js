// The browser's part in the deal of a table that a form opens, where all others are robots: the seal comes ahead, and
// the form takes the opened corte along, so that it is answered with the cards. If another table is found, cuts.js adds
// another corte there.
import { drawn } from "./hashes.js";
import { remember } from "./memory.js";

const FRESH = 3_000_000; // milliseconds; the server takes it for an hour
const NONE = "none"; // what the record has for a robot

let seal = await shown(document.querySelector("template[data-ahead]").dataset.seal);

setTimeout(() => { seal = null; }, FRESH);

document.addEventListener("formdata", ({ target, formData }) => {
  const seats = Number(formData.get("seats")), wantsRobots = target.elements.robots?.checked !== false;
  if (!seal || !seats || !wantsRobots || !target.hasAttribute("data-opens-table")) return;
  const { game, commitment, token } = seal, cut = drawn(String(game), commitment);
  seal = null; // under one seal one corte is sent
  const hashes = [cut.hash, ...Array(seats - 1).fill(NONE)];
  if (!remember(game, { ...cut, seat: 0, hashes })) return;
  formData.set("seal", token);
  formData.set("corte", cut.corte);
});

async function shown(path) {
  const answer = await fetch(path);
  return answer.status === 200 ? answer.json() : null;
}
