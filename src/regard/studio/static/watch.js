// The server, watched for all views: whether it answers, whether it knows this page, what was trained meanwhile.

import { pulse, resume, setToken, whenGone, whenLocked } from "./api.js";
import { h, put } from "./parts/element.js";
import { given, keepToken } from "./token.js";

const APART = 2000;
const at = (id) => document.getElementById(id);

/**
 * watch({words, hrefOf, changed({runs, jobs})}) → begins to watch.
 * `words()` gives the way to speak now, `hrefOf(job)` where a training is seen; `changed` hears which marks are others.
 */
export function watch({ words, hrefOf, changed }) {
  let late = 0, marks = null, looking = false, timer = null;

  async function look() {
    clearTimeout(timer);
    if (!looking) {
      looking = true;
      try { heard(await pulse()); } finally { looking = false; }
    }
    timer = setTimeout(() => { if (!document.hidden || at("banner").dataset.kind === "gone") look(); }, APART);
  }
  function heard({ status, value }) {
    late = status === "late" ? late + 1 : 0;
    if (status === 0 || late > 1) return banner("gone", words()("gone"));
    if (status === "late") return null;
    if (status === 401) return ask();
    const was = at("banner").dataset.kind;
    if (was === "gone" || was === "locked") banner("back", words()("back"));
    resume();
    return value ? compare(value) : null;
  }
  function compare(value) {
    const before = marks;
    marks = value;
    running(value.running);
    if (before && (before.runs !== value.runs || before.jobs !== value.jobs)) changed({ runs: before.runs !== value.runs, jobs: before.jobs !== value.jobs });
  }
  /** The trainings that run stand beside the navigation, in every view. */
  function running(jobs) {
    const place = at("running"), share = jobs.length ? Math.round(100 * jobs.reduce((sum, job) => sum + job.share, 0) / jobs.length) : 0;
    place.hidden = !jobs.length;
    if (!jobs.length) return;
    const name = jobs.length === 1 ? jobs[0].run : words()("running.several", { n: jobs.length });
    place.href = hrefOf(jobs[0].id);
    put(place, h("span", { class: "running-ring", style: { background: `conic-gradient(var(--blue) ${3.6 * share}deg, var(--rule) 0)` } }),
      h("span", { class: "running-name" }, name), h("span", { class: "running-share" }, `${share} %`));
    place.setAttribute("aria-label", words()("running", { name, share }));
  }
  function banner(kind, ...inside) {
    const place = at("banner");
    if (place.dataset.kind === kind) return;
    place.dataset.kind = kind;
    place.hidden = false;
    put(place, inside);
    if (kind === "back") setTimeout(() => { if (place.dataset.kind === "back") { place.hidden = true; delete place.dataset.kind; } }, 3000);
  }
  /** Another token is asked for where the page stands, so that nothing that was typed is lost. */
  function ask() {
    const field = h("input", { id: "new-token", type: "text", autocomplete: "off" });
    const enter = (event) => { event.preventDefault(); keepToken(given(field.value)); setToken(given(field.value)); look(); };
    banner("locked", h("p", {}, words()("locked")), h("form", { onsubmit: enter, class: "unlock" }, h("label", { for: "new-token" }, words()("closed.token")), field, h("button", {}, words()("closed.enter"))));
  }
  whenGone(look);
  whenLocked(look);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  look();
}

/** A sentence that is seen for some seconds. */
export function notice(...inside) {
  const place = at("notice");
  put(place, inside);
  place.hidden = false;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => { place.hidden = true; }, 8000);
}
