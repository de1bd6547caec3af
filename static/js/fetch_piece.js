// A request that comes to an end: a connection may be lost without a word.

const PATIENCE = 10_000; // milliseconds

// Return the answer with its text; it fails like fetch, and if it takes too long.
export async function fetchPiece(address, options = {}) {
  const late = new AbortController(), timer = setTimeout(() => late.abort(), PATIENCE);
  try {
    const answer = await fetch(address, { ...options, headers: { "HX-Request": "true" }, signal: late.signal });
    return { answer, text: await answer.text() };
  } finally {
    clearTimeout(timer);
  }
}
