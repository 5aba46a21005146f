// How a training goes, in pictures: loss by step, score by epoch, and how spread the attention is.

import { h } from "../../parts/element.js";
import { picture } from "../../parts/picture.js";
import { bars, chart } from "./drawn.js";

const MOST = 600;

/** curves({tools, job}) → {node, add(job)}: pictures that grow with the events of a training. */
export function curves({ tools, job }) {
  const { words } = tools, steps = [], epochs = [], node = h("div", { class: "beside" });
  const spoken = job.about.task === "language";
  const scored = spoken ? "perplexity" : "validation";
  const score = (value) => (spoken ? tools.number(value, 2) : tools.percent(value, 1)), number = (value) => tools.number(value, 3);
  const make = (key) => picture({ words, name: `train-${key}`, title: words(`train.${key}`), isNot: words(`train.${key}.not`), body: h("div"), table: { columns: [], rows: [] } });
  const pictures = { loss: make("loss"), score: make("score"), entropy: make("entropy") };

  function thin(points) {
    const every = Math.ceil(points.length / MOST);
    return points.filter((_, i) => i % every === 0 || i === points.length - 1);
  }
  function loss() {
    const series = [
      { name: words("train.loss.train"), kind: "line", points: thin(steps).map((each) => [each.step, each.loss]) },
      { name: words("train.loss.validation"), kind: "dots", points: epochs.filter((each) => each.at).map((each) => [each.at, each.validation_loss]) },
    ];
    pictures.loss.update({ body: chart({ series, x: words("train.step"), y: words("train.loss.axis"), format: number, label: words("train.loss") }),
      table: { columns: [words("train.step"), { name: words("train.loss.train"), format: number }], rows: steps.map((each) => [each.step, each.loss]) } });
  }
  function scores() {
    const points = epochs.filter((each) => each[scored] !== null && each[scored] !== undefined).map((each) => [each.epoch, each[scored]]);
    pictures.score.update({ title: words(spoken ? "train.score.perplexity" : "train.score"),
      body: chart({ series: [{ name: words(spoken ? "train.perplexity" : "train.validation"), kind: "both", points }], x: words("train.epoch"), y: "", format: score, label: words("train.score"), whole: true }),
      table: { columns: [words("train.epoch"), { name: words(spoken ? "train.perplexity" : "train.validation"), format: score }, { name: words("train.loss.validation"), format: number }, { name: words("train.entropy.mean"), format: (value) => tools.number(value, 2) }],
        rows: epochs.map((each) => [each.epoch, each[scored], each.validation_loss, each.entropy]) } });
  }
  function entropy() {
    const last = epochs.findLast((each) => each.histogram);
    pictures.entropy.node.hidden = !last;
    if (!last) return;
    const edge = (i) => tools.number(i / last.histogram.length, 2);
    pictures.entropy.update({ title: words("train.entropy.at", { epoch: last.epoch }), body: bars({ values: last.histogram, x: words("train.entropy.axis"), label: words("train.entropy"), edge }),
      table: { columns: [words("train.entropy.from"), words("train.entropy.to"), words("train.entropy.texts")], rows: last.histogram.map((n, i) => [i / last.histogram.length, (i + 1) / last.histogram.length, n]) } });
  }
  function draw() {
    pictures.loss.node.hidden = steps.length < 2;
    pictures.score.node.hidden = !epochs.length;
    if (steps.length > 1) loss();
    if (epochs.length) scores();
    entropy();
  }
  node.append(...Object.values(pictures).map((each) => each.node));
  draw();
  return {
    node,
    add({ events }) {
      for (const event of events ?? []) {
        if (event.event === "step") { while (steps.length && steps.at(-1).step >= event.step) steps.pop(); steps.push(event); }
        if (event.event === "epoch") { while (epochs.length && epochs.at(-1).epoch >= event.epoch) epochs.pop(); epochs.push({ ...event, at: steps.at(-1)?.step }); }
      }
      if (events?.length) draw();
    },
  };
}
