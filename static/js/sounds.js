// What a table lets hear and feel: tones, and where its reader chose them spoken calls and a shaking phone.
// Asked for with the first gesture, before which a page may sound nothing; what is on is remembered in this browser.

// each: [frequency, start, length] in hertz and seconds
const TONES = {
  turn: [[523, 0, .12], [784, .1, .18]],
  card: [[150, 0, .05], [90, .02, .07]],
  deal: [[120, 0, .04], [140, .08, .04], [160, .16, .04]],
  trick: [[587, 0, .07], [440, .07, .1]],
  call: [[440, 0, .1], [440, .13, .1], [660, .26, .2]],
  point: [[659, 0, .09], [880, .08, .16]],
  end: [[523, 0, .14], [440, .13, .14], [349, .26, .35]],
  win: [[523, 0, .14], [659, .13, .14], [784, .26, .14], [1047, .39, .35]],
};
const SHAKES = { turn: [40], call: [60, 60, 60], point: [30], end: [150], win: [80, 60, 80, 60, 80] }; // milliseconds

function isChosen(option) {
  return localStorage.getItem(option) === "on";
}

export function play(audio, name) {
  if (document.hidden) return;
  if (isChosen("vibration") && name in SHAKES) navigator.vibrate?.(SHAKES[name]);
  for (const [frequency, start, length] of audio ? TONES[name] : []) {
    const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + start;
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(.16, at);
    volume.gain.exponentialRampToValueAtTime(.001, at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
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
