// One run: where it can be looked at, its report, what the doctor finds, and the run as a file.

import { h, put } from "../../parts/element.js";
import { table } from "../../parts/table.js";

const VIEWS = { classify: ["read", "compare", "heads", "inside"], translate: ["translate", "compare", "heads"], language: ["next", "compare", "heads"], instruct: ["next", "heads"], prefer: ["next", "heads"] };

/** Ask for an address and open it: a report beside this page, a file as a download. */
export async function openAddress(tools, path, trouble, body = {}) {
  try {
    const { address } = await tools.ask(path, { body });
    const link = h("a", { href: address, target: "_blank", rel: "noopener noreferrer" });
    document.body.append(link);
    link.click();
    link.remove();
    put(trouble);
  } catch (error) {
    tools.fail(trouble, error);
  }
}

/** oneRun({tools}) → {node, show(run)} */
export function oneRun({ tools }) {
  const { words } = tools, node = h("section", { class: "one-run", hidden: true });

  async function doctor(run, place) {
    put(place, h("p", { class: "note" }, words("runs.doctor.wait")));
    try {
      const found = await tools.ask(`/runs/${run.id}/doctor`, { body: { lang: tools.lang }, channel: "doctor" });
      const wrong = found.findings.map((one) => h("li", { class: one.severity }, h("strong", {}, one.check), `: ${one.evidence}`, h("br"), one.where ? h("code", {}, one.where) : null, one.remedy ? h("p", {}, one.remedy) : null));
      put(place, h("p", { class: found.findings.length ? "worse" : "better" }, words(found.findings.length ? "runs.doctor.found" : "runs.doctor.healthy", { n: found.findings.length, passed: found.passed.length })),
        wrong.length ? h("ul", { class: "findings" }, wrong) : null,
        table({ words, caption: words("runs.doctor.about"), columns: [words("runs.check"), words("runs.check.says")],
          rows: [...found.findings.map((one) => [one.check, words("runs.check.found")]), ...found.passed.map((check) => [check, words("runs.check.passed")]), ...found.could_not_check.map((one) => [one.check, `${words("runs.check.unknown")}: ${one.why}`])] }));
    } catch (error) {
      if (!tools.stale(error)) tools.fail(place, error);
    }
  }
  return {
    node,
    show(run) {
      node.hidden = !run;
      if (!run) return;
      const trouble = h("div"), found = h("div", { "aria-live": "polite" });
      const act = (key, work) => h("button", { type: "button", onclick: work }, words(key));
      put(node, h("h2", {}, run.name), h("p", { class: "note" }, run.folder),
        h("div", { class: "row" },
          (VIEWS[run.task] ?? []).filter((view) => view !== "next" || run.speaks).map((view) => act(`${view}.title`, () => tools.go(view, { run: run.id, runs: null }))),
          run.report ? act("runs.report", () => openAddress(tools, `/runs/${run.id}/report`, trouble)) : h("span", { class: "note" }, words("runs.report.none")),
          act("runs.doctor", () => doctor(run, found)),
          act("runs.zip", () => openAddress(tools, `/runs/${run.id}/export`, trouble, { to: "run" })),
          run.task === "language" ? act("runs.huggingface", () => openAddress(tools, `/runs/${run.id}/export`, trouble, { to: "huggingface" })) : null),
        trouble, found);
    },
  };
}
