// The page: which view, in which language, with which state. All of it stands in the fragment.

import { alive, ask, setToken, stale, whenGone } from "./api.js";
import { h, put } from "./parts/element.js";
import { choice } from "./parts/field.js";
import { firstRun } from "./parts/first.js";
import { keepToken, knownToken } from "./token.js";
import { VIEWS } from "./views/index.js";
import { speaker } from "./words/index.js";

const SHARED = ["run", "text", "lang", "theme"];
const at = (id) => document.getElementById(id);
let leave = null, runs = [], lastSaid = 0, unwritten = null, started = false;

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
  return { lang, words: speaker(lang) };
}

function navigation(now, words) {
  at("skip").textContent = words("skip");
  const links = VIEWS.map((view) => h("a", {
    href: fragment(view.name, shared(now.state)), "aria-current": view === now.view ? "page" : null,
  }, view.title(words)));
  at("views").setAttribute("aria-label", words("views"));
  put(at("views"), links);
  const nav = at("views").getBoundingClientRect(), here = at("views").querySelector("[aria-current]").getBoundingClientRect();
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
  if (!unwritten) return;
  const now = unwritten;
  unwritten = null;
  history.replaceState(null, "", fragment(now.view.name, now.state));
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
    fail(root, error) { put(root, h("p", { class: "failure", role: "alert" }, words("failed", { why: error.message }))); },
    async learned() { await library(); show(); },
  };
}

async function library() {
  runs = (await ask("/runs")).runs;
}

function show() {
  unwritten = null;
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
    const ready = !now.view.needs.length || runs.some((run) => now.view.needs.includes(run.task));
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
    const given = /token=([^&]+)/.exec(field.value)?.[1] ?? field.value.trim();
    keepToken(given);
    start(given);
  };
  put(at("main"), h("h1", {}, "regard studio"), h("p", {}, words("closed")), h("p", {}, words("closed.how")),
    h("form", { onsubmit: enter, class: "field" }, h("label", { for: "token" }, words("closed.token")), field, h("button", {}, words("closed.enter"))));
}

async function watchServer() {
  const answers = await alive(), banner = at("banner");
  const { words } = look(parse(location.hash).state);
  if (!answers) { banner.hidden = false; banner.textContent = words("gone"); }
  else if (!banner.hidden) {
    banner.hidden = true;
    at("live").textContent = words("back");
    if (started) show();
    else location.reload();
  }
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
}

const given = /^#token=([^&]+)(?:&lang=(\w+))?/.exec(location.hash);
if (given) history.replaceState(null, "", fragment(VIEWS[0].name, given[2] === "fr" ? { lang: "fr" } : {}));
addEventListener("pagehide", write);
whenGone(watchServer);
setInterval(watchServer, 2500);
at("skip").addEventListener("click", (event) => { event.preventDefault(); at("main").focus(); });
addEventListener("hashchange", () => {
  const late = /^#token=([^&]+)/.exec(location.hash);
  if (late) { location.reload(); return; }
  if (started) show();
});
const token = await knownToken(given?.[1]);
if (token) await start(token);
else closed(look(parse(location.hash).state).words);
