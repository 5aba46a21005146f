// How a training goes: a bar, the latest figures, and a button to stop it.

import { h, put } from "./element.js";

const APART = 600;

/** Follow the training of this id: {node, close}. `ended(job)` is called once, when it runs no more. */
export function progress({ tools, id, ended, told = () => {} }) {
  const { words } = tools;
  const fill = h("div"), bar = h("div", { class: "bar", role: "progressbar", "aria-valuemin": 0, "aria-valuemax": 100, "aria-label": words("job.progress") }, fill);
  const line = h("p", { class: "note" }), stop = h("button", { type: "button", onclick: halt }, words("job.stop"));
  let timer = null, after = 0, closed = false;

  async function halt() {
    stop.disabled = true;
    put(stop, words("job.stopping"));
    try { await tools.ask(`/jobs/${id}/stop`, { body: {} }); } catch { stop.disabled = false; put(stop, words("job.stop")); }
  }
  function figures(job) {
    if (!job.step) return job.doing || words("job.begins");
    if (job.step.step === job.step.steps) return words("job.ends");
    const parts = [words("job.step", { step: job.step.step, steps: job.step.steps }), words("job.loss", { loss: tools.number(job.step.loss, 3) })];
    if (job.epoch) parts.push(words("job.validation", { score: tools.percent(job.epoch.validation) }));
    return parts.join(" · ");
  }
  async function look() {
    let job;
    try {
      job = await tools.ask(`/jobs/${id}?after=${after}`);
    } catch (error) {
      if (error.status === 404) { put(line, error.message); return; }
      timer = setTimeout(look, 2 * APART);
      return;
    }
    if (closed) return;
    after = job.known;
    const percent = Math.round(100 * job.share);
    fill.style.width = `${percent}%`;
    bar.setAttribute("aria-valuenow", percent);
    put(line, figures(job));
    told(job);
    if (job.status === "running") { timer = setTimeout(look, APART); return; }
    stop.hidden = true;
    if (job.status !== "finished") put(line, job.status === "stopped" ? words(job.resumable ? "job.stopped" : "job.stopped.early", { share: percent }) : job.why);
    ended(job);
  }
  look();
  return { node: h("div", { class: "progress" }, bar, line, stop), close() { closed = true; clearTimeout(timer); } };
}
