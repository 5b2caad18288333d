// Each against each: a cell for each two that have met, seen from who is named at its row.
import {h, styled} from "./dom";
import {scroller} from "./parts";
import {fixed, grouped, signed} from "./wording";

/** Who stands in the table. */
export interface Contestant {
  place: number;
  /** Safe to show. */
  name: string;
  /** What leads from the name to its bearer; null: nothing does. */
  link: HTMLElement|null;
}

/** What came of the boards of two, by their indices, as the first sees it. */
export interface Met {
  first: number;
  second: number;
  /** Points per round, and half the 95 % interval; null: boards do not tell it. */
  mean: number;
  error: number|null;
  boards: number;
  won: number;
  drawn: number;
  lost: number;
  /** The likelihood that the first is the stronger; null: nothing is said of it. */
  stronger: number|null;
  /** What else is to be said of the pair. */
  remark: string;
}

function seenByTheSecond(met: Met): Met {
  const stronger = met.stronger === null ? null : 1 - met.stronger;
  return {...met, first: met.second, second: met.first, mean: -met.mean, won: met.lost, lost: met.won, stronger};
}

/** Half of a 95 % interval, in standard errors. */
const Normal95 = 1.96;
/** A difference of so many standard errors is as sure as the colours can say. */
const SureErrors = 4;
/** Margins scatter by at least so many points per round, even if those of the few boards seen are all alike. */
const LeastScatter = 5;

/** What the colours of the cells mean. */
export const ColourWords = "The surer a difference, the stronger its colour: full from " +
  `${SureErrors} standard errors on, and paler with few boards, whose error is not known well.`;

/**
 * How sure it is that there is a difference, from 0 to 1. The mean over its standard error has Student's distribution;
 * Wallace's formula says how far out the same probability lies in a normal one.
 */
function certainty(met: Met): number {
  if (met.error === null || met.boards < 2) return 0;
  const error = Math.max(met.error / Normal95, LeastScatter / Math.sqrt(met.boards));
  const freedom = met.boards - 1;
  const normal =
    ((8 * freedom + 1) / (8 * freedom + 3)) * Math.sqrt(freedom * Math.log1p((met.mean / error) ** 2 / freedom));
  return Math.min(1, normal / SureErrors);
}

function sentence(met: Met, all: Contestant[]): string {
  const error = met.error === null ? " (error unknown)" : ` ± ${fixed(met.error, 1)}`;
  const stronger = met.stronger === null ? "" : `; stronger with a likelihood of ${fixed(100 * met.stronger, 1)} %`;
  return `${all[met.first].name} against ${all[met.second].name}: ${signed(met.mean, 1)}${error} points per round; ` +
    `${met.won} won, ${met.drawn} drawn, ${met.lost} lost${stronger}${met.remark ? `; ${met.remark}` : ""}`;
}

function cell(met: Met, all: Contestant[], address: string|null): HTMLElement {
  const text = sentence(met, all);
  const error = met.error === null ? "± ?" : `± ${fixed(met.error, met.error < 10 ? 1 : 0)}`;
  const inside = [
    h("span", {class: "mean"}, signed(met.mean), met.remark ? "*" : null),
    h("span", {class: "small"}, `${error} · ${grouped(met.boards)}`)
  ];
  const shade = `heat ${met.mean < 0 ? "minus" : "plus"}`;
  const made = address === null ?
    h("td", {class: shade, title: text, "aria-label": text}, ...inside) :
    h("td", {class: shade, title: text}, h("a", {href: address, "aria-label": text}, ...inside));
  return styled(made, {"--heat": `${Math.round(certainty(met) * 100)}%`});
}

/** The table, which scrolls by itself, with the names in sight. `address` says where the cell of two leads. */
export function crosstable(
  label: string, all: Contestant[], met: Met[], address: (row: number, column: number) => string | null): HTMLElement {
  const cells: (HTMLElement|null)[][] = all.map(() => all.map(() => null));
  for (const pair of met) {
    for (const seen of [pair, seenByTheSecond(pair)])
      cells[seen.first][seen.second] = cell(seen, all, address(seen.first, seen.second));
  }
  const head =
    h("tr", {}, h("th", {scope: "col", class: "number"}, "#"), h("th", {scope: "col", class: "names"}, "Bot"),
      ...all.map((one) => h("th", {scope: "col", class: "across", title: one.name},
                   h("span", {class: "upright"}, one.name), h("span", {}, one.place))));
  const rows = all.map((one, i) => h("tr", {}, h("td", {class: "number rank"}, one.place),
                         h("th", {scope: "row", title: one.name}, one.link ?? one.name),
                         ...cells[i].map((found, k) => found ?? h("td", {class: i === k ? "self" : ""}))));
  const box = scroller(label, h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)));
  box.classList.add("crosstable");
  return box;
}
