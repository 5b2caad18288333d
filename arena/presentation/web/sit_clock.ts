// How much time is left for a decision, where several people play. The table measures it; this only tells.
import {h} from "./dom";
import type {Snapshot} from "./sit_model";
import {plural} from "./wording";

/** Below this it is shown each second, and said once. */
const SoonSeconds = 20;
const Key = "asked";

/** When the open question was first seen here. It outlives a reload of its page, but not the table's process. */
export class Clocks {
  private timer = 0;

  constructor(private readonly redraw: () => void) {}

  /** Whole seconds left of so many for this question. */
  left(version: string, seconds: number): number {
    const [known, since] = (sessionStorage.getItem(Key) ?? "").split(" ");
    const begin = known === version ? Number(since) : Date.now();
    if (known !== version) sessionStorage.setItem(Key, `${version} ${begin}`);
    const left = Math.max(0, Math.ceil(seconds - (Date.now() - begin) / 1000));
    window.clearTimeout(this.timer);
    if (left > 0) this.timer = window.setTimeout(this.redraw, left > SoonSeconds ? (left - SoonSeconds) * 1000 : 1000);
    return left;
  }
}

export function clockLine({question, people, version}: Snapshot, clocks: Clocks): HTMLElement|null {
  if (people.clock_s === null || !question || question.id === 0) return null;
  const run = version.slice(0, version.lastIndexOf("-"));
  const left = clocks.left(`${run}-${question.id}`, people.clock_s);
  const soon = left <= SoonSeconds;
  const words = soon ? `${plural(left, "second")} left` : `${plural(people.clock_s, "second")} for each decision`;
  return h("p", {class: `clock${soon ? " soon" : ""}`}, words);
}
