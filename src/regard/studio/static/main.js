// The page: which view, in which language, with which state. All of it stands in the fragment.

import { ask, Gone, setToken, setTongue, stale } from "./api.js";
import { arrival, tell } from "./parts/arrivals.js";
import { watchDrops } from "./parts/dropped.js";
import { h, put } from "./parts/element.js";
import { choice } from "./parts/field.js";
import { firstRun } from "./parts/first.js";
import { given, keepToken, knownToken } from "./token.js";
import { VIEWS } from "./views/index.js";
import { notice, watch } from "./watch.js";
import { speaker } from "./words/index.js";

const SHARED = ["run", "text", "lang", "theme"];
const at = (id) => document.getElementById(id);
const runs = [];
let leave = null, lastSaid = 0, unwritten = null, here = "", started = false;

/** "#/read?run=a&text=b" as {view, state}. */
function parse(fragment) {
  const [, name, query] = /^#\/?([a-z-]*)\??(.*)$/s.exec(fragment) ?? [null, "", ""];
  return { view: VIEWS.find((one) => one.name === name) ?? VIEWS[0], state: Object.fromEntries(new URLSearchParams(query)) };
}
function fragment(name, state) {
  const kept = Object.entries(state).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return `#/${name}${kept.length ? `?${new URLSearchParams(kept)}` : ""}`;
}
const shared = (state) => Object.fromEntries(SHARED.filter((key) => key in state).map((key) => [key, state[key]]));

function look(state) {
  const lang = state.lang === "fr" ? "fr" : "en";
  document.documentElement.lang = lang;
  document.documentElement.dataset.theme = ["light", "dark"].includes(state.theme) ? state.theme : "auto";
  const words = speaker(lang);
  setTongue(words.refusal);
  return { lang, words };
}

function navigation(now, words) {
  at("skip").textContent = words("skip");
  const link = (view, said) => h("a", { href: fragment(view.name, shared(now.state)), "aria-current": view === now.view ? "page" : null }, said);
  put(at("foot"), VIEWS.filter((view) => view.aside).map((view) => link(view, words(`${view.name}.link`))));
  at("views").setAttribute("aria-label", words("views"));
  put(at("views"), VIEWS.filter((view) => !view.aside).map((view) => link(view, view.title(words))));
  const nav = at("views").getBoundingClientRect(), here = at("views").querySelector("[aria-current]")?.getBoundingClientRect();
  if (!here) return;
  if (here.left < nav.left || here.right > nav.right) at("views").scrollLeft += here.left - nav.left - 16;
}

function switches(now, words) {
  const change = (values) => { write(); location.hash = fragment(now.view.name, { ...parse(location.hash).state, ...values }); };
  put(at("switches"),
    choice({ label: words("language"), value: document.documentElement.lang, options: [["en", "English"], ["fr", "Français"]], change: (lang) => change({ lang }) }),
    choice({ label: words("theme"), value: document.documentElement.dataset.theme, options: ["auto", "light", "dark"].map((each) => [each, words(`theme.${each}`)]), change: (theme) => change({ theme: theme === "auto" ? null : theme }) }));
}

/** Put what the view kept into the fragment; not at every key, for browsers slow pages down that do. */
function write() {
  const now = unwritten;
  unwritten = null;
  if (!now || location.hash !== here) return; // Who has gone elsewhere meanwhile is not called back.
  history.replaceState(null, "", fragment(now.view.name, now.state));
  here = location.hash;
  navigation(now, speaker(document.documentElement.lang));
}

function toolsFor(now, lang, words) {
  const number = (value, digits = 2) => (Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value)
    .toLocaleString(lang, { maximumFractionDigits: digits, minimumFractionDigits: digits }).replace("-", "−");
  return {
    words, lang, runs, ask, stale, number,
    percent: (value, digits = 1) => value.toLocaleString(lang, { style: "percent", maximumFractionDigits: digits, minimumFractionDigits: digits }),
    keep(values) {
      Object.assign(now.state, values);
      unwritten = now;
      setTimeout(write, 150);
    },
    go(name, values) { write(); location.hash = fragment(name, { ...shared(now.state), ...values }); },
    say(sentence) {
      const wait = Math.max(0, lastSaid + 2000 - Date.now());
      lastSaid = Date.now() + wait;
      setTimeout(() => { at("live").textContent = sentence; }, wait);
    },
    fail(root, error) { put(root, h("p", { class: "failure", role: "alert" }, error instanceof Gone ? words("gone.deed") : words("failed", { why: error.message }))); },
    async learned() { await library(); show(); },
  };
}

