// Asking the server. Texts go in bodies, never in addresses. While the server is gone, questions wait for its return.

export class Refused extends Error {
  constructor(status, sentence, wait) { super(spoken(sentence)); this.status = status; this.wait = wait; }
}
/** The server went away while it was to do something that must not be done twice. */
export class Gone extends Error {}

const tab = crypto.randomUUID(), channels = new Map(), TRIES = 4;
let token = "", open = 0, gone = () => {}, locked = null, released = [], spoken = (sentence) => sentence;

export const setToken = (value) => { token = value; };
/** How what the server refuses is said in the language of the page. */
export const setTongue = (work) => { spoken = work; };
/** Who is told that the server does not answer; and, once the page is open, that the token is no longer good. */
export const whenGone = (work) => { gone = work; };
export const whenLocked = (work) => { locked = work; };
/** The server answers: what waited is asked again. */
export const resume = () => { const waiting = released; released = []; for (const go of waiting) go(); };

/**
 * ask("/runs", {body, channel}) → the answer as a value. With a body it is a POST; `raw` is the name of a file that is sent as it is.
 * An answer in lines is told line by line to `told`, from its first line again if the server went away in between.
 * Of the questions in one channel only the latest counts: the earlier ones are given up (AbortError).
 */
export async function ask(path, { body, channel, method, signal, raw, told } = {}) {
  if (channel) {
    channels.get(channel)?.abort();
    channels.set(channel, new AbortController());
    signal = channels.get(channel).signal;
  }
  busy(1);
  try {
    return await answer(path, { body, method, signal, raw, told });
  } finally {
    busy(-1);
  }
}

/** How many questions are open stands on the root element, for who waits until the page is at rest. */
function busy(more) {
  open += more;
  document.documentElement.dataset.busy = String(open);
}

async function answer(path, { body, method, signal, raw, told }) {
  const deed = Boolean(raw || method || (body !== undefined && path.startsWith("/jobs")));
  for (let tried = 1; ; tried++) {
    try {
      return await send(path, { body, method, signal, raw, told });
    } catch (error) {
      const shut = error.status === 401 && locked;
      if (stale(error) || (error instanceof Refused && !shut)) throw error;
      if (shut) locked(); else gone();
      if (!shut && (deed || tried === TRIES)) throw new Gone(error.message);
      await returned(signal);
    }
  }
}

/** Until the server is back, or a newer question took the place of this one. */
const returned = (signal) => new Promise((go, give) => {
  released.push(go);
  signal?.addEventListener("abort", () => give(signal.reason), { once: true });
});

async function send(path, { body, method, signal, raw, told }) {
  const said = await fetch(path.startsWith("/api/") ? path : `/api/v1${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      Authorization: `Bearer ${token}`, "X-Regard-Tab": tab,
      ...(raw ? { "X-Regard-Name": encodeURIComponent(raw) } : body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body: body === undefined ? undefined : raw ? body : JSON.stringify(body),
    signal, cache: "no-store", credentials: "omit",
  });
  if (told && said.ok) { await lines(said, told); return null; }
  const value = await said.json().catch((error) => { if (error instanceof SyntaxError) return {}; throw error; });
  if (!said.ok) throw new Refused(said.status, value.detail ?? said.statusText, Number(said.headers.get("Retry-After") ?? 0));
  return value;
}

async function lines(said, told) {
  const reader = said.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { value, done } = await reader.read(), found = (rest + (value ?? "")).split("\n");
    rest = found.pop();
    for (const line of found.map((each) => JSON.parse(each))) {
      if (line.detail) throw new Refused(422, line.detail, 0);
      told(line);
    }
    if (done) return;
  }
}

/** What changed by itself: {status, value}; status 0 if nothing answers, and "late" if it takes long. */
export async function pulse() {
  try {
    const said = await fetch("/api/v1/pulse", { headers: { Authorization: `Bearer ${token}` }, cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(4000) });
    return { status: said.status, value: said.ok ? await said.json() : null };
  } catch (error) {
    return { status: error.name === "TimeoutError" ? "late" : 0, value: null };
  }
}

/** Whether an error only says that a newer question took the place of this one. */
export const stale = (error) => error?.name === "AbortError";
