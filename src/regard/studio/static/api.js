// Asking the server. Texts go in bodies, never in addresses.

export class Refused extends Error {
  constructor(status, sentence, wait) { super(sentence); this.status = status; this.wait = wait; }
}

const tab = crypto.randomUUID(), channels = new Map();
let token = "", open = 0;
let gone = () => {};

export const setToken = (value) => { token = value; };
/** Who is told that the server does not answer. */
export const whenGone = (work) => { gone = work; };

/**
 * ask("/runs", {body, channel}) → the answer as a value. With a body it is a POST; `raw` is the name of a file that is sent as it is.
 * Of the questions in one channel only the latest counts: the earlier ones are given up (AbortError).
 */
export async function ask(path, { body, channel, method, signal, raw } = {}) {
  if (channel) {
    channels.get(channel)?.abort();
    channels.set(channel, new AbortController());
    signal = channels.get(channel).signal;
  }
  busy(1);
  try {
    return await answer(path, { body, method, signal, raw });
  } finally {
    busy(-1);
  }
}

/** How many questions are open stands on the root element, for who waits until the page is at rest. */
function busy(more) {
  open += more;
  document.documentElement.dataset.busy = String(open);
}

async function answer(path, { body, method, signal, raw }) {
  let said;
  try {
    said = await fetch(`/api/v1${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        Authorization: `Bearer ${token}`, "X-Regard-Tab": tab,
        ...(raw ? { "X-Regard-Name": encodeURIComponent(raw) } : body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
      signal, cache: "no-store", credentials: "omit",
    });
  } catch (error) {
    if (error.name !== "AbortError") gone();
    throw error;
  }
  const value = await said.json().catch((error) => { if (error.name === "AbortError") throw error; return {}; });
  if (!said.ok) throw new Refused(said.status, value.detail ?? said.statusText, Number(said.headers.get("Retry-After") ?? 0));
  return value;
}

/** Whether the server answers. */
export async function alive() {
  try { return (await fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(2000) })).ok; } catch { return false; }
}

/** Whether an error only says that a newer question took the place of this one. */
export const stale = (error) => error?.name === "AbortError";
