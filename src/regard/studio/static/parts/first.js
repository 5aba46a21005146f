// A view without a run for it: offers to train a small one, and shows how that goes.

import { h, put } from "./element.js";
import { progress } from "./progress.js";

const OFFERS = {
  classify: { task: "classify", model: "attention", corpus: "probe-reviews" },
  translate: { task: "translate", model: "bahdanau", corpus: "probe-phrases", settings: { "training.epochs": 4, "training.least_steps": 1000 } },
  language: { task: "language", model: "gpt", corpus: "probe-reviews", settings: { "training.most_steps": 300 } },
};

export function firstRun(root, needs, tools) {
  const { words } = tools, task = needs.find((one) => one in OFFERS), place = h("div");
  let following = null;

  function follow(job) {
    following?.close();
    following = progress({ tools, id: job.id, ended: (end) => {
      if (end.status === "finished") { tools.say(words("first.done")); tools.learned(); }
      else offer(end.why);
    } });
    put(place, h("p", {}, words("first.trains", job.about)), following.node);
  }
  function offer(why) {
    put(place, why ? h("p", { class: "failure" }, words("failed", { why })) : null,
      h("p", {}, words(`first.${task}`)),
      h("button", { type: "button", class: "first", onclick: begin }, words("first.train")));
  }
  async function begin(event) {
    event.target.disabled = true;
    try { follow(await tools.ask("/jobs", { body: OFFERS[task] })); } catch (error) { offer(error.message); }
  }
  put(root, h("p", { class: "question" }, words("none")), place);
  offer();
  tools.ask("/jobs").then(({ jobs }) => {
    const running = jobs.find((job) => job.status === "running" && job.about.task === task);
    if (running) follow(running);
  }).catch(() => {});
  return () => following?.close();
}
