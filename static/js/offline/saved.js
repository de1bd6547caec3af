// Finished games that the reader saved to read without a connection: pages in a cache of their own, put there by a tap
// and dropped by another.

const SAVED = "saved";

export async function listSaved() {
  if (!("caches" in window)) return [];
  const kept = await caches.open(SAVED), requests = await kept.keys();
  return Promise.all(requests.map(async (request) => {
    const { title } = new DOMParser().parseFromString(await (await kept.match(request)).text(), "text/html");
    return { path: new URL(request.url).pathname, title };
  }));
}

export async function isSaved(path) {
  return Boolean(await (await caches.open(SAVED)).match(path, { ignoreVary: true }));
}

export async function save(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(answer.status);
  await (await caches.open(SAVED)).put(path, answer);
}

export async function drop(path) {
  await (await caches.open(SAVED)).delete(path, { ignoreVary: true });
}
