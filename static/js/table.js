/*
  The live table in the browser. htmx posts the buttons and swaps #table; this file
  - lets only newer tables in, and keeps focus, the screen reader and the clock right across swaps;
  - judges taps: unusable calls say why, grave ones ask once more, a call that has just changed waits;
  - sends again what the network lost, with the same action id, and keeps the socket alive.
  Nothing here knows the rules: what may be done is what the fragment offers.
*/
"use strict";
(() => {
  const GUARD = 300, SURE = 4000, TOAST = 4500; // milliseconds
  const RECAP = 3; // lines told to who comes back
  const RETRIES = [400, 1200, 2500];
  const FRAME_DUE = 1500; // what an accepted action brought should have come by then
  const SILENCE = 11000; // the server's pulse comes every four seconds
  const FINAL = { 4401: "shut", 4403: "shut", 1008: "shut", 4409: "elsewhere" }; // close codes
  const byId = (id) => document.getElementById(id);
  const table = () => byId("table");
  const words = document.body.dataset;

  htmx.config.timeout = 8000;
  htmx.config.wsReconnectDelay = () => 2 ** 31 - 1; // reconnecting is done here

  /* ---- which table is shown ---- */

  let shown = facts(table());
  let skew = shown.now - Date.now(); // the least delayed frame tells the server's time best

  function facts(main) {
    const { version, now, actBy, total } = main.dataset;
    return { version: +version, now: +now, actBy: +actBy, total: +total, html: essence(main.outerHTML) };
  }

  /* What makes two tables different for a reader: not when they were rendered. */
  function essence(html) {
    return html.replace(/ data-now="\d+"| data-notice="[^"]*"|name="action_id" value="[^"]*"/g, "");
  }

  /* Whether a table that arrives is to be shown: older ones and mere repetitions are not. */
  function isNews(next) {
    if (next.version !== shown.version) return next.version > shown.version;
    return next.now >= shown.now && next.html !== shown.html;
  }

  /* Every table comes through here, pushed or as the answer to a click; false if there is none. */
  function show(html) {
    const main = new DOMParser().parseFromString(html, "text/html").getElementById("table");
    if (!main) return false;
    const next = facts(main), before = shown;
    skew = Math.max(skew, next.now - Date.now());
    if (isWatching(main) !== isWatching(table())) {
      reconnect(); // the socket was opened before this reader sat down
      if (isWatching(main)) return true;
    }
    if (main.dataset.notice) toast(main.dataset.notice);
    if (!isNews(next)) return true;
    const focus = focusOf(table());
    shown = next;
    main.classList.toggle("moved", next.version > before.version);
    tick(main);
    table().replaceWith(main);
    htmx.process(main);
    restore(main, focus);
    armed = null;
    if (sending && next.version === sending.version) mark(sending.token);
    if (isDone()) done();
    watchPrompt(main);
    speak(main, next.version > before.version);
    return true;
  }

  function isWatching(main) {
    return main.classList.contains("watch");
  }

  function focusOf(main) {
    const element = document.activeElement;
    return main.contains(element) && { value: element.value, label: element.getAttribute("aria-label") };
  }

  function restore(main, focus) {
    if (!focus) return;
    const same = [...main.querySelectorAll("button")].find(
      (button) => button.value === focus.value && button.getAttribute("aria-label") === focus.label);
    (same || main).focus({ preventScroll: true });
  }

  /* ---- taps ---- */

  let promptKey = "", guardUntil = 0, armed = null, disarmTimer = 0;

  /* A tap meant for the table as it was must not say something else. */
  function watchPrompt(main) {
    const calls = [...main.querySelectorAll(".act button")].map((button) => button.value + button.ariaDisabled);
    const key = main.querySelector(".line").textContent + calls;
    if (key !== promptKey) guardUntil = performance.now() + GUARD;
    promptKey = key;
  }

  document.addEventListener("click", (event) => {
    wake();
    byId("toast").hidden = true;
    const button = event.target.closest("#table button, #signs button");
    if (button && !allows(button)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }, true);

  function allows(button) {
    if (sending) return false;
    if (button.getAttribute("aria-disabled") === "true") {
      const why = button.title || table().querySelector(".act").title;
      if (why) toast(why);
      return false;
    }
    const isCall = button.closest(".act");
    if (isCall && performance.now() < guardUntil) return false;
    const isCard = button.closest(".hand");
    const twice = isCall ? "ask" in button.dataset : isCard && "tapTwice" in words;
    if (!twice || armed === button) return true;
    arm(button, isCall);
    return false;
  }

  function arm(button, isCall) {
    disarm();
    armed = button;
    if (isCall) {
      button.dataset.label = button.textContent;
      button.textContent = words.sure;
      button.classList.add("sure");
    } else {
      button.classList.add("lift");
      toast(words.again);
    }
    byId("call").textContent = isCall ? `${button.dataset.label}: ${words.sure}` : words.again;
    disarmTimer = setTimeout(disarm, SURE);
  }

  function disarm() {
    clearTimeout(disarmTimer);
    if (!armed) return;
    if (armed.dataset.label) armed.textContent = armed.dataset.label;
    armed.classList.remove("sure", "lift");
    armed = null;
  }

  document.addEventListener("keydown", (event) => {
    wake();
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!table().contains(document.activeElement)) return;
    const key = event.key.toLowerCase();
    const card = "123".includes(key) && table().querySelectorAll(".held")[key - 1];
    const button = card || table().querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!button) return;
    event.preventDefault();
    button.focus();
    button.click();
  });

  /* ---- sending ---- */

  let sending = null; // { path, values, token, version, tries, accepted }

  /* While the socket is open an accepted action need not be answered with the table it brings. */
  document.body.addEventListener("htmx:configRequest", (event) => {
    const { parameters, path, headers } = event.detail;
    if (path.endsWith("/play/") && isOpen()) headers.Prefer = "return=minimal";
    if (path.endsWith("/sign/")) byId("signs").hidePopover();
    if (sending) return;
    disarm();
    sending = { path, values: { ...parameters }, token: parameters.token, version: shown.version, tries: 0 };
    mark(sending.token || null);
  });

  function mark(token) {
    busy(true);
    const button = token && table().querySelector(`button[value="${CSS.escape(token)}"]`);
    if (!button) return;
    button.dataset.note = words.sending;
    button.setAttribute("aria-busy", "true");
  }

  function busy(on) {
    table().classList.toggle("busy", on);
    if (on) return;
    for (const button of table().querySelectorAll("[data-note]")) {
      delete button.dataset.note;
      button.removeAttribute("aria-busy");
    }
  }

  /* The answer is read off the request itself: the form it came from may be gone by then. */
  document.body.addEventListener("htmx:beforeSend", (event) => {
    const { xhr } = event.detail;
    xhr.addEventListener("loadend", () => answered(xhr));
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => { event.detail.shouldSwap = false; });

  function answered(xhr) {
    if (!xhr.status) doubt();
    if (!xhr.status || xhr.status >= 500) return again();
    if (xhr.status === 204) return accepted();
    done();
    if (show(xhr.response)) return;
    const url = new URL(xhr.responseURL);
    if (xhr.status >= 400) return toast(textOf(xhr.response) || words.failed);
    url.searchParams.set("next", location.pathname); // sent to sign in: come back here
    location.assign(url);
  }

  function done() {
    clearTimeout(sending?.timer);
    sending = null;
    busy(false);
  }

  /* The action was taken: the socket brings the table, and if it does not, the table is fetched. */
  function accepted() {
    if (!sending) return;
    sending.accepted = true;
    if (isDone()) return done();
    sending.timer = setTimeout(fetchTable, FRAME_DUE);
  }

  function isDone() {
    return Boolean(sending?.accepted && shown.version > sending.version);
  }

  async function fetchTable() {
    done();
    const answer = await fetch(location.pathname, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (answer?.ok) show(await answer.text());
    else doubt();
  }

  function textOf(html) {
    return new DOMParser().parseFromString(html, "text/html").body.textContent.trim().slice(0, 200);
  }

  function again() {
    if (!sending) return;
    const wait = RETRIES[sending.tries++];
    if (wait === undefined) {
      done();
      return toast(words.failed);
    }
    const { path, values } = sending;
    const resend = () => htmx.ajax("POST", path, { source: document.body, values });
    setTimeout(() => resend().catch(() => {}), wait); // a failure comes back here by itself
  }

  /* ---- the line to the server ---- */

  let socket = null, wrapper = null, lastHeard = Date.now(), tries = 0, retryTimer = 0, stopped = false;
  let gone = false; // nothing was heard for so long that the reader is told what happened

  htmx.createWebSocket = (url) => (socket = new WebSocket(url));

  function isOpen() {
    return socket?.readyState === WebSocket.OPEN && byId("lost").hidden;
  }

  document.body.addEventListener("htmx:wsBeforeMessage", (event) => {
    event.preventDefault(); // shown here, or not at all
    heard();
    const { message } = event.detail;
    if (show(message)) return;
    const pulse = /id="pulse" data-version="(\d+)"/.exec(message);
    if (pulse && +pulse[1] > shown.version) lag(+pulse[1]);
  });
  document.body.addEventListener("htmx:wsOpen", (event) => {
    wrapper = event.detail.socketWrapper;
    tries = 0;
    heard();
  });
  document.body.addEventListener("htmx:wsClose", (event) => {
    wrapper = event.detail.socketWrapper || wrapper;
    if (event.detail.event.target !== socket) return;
    const why = FINAL[event.detail.event.code];
    stopped = Boolean(why);
    lost(words[why] || words.lost, stopped);
    if (!stopped) reconnectIn(Math.random() * Math.min(8000, 500 * 2 ** tries++));
  });

  function reconnectIn(wait) {
    clearTimeout(retryTimer);
    retryTimer = setTimeout(reconnect, wait);
  }

  function reconnect() {
    clearTimeout(retryTimer);
    if (!wrapper || stopped) return;
    if (socket.readyState === WebSocket.CONNECTING) return reconnectIn(2000);
    gone ||= Date.now() - lastHeard > SILENCE;
    lastHeard = Date.now();
    wrapper.reconnect();
  }

  function heard() {
    gone ||= Date.now() - lastHeard > SILENCE;
    lastHeard = Date.now();
    if (navigator.onLine) byId("lost").hidden = true;
  }

  function lost(message, final = false) {
    const bar = byId("lost");
    bar.firstElementChild.textContent = message;
    bar.lastElementChild.hidden = !final;
    bar.hidden = false;
  }

  /* The socket claims to be open, and something says it may not be: ask for a snapshot. */
  function doubt() {
    lost(words.lost);
    if (navigator.onLine) reconnect();
  }

  let lagging = 0;

  /* The server is ahead of what is shown; a frame may be on its way, so doubt only the second time. */
  function lag(version) {
    if (lagging === version) doubt();
    lagging = version;
  }

  byId("lost").lastElementChild.addEventListener("click", () => { stopped = false; reconnect(); });
  addEventListener("online", doubt);
  addEventListener("offline", () => lost(words.lost));
  addEventListener("pageshow", (event) => { if (event.persisted) doubt(); });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - lastHeard > SILENCE) doubt();
  });

  /* ---- the clock ---- */

  function tick(main) {
    const now = Date.now() + skew;
    const rest = shown.actBy ? Math.max(0, shown.actBy - now) : 0;
    main.querySelector(".clock").textContent = shown.actBy ? countdown(rest) : "";
    main.querySelector(".left i").style.setProperty("--share", shown.total ? Math.min(1, rest / shown.total) : 0);
    main.classList.toggle("hurry", Boolean(shown.actBy && main.classList.contains("due") && rest < 6000));
    for (const place of main.querySelectorAll("[data-until]")) {
      place.dataset.words ??= place.textContent;
      place.textContent = `${place.dataset.words} ${countdown(Math.max(0, place.dataset.until - now))}`;
    }
    for (const sign of main.querySelectorAll("[data-gone]")) if (sign.dataset.gone < now) sign.remove();
    if (Date.now() - lastHeard > SILENCE && !stopped && !document.hidden) doubt();
  }

  function countdown(milliseconds) {
    const seconds = Math.ceil(milliseconds / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  /* ---- words and sounds ---- */

  let told = lines(table()), away = robots(table()), winked = signs(table()), toastTimer = 0;

  function lines(main) {
    return [...main.querySelectorAll(".story li")].map((line) => line.textContent);
  }

  /* Who comes back in mid-hand, on this or another device, is told the last of it. */
  function recall(main) {
    const isTold = getComputedStyle(main.querySelector(".story")).display !== "none";
    const news = lines(main).slice(-RECAP);
    if (news.length && !isTold && main.classList.contains("play")) toast(news.join("\n"));
  }

  /* Whose seats a robot has taken over, in words. */
  function robots(main) {
    return [...main.querySelectorAll(".auto .who")].map(
      (who) => `${who.querySelector("bdi").textContent}: ${who.querySelector("small").textContent}`);
  }

  /* The partners' signs, in words. */
  function signs(main) {
    return [...main.querySelectorAll(".seat:not(.s0)")].filter((seat) => seat.querySelector(".sign")).map(
      (seat) => `${seat.querySelector("bdi").textContent}: ${seat.querySelector(".sign").textContent}`);
  }

  /* The newest lines, by overlap: the fragment holds only the last few. */
  function fresh(before, after) {
    for (let start = 0; start <= before.length; start++) {
      const kept = before.slice(start);
      if (kept.every((line, index) => line === after[index])) return after.slice(kept.length);
    }
    return after;
  }

  function speak(main, moved) {
    const now = lines(main), news = fresh(told, now);
    const taken = robots(main).filter((line) => !away.includes(line));
    const seen = signs(main).filter((line) => !winked.includes(line));
    told = now;
    away = robots(main);
    winked = signs(main);
    if (taken.length) toast(taken.join("\n"));
    const said = [...taken, ...seen, ...news];
    if (said.length) byId("log").textContent = said.join(". ");
    if (gone) recall(main);
    gone = false;
    if (!moved) return;
    const urgent = main.classList.contains("urgent"), due = main.classList.contains("due");
    byId("call").textContent = urgent ? `${main.querySelector(".line").textContent} ${main.querySelector(".hint").textContent}` : "";
    if (main.classList.contains("end")) play("end");
    else if (urgent) play("call");
    else if (scoreOf(main) !== score) play("point");
    else if (due) play("turn");
    else if (main.querySelector(".new")) play("card");
    score = scoreOf(main);
  }

  function scoreOf(main) {
    return [...main.querySelectorAll(".score b")].map((number) => number.textContent).join("-");
  }

  let score = scoreOf(table());

  function toast(message) {
    const element = byId("toast");
    clearTimeout(toastTimer);
    element.hidden = false;
    element.textContent = message;
    toastTimer = setTimeout(() => { element.hidden = true; }, TOAST);
  }

  /* each sound: [frequency, start, length] in hertz and seconds */
  const SOUNDS = {
    turn: [[523, 0, .12], [784, .1, .18]],
    card: [[150, 0, .05], [90, .02, .07]],
    call: [[440, 0, .1], [440, .13, .1], [660, .26, .2]],
    point: [[659, 0, .09], [880, .08, .16]],
    end: [[523, 0, .14], [659, .13, .14], [784, .26, .14], [1047, .39, .35]],
  };
  let audio = null;

  function isMuted() {
    return localStorage.getItem("sound") === "off";
  }

  /* Browsers let a page sound only after a gesture. */
  function wake() {
    if (audio || isMuted() || !window.AudioContext) return;
    audio = new AudioContext();
  }

  function play(name) {
    if (!audio || isMuted() || document.hidden) return;
    for (const [frequency, start, length] of SOUNDS[name]) {
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

  const mute = byId("sound");
  mute.setAttribute("aria-pressed", String(!isMuted()));
  mute.addEventListener("click", () => {
    localStorage.setItem("sound", isMuted() ? "on" : "off");
    mute.setAttribute("aria-pressed", String(!isMuted()));
    wake();
    play("turn");
  });

  recall(table());
  watchPrompt(table());
  tick(table());
  setInterval(() => tick(table()), 250);
  table().focus({ preventScroll: true });
})();