/** The runs as they are now, in the list that all views hold; those that were not there before are given back. */
async function library() {
  const found = (await ask("/runs")).runs, before = new Set(runs.map((run) => run.folder + run.finished)), now = new Set(found.map((run) => run.id));
  const gone = runs.filter((run) => !now.has(run.id)); // A view may show one of them: they leave with the page.
  runs.splice(0, Infinity, ...found, ...gone);
  return found.filter((run) => !before.has(run.folder + run.finished));
}

/** Runs or trainings came or went while the page was open. */
async function changed(what) {
  if (what.jobs) tell("jobs");
  if (!what.runs) return;
  const fresh = await library(), { words } = look(parse(location.hash).state);
  tell("runs");
  if (fresh.length) notice(words("arrived", { runs: fresh.slice(0, 3).map((run) => run.name).join(", ") + (fresh.length > 3 ? " …" : "") }));
}

function show() {
  unwritten = null;
  here = location.hash;
  const now = parse(location.hash), { lang, words } = look(now.state), root = at("main");
  leave?.();
  leave = null;
  navigation(now, words);
  switches(now, words);
  document.title = `${now.view.title(words)} · regard studio`;
  put(root, h("h1", {}, now.view.title(words)));
  const inside = h("div", { class: `view view-${now.view.name}` });
  root.append(inside);
  const tools = toolsFor(now, lang, words);
  try {
    const isReady = () => !now.view.needs.length || runs.some((run) => now.view.needs.includes(run.task) && (now.view.fits?.(run) ?? true));
    const ready = isReady();
    if (!ready) arrival("runs", inside, () => { if (isReady()) show(); });
    leave = (ready ? now.view.show(inside, now.state, tools) : firstRun(inside, now.view.needs, tools)) ?? null;
  } catch (error) {
    tools.fail(inside, error);
    throw error;
  }
}

function closed(words) {
  const field = h("input", { id: "token", type: "text", autocomplete: "off" });
  const enter = (event) => {
    event.preventDefault();
    keepToken(given(field.value));
    start(given(field.value));
  };
  put(at("main"), h("h1", {}, "regard studio"), h("p", {}, words("closed")), h("p", {}, words("closed.how")),
    h("form", { onsubmit: enter, class: "field" }, h("label", { for: "token" }, words("closed.token")), field, h("button", {}, words("closed.enter"))));
}

async function start(token) {
  setToken(token);
  const { words } = look(parse(location.hash).state);
  try {
    await library();
  } catch (error) {
    if (error.status === 401) return closed(words);
    put(at("main"), h("p", { class: "failure" }, words("failed", { why: error.message })));
    return;
  }
  started = true;
  show();
  watch({ words: () => look(parse(location.hash).state).words, hrefOf: (job) => fragment("train", { ...shared(parse(location.hash).state), job }), changed });
}

const link = /^#token=([^&]+)(?:&lang=(\w+))?/.exec(location.hash);
if (link) history.replaceState(null, "", fragment(VIEWS[0].name, link[2] === "fr" ? { lang: "fr" } : {}));
addEventListener("pagehide", write);
watchDrops(() => { if (started) location.hash = fragment("train", shared(parse(location.hash).state)); });
at("skip").addEventListener("click", (event) => { event.preventDefault(); at("main").focus(); });
addEventListener("hashchange", () => {
  const late = /^#token=([^&]+)/.exec(location.hash);
  if (late) { location.reload(); return; }
  if (started) show();
});
const token = await knownToken(link?.[1]);
if (token) await start(token);
else closed(look(parse(location.hash).state).words);
