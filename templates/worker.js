// The service worker: keeps files that never change and the pages that work without a connection, and
// shows what the site tells a person whose pages are closed. Everything else goes past it: no table,
// no hand and no answer is ever kept, and no page of a person but the score sheet they are at and
// the finished games that they saved.
// SHELL, above, names one release. Another release changes this text, so the browser installs it as a new
// worker, which replaces this one.

const KEPT = `shell-${SHELL.release}`;
const SHEETS = "sheets"; // the sheet somebody keeps the score on, put there by its page (score.js)
const SAVED = "saved"; // finished games that the reader saved (offline/saved.js)
const HASHED = /\.[0-9a-f]{12}\.\w+$/; // of a name that changes with what it names

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(prepare());
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function prepare() {
  const kept = await caches.open(KEPT);
  await kept.addAll(SHELL.files);
  await kept.add(new Request(SHELL.offline, { credentials: "omit", cache: "reload" }));
}

// What releases before this one kept is dropped.
async function takeOver() {
  const old = (await caches.keys()).filter((name) => ![KEPT, SHEETS, SAVED].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

// A page of the site says its language: the pages that need no connection are kept in it, with their files. They are
// the same for everybody, so no session is sent.
self.addEventListener("message", (event) => {
  if (event.data?.language) event.waitUntil(keepPages(event.data.language).catch(() => {}));
});

async function keepPages(language) {
  const kept = await caches.open(KEPT);
  for (const path of SHELL.pages) {
    const address = `${path}?language=${encodeURIComponent(language)}`, known = await kept.match(path, { ignoreVary: true });
    if (known?.url.endsWith(address)) continue;
    const answer = await fetch(address, { credentials: "omit" });
    if (answer.ok) await kept.put(path, answer);
  }
  for (const path of SHELL.later) if (!(await kept.match(path))) await kept.add(path);
}

self.addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith(SHELL.static)) event.respondWith(file(request));
});

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await keptPage(event.request)) ?? Response.error();
  }
}

// The page that is kept under this address; of a lesson the text of all; of anything else what can be done meanwhile.
async function keptPage(request) {
  const { pathname } = new URL(request.url), [lessons, texts] = SHELL.lessons;
  for (const cacheName of [SHEETS, SAVED, KEPT]) {
    const page = await caches.match(request, { cacheName, ignoreVary: true, ignoreSearch: cacheName !== SHEETS });
    if (page) return page;
  }
  const instead = pathname.startsWith(lessons) ? texts : SHELL.offline;
  return (await caches.match(instead, { ignoreVary: true })) ?? caches.match(SHELL.offline, { ignoreVary: true });
}

async function file(request) {
  const kept = await caches.open(KEPT);
  const known = (await kept.match(request)) ?? (await caches.match(request, { cacheName: SHEETS, ignoreVary: true }));
  if (known) return known;
  const answer = await fetch(request);
  const isWhole = answer.status === 200 && answer.type === "basic";
  if (isWhole && HASHED.test(new URL(request.url).pathname)) kept.put(request, answer.clone());
  return answer;
}

// ---- told ----

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  const { icon } = SHELL;
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, renotify: true, data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data.url, location.origin)));
});

// A tab that is there already comes to the front; no other site is ever opened.
async function show(url) {
  if (url.origin !== location.origin) return;
  const tabs = await self.clients.matchAll({ type: "window" });
  const there = tabs.find((tab) => new URL(tab.url).pathname === url.pathname);
  await (there ? there.focus() : self.clients.openWindow(url.href));
}
