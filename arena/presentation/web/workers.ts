// Who plays in place of the arena's own machine.
import {h, SentenceCharacters, shown} from "./dom";
import type {SeenWorker, SeenWorkers} from "./model";
import {scroller, tableOf} from "./parts";
import {fixed, grouped, plural} from "./wording";

const StateWords: Record<string, string> = {
  playing: "plays",
  draining: "draining",
  refused: "refused",
  other_build: "other build",
  silent: "silent"
};

function workerRow(worker: SeenWorker): HTMLElement {
  const plays = worker.state === "playing";
  const figure = (text: string) => h("td", {class: "number"}, worker.build ? text : "");
  return h("tr", {class: plays ? null : "provisional"}, h("th", {scope: "row"}, shown(worker.name)),
    h("td", {class: worker.state === "refused" ? "bad" : null}, StateWords[worker.state] ?? shown(worker.state)),
    figure(grouped(worker.cores)), figure(grouped(worker.speed)), figure(fixed(worker.load, 2)),
    figure(grouped(worker.under_way)), figure(grouped(worker.units)), h("td", {class: "detail"}, shown(worker.build)),
    h("td", {class: "detail"}, shown(worker.reason, SentenceCharacters)));
}

/** All workers that the leader knows: those that play first, then those that do not, with the reason. */
export function workersTable(workers: SeenWorkers): HTMLElement {
  if (workers.workers.length === 0) return h("p", {}, "No worker has been heard of yet.");
  const rank = (worker: SeenWorker) => (worker.state === "playing" ? 0 : 1);
  const rows = [...workers.workers].sort((a, b) => rank(a) - rank(b)).map((worker) => workerRow(worker));
  const headings = [
    "Worker", "State", ">Cores", ">Reference rounds/s", ">Load", ">Under way", ">Units played", "Build",
    "Why it does not play"
  ];
  const table = scroller("Workers", tableOf(headings, rows));
  return workers.left_out === 0 ?
    table :
    h("div", {}, table, h("p", {class: "quiet"}, `and ${plural(workers.left_out, "other")}`));
}
