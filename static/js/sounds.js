// What a table lets hear and feel, where its reader chose it: a guitar, a drum and cards, spoken calls, a phone that
// shakes.
// Fetched with the first gesture, before which a page may sound nothing. The instruments are computed here, once each.

// each: [instrument, start in seconds, frequency in hertz]
const SOUNDS = {
  turn: [["pluck", 0, 330], ["pluck", .09, 440]],
  card: [["card", 0]],
  deal: [["card", 0], ["card", .09], ["card", .18]],
  trick: [["drum", 0, 150], ["card", .04]],
  call: [["drum", 0, 110], ["pluck", .05, 220], ["pluck", .05, 277], ["pluck", .05, 330]],
  point: [["pluck", 0, 440], ["pluck", .08, 554]],
  end: [["pluck", 0, 330], ["pluck", .14, 294], ["pluck", .28, 220], ["drum", .28, 82]],
  win: [["pluck", 0, 220], ["pluck", .1, 277], ["pluck", .2, 330], ["pluck", .3, 440], ["drum", .3, 110]],
};
const SHAKES = { turn: [40], call: [60, 60, 60], point: [30], end: [150], win: [80, 60, 80, 60, 80] }; // milliseconds

function isChosen(option) {
  return localStorage.getItem(option) === "on";
}

export function play(audio, name) {
  if (document.hidden) return;
  if (isChosen("vibration") && name in SHAKES) navigator.vibrate?.(SHAKES[name]);
  for (const [instrument, start, frequency] of audio ? SOUNDS[name] : []) {
    const source = audio.createBufferSource();
    source.buffer = rendered(audio, instrument, frequency);
    source.connect(audio.destination);
    source.start(audio.currentTime + start);
  }
}

// ---- instruments: each fills the samples of one note ----

const INSTRUMENTS = {
  // A plucked string (Karplus and Strong, 1983): a burst of noise in a loop, softer each time around.
  pluck: { length: 1.1, play(samples, rate, frequency) {
    const period = Math.round(rate / frequency), string = Float32Array.from({ length: period }, noise);
    for (let i = 0; i < samples.length; i++) {
      const at = i % period;
      samples[i] = string[at] * .3;
      string[at] = .498 * (string[at] + string[(at + 1) % period]);
    }
  } },
  // The bombo: a low tone that falls, and the beat of the stick.
  drum: { length: .4, play(samples, rate, frequency) {
    for (let i = 0, phase = 0; i < samples.length; i++) {
      const time = i / rate;
      phase += 2 * Math.PI * frequency * (1 + .6 * Math.exp(-time * 40)) / rate;
      samples[i] = .4 * Math.sin(phase) * Math.exp(-time * 12) + .08 * noise() * Math.exp(-time * 160);
    }
  } },
  // A card on cloth: noise without its highest part, gone at once.
  card: { length: .12, play(samples, rate) {
    for (let i = 0, soft = 0; i < samples.length; i++) {
      soft += .35 * (noise() - soft);
      samples[i] = .5 * soft * Math.exp(-i / rate * 55) * Math.min(1, i / rate * 400);
    }
  } },
};
const notes = new Map();

function noise() {
  return Math.random() * 2 - 1;
}

function rendered(audio, instrument, frequency) {
  const key = `${instrument} ${frequency}`, { length, play } = INSTRUMENTS[instrument];
  if (!notes.has(key)) {
    const note = audio.createBuffer(1, length * audio.sampleRate, audio.sampleRate);
    play(note.getChannelData(0), audio.sampleRate, frequency);
    notes.set(key, note);
  }
  return notes.get(key);
}

// The voice for an accent: that of the country, else of the language, else a Spanish one.
function voiceFor(accent) {
  const voices = speechSynthesis.getVoices();
  const speaks = (language) => voices.find(({ lang }) => lang.replace("_", "-").startsWith(language));
  return speaks(accent) ?? speaks(accent.slice(0, 2)) ?? speaks("es-ES") ?? speaks("es");
}

function speak(words) {
  if (!isChosen("voices") || !window.speechSynthesis || document.hidden) return;
  const speech = new SpeechSynthesisUtterance(words), accent = document.body.dataset.speech;
  const voice = voiceFor(accent);
  speech.lang = voice?.lang ?? accent;
  if (voice) speech.voice = voice;
  speechSynthesis.speak(speech);
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
  for (const call of called.filter((one) => !before.called.includes(one))) speak(call.slice(call.indexOf(" ") + 1));
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
