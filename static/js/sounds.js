// What a table lets hear and feel, where its reader chose it: cards, wood and a guitar, spoken calls, a phone that
// shakes.
// Fetched with the first gesture, before which a page may sound nothing; the sounds with the first that is heard.
import { isChosen } from "./board.js";

// where each begins in the track, and how long it is, in seconds; as `games/artwork/sounds.py` lays them
// (manage.py make_sounds)
const SOUNDS = {
  turn: [0.1, 1],
  card: [1.2, 0.35],
  deal: [1.65, 1],
  trick: [2.75, 0.5],
  call: [3.35, 0.6],
  point: [4.05, 0.9],
  end: [5.05, 1.5],
  win: [6.65, 1.6],
};
const SHIFT = 0.05; // seconds by which a decoder may shift the track; after each sound it is silent
const SHAKES = { turn: [40], call: [60, 60, 60], point: [30], end: [150], win: [80, 60, 80, 60, 80] }; // milliseconds

let track = null; // the sounds once they have come, or are asked for

async function load(audio) {
  const answer = await fetch(document.body.dataset.track);
  return audio.decodeAudioData(await answer.arrayBuffer());
}

// Whether it was heard. What could not be fetched is asked for again with the next sound; a browser that refuses
// sounds stays silent, and the game goes on.
export async function play(audio, name) {
  if (document.hidden) return false;
  if (isChosen("vibration") && name in SHAKES) navigator.vibrate?.(SHAKES[name]);
  if (!audio || !isChosen("sound")) return false;
  if (audio.state === "suspended") audio.resume().catch(() => {});
  const sounds = await (track ??= load(audio).catch(() => null));
  if (!sounds) {
    track = null;
    return false;
  }
  const [start, length] = SOUNDS[name], source = audio.createBufferSource();
  source.buffer = sounds;
  source.connect(audio.destination);
  source.start(0, start, length + SHIFT);
  return true;
}

// The voice for an accent: that of the country, else another of the language. Without one nobody speaks: calls in the
// wrong language please nobody.
export function voiceFor(accent) {
  const voices = window.speechSynthesis?.getVoices() ?? [];
  const speaks = (language) => voices.find(({ lang }) => lang.replace("_", "-").startsWith(language));
  return speaks(accent) ?? speaks(accent.slice(0, 2));
}

// Each face speaks in its own way, always the same: pitch and pace follow from its name.
function mannerOf(face) {
  const number = [...face].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7);
  return { pitch: 0.75 + (number % 11) / 20, rate: 0.95 + (number % 5) / 20 };
}

function speak({ seat, words }) {
  if (!isChosen("voices") || document.hidden) return;
  const voice = voiceFor(document.body.dataset.speech);
  if (!voice) return;
  const speech = new SpeechSynthesisUtterance(words);
  const face = document.getElementById(seat.replace("seat", "face"))?.dataset.face ?? seat;
  speechSynthesis.speak(Object.assign(speech, { voice, lang: voice.lang, ...mannerOf(face) }));
}

// The calls that seats show, as the bubbles say them.
function callsOf(main) {
  return [...main.querySelectorAll(".seat q:not(.said, .sign)")].map(
    (bubble) => `${bubble.closest(".seat").id} ${bubble.textContent}`);
}

// Which hand, how many tricks of it are over, and how it stands.
function counts(main) {
  return {
    hand: main.querySelector(".mini li:nth-child(2)")?.textContent,
    tricks: main.querySelectorAll(".trick:not(.now):has(svg)").length,
    score: [...main.querySelectorAll(".score b")].map((number) => number.textContent).join("-"),
  };
}

const first = document.getElementById("table");
let called = callsOf(first), counted = counts(first);

// A move has come: what seats have called since the table before is spoken, and one sound tells the rest.
export function follow(audio, main) {
  const before = { called, ...counted };
  called = callsOf(main);
  counted = counts(main);
  for (const call of called.filter((one) => !before.called.includes(one))) {
    const end = call.indexOf(" ");
    speak({ seat: call.slice(0, end), words: call.slice(end + 1) });
  }
  const name = sound(main, before);
  if (name) play(audio, name);
}

function sound(main, before) {
  if (main.classList.contains("end")) return main.classList.contains("victory") ? "win" : "end";
  if (main.querySelector("#say.urgent")) return "call";
  if (counted.score !== before.score) return "point";
  if (counted.hand !== before.hand) return "deal";
  if (counted.tricks > before.tricks) return "trick";
  if (main.querySelector("#say.due")) return "turn";
  return main.querySelector(".new") && "card";
}
