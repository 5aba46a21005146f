// The trainings that were begun here: a list, and one of them followed.

import { arrival } from "../../parts/arrivals.js";
import { h, put } from "../../parts/element.js";
import { progress } from "../../parts/progress.js";
import { table } from "../../parts/table.js";
import { curves } from "./curves.js";

/** jobs({tools, chosen, choose}) → {node, open(id), close()} */
export function jobs({ tools, chosen, choose }) {
  const { words } = tools, list = h("div"), one = h("section", { class: "job" });
  let following = null, now = chosen ?? null;

  async function draw() {
    const found = (await tools.ask("/jobs")).jobs;
    if (!found.length) { put(list); return; }
    put(list, h("h2", {}, words("train.jobs")), table({ words, caption: words("train.jobs.about"),
      columns: [words("train.job"), words("train.corpus"), words("train.model"), words("train.status"), { name: words("train.share"), format: (value) => tools.percent(value, 0) }, words("train.when")],
      rows: found.map((job) => [h("button", { type: "button", "aria-current": job.id === now ? "true" : null, onclick: () => api.open(job.id) }, job.run), job.about.corpus, job.about.model,
        words(`train.status.${job.status}`), job.share, new Date(1000 * job.started).toLocaleString(tools.lang)]) }));
    return found;
  }
  async function act(id, what, options = { body: {} }) {
    try { await tools.ask(`/jobs/${id}${what}`, options); } catch (error) { tools.fail(one, error); return; }
    if (options.method === "DELETE") { now = null; choose(null); following?.close(); following = null; put(one); await draw(); } else await api.open(id);
  }
  function ended(job, place) {
    draw();
    tools.say(words(`train.status.${job.status}`));
    const score = job.result?.test, write = score?.metric === "accuracy" ? tools.percent : tools.number;
    put(place, job.status === "finished"
      ? [h("p", { class: "better" }, words("train.done", { run: job.run, metric: score?.metric ?? "", value: score ? write(score.value, 1) : "" })),
        h("button", { type: "button", class: "first", onclick: () => look(job) }, words("train.look"))]
      : h("button", { type: "button", class: "first", onclick: () => act(job.id, "/resume") }, words(job.resumable ? "train.resume" : "train.again")),
    h("button", { type: "button", onclick: () => act(job.id, "", { method: "DELETE" }) }, words("train.forget")));
  }
  async function look(job) {
    const { runs } = await tools.ask("/runs"), run = runs.find((each) => each.folder.endsWith(`/${job.run}`));
    await tools.learned();
    tools.go({ classify: "read", translate: "translate", language: "next" }[job.about.task] ?? "runs", { run: run?.id });
  }
  const api = {
    node: h("div", {}, one, list),
    async open(id) {
      now = id;
      choose(id);
      following?.close();
      const found = (await draw())?.find((job) => job.id === id);
      if (!found) { put(one); return; }
      const drawn = curves({ tools, job: found }), place = h("div", { class: "row" });
      following = progress({ tools, id, told: (job) => drawn.add(job), ended: (job) => ended(job, place) });
      put(one, h("h2", {}, words("train.following", { run: found.run })), following.node, place, drawn.node);
    },
    close() { following?.close(); },
  };
  /** The list as it is; where nothing is followed, a training that runs is. */
  async function look() {
    const found = await draw(), open = found?.find((job) => job.id === now) ?? found?.find((job) => job.status === "running");
    if (open && !following) api.open(open.id);
  }
  arrival("jobs", list, () => look().catch(() => {}));
  look().catch(() => {});
  return api;
}
