// What bots said about their decisions: a note, what they expected, how likely they were to choose which move.
import {h, shown, shownLines, styled} from "./dom";
import type {Remark, Replay, Step} from "./model";
import type {View} from "./table";
import {percent, plural, signed} from "./wording";

const ShownMoves = 8;
const Declined: Record<string, string|undefined> = {
  grand_tichu: "no Grand Tichu",
  tichu: "no Tichu",
  bomb: "no bomb"
};

/** The name of a seat's bot, and the seat's number. */
export function nameOf(replay: Replay, seat: number|undefined): string {
  return seat === undefined ? "" : `${shown(replay.bots?.[seat] ?? "")} (${seat})`;
}

function moves(probabilities: [string, number][]): HTMLElement {
  const sorted = [...probabilities].sort((a, b) => b[1] - a[1]);
  const rows = sorted.slice(0, ShownMoves)
                 .map(([move, probability]) => styled(h("li", {}, h("span", {class: "move"}, shown(move)),
                                                        h("span", {class: "share"}, percent(probability, 1))),
                        {"--share": `${100 * probability}%`}));
  const more = sorted.length - ShownMoves;
  return h(
    "ul", {class: "moves"}, ...rows, more > 0 ? h("li", {class: "quiet"}, `and ${plural(more, "other move")}`) : null);
}

function remarkBox(replay: Replay, step: Step, remark: Remark): HTMLElement {
  const head =
    [
      remark.seat === step.seat ? null : nameOf(replay, remark.seat),
      Declined[remark.declined ?? ""] ?? null,
      remark.value === undefined ? null :
                                   `expects ${signed(remark.value, Number.isInteger(remark.value) ? 0 : 1)} points`,
    ].filter((part) => part !== null)
      .join(", ");
  return h("div", {class: "remark", "data-of": remark.seat}, head ? h("p", {class: "quiet"}, head) : null,
    remark.note ? h("p", {class: "note", tabindex: 0}, shownLines(remark.note)) : null,
    remark.probabilities ? moves(remark.probabilities) : null);
}

/** The faults after which a substitute sits at a seat. */
function faultBoxes(replay: Replay, step: Step): HTMLElement[] {
  return (step.faults ?? [])
    .map(
      (fault) => h("div", {class: "remark substituted", "data-seat": fault.seat},
        h("p", {}, `${nameOf(replay, fault.seat)} at fault, ${fault.kind.replace(/_/g, " ")}: a substitute plays on`),
        h("p", {class: "note"}, shown(fault.text))));
}

/**
 * The faults after which a substitute took over at a step, and what bots said there, as far as `view` may read it: from
 * a seat's view only its own remarks are shown.
 */
export function remarksAt(replay: Replay, step: Step, view: View): HTMLElement[] {
  const readable = (step.remarks ?? []).filter((remark) => view === null || view === remark.seat);
  return [...faultBoxes(replay, step), ...readable.map((remark) => remarkBox(replay, step, remark))];
}
