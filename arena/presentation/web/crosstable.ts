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

/** The colour of a cell, from -1 to 1; it is strongest at `reach`. */
function heat(mean: number, reach: number): number {
  return reach > 0 ? Math.max(-1, Math.min(1, mean / reach)) : 0;
}

function sentence(met: Met, all: Contestant[]): string {
  const error = met.error === null ? " (error unknown)" : ` ± ${fixed(met.error, 1)}`;
  const stronger = met.stronger === null ? "" : `; stronger with a likelihood of ${fixed(100 * met.stronger, 1)} %`;
  return `${all[met.first].name} against ${all[met.second].name}: ${signed(met.mean, 1)}${error} points per round; ` +
    `${met.won} won, ${met.drawn} drawn, ${met.lost} lost${stronger}${met.remark ? `; ${met.remark}` : ""}`;
}

function cell(met: Met, all: Contestant[], reach: number, address: string|null): HTMLElement {
  const text = sentence(met, all);
  const value = heat(met.mean, reach);
  const error = met.error === null ? "± ?" : `± ${fixed(met.error, met.error < 10 ? 1 : 0)}`;
  const inside = [
    h("span", {class: "mean"}, signed(met.mean), met.remark ? "*" : null),
    h("span", {class: "small"}, `${error} · ${grouped(met.boards)}`)
  ];
  const shade = `heat ${value < 0 ? "minus" : "plus"}`;
  const made = address === null ?
    h("td", {class: shade, title: text, "aria-label": text}, ...inside) :
    h("td", {class: shade, title: text}, h("a", {href: address, "aria-label": text}, ...inside));
  return styled(made, {"--heat": `${Math.round(Math.abs(value) * 100)}%`});
}

/** The table, which scrolls by itself, with the names in sight. `address` says where the cell of two leads. */
export function crosstable(
  label: string, all: Contestant[], met: Met[], address: (row: number, column: number) => string | null): HTMLElement {
  const reach = Math.max(...met.map((pair) => Math.abs(pair.mean)));
  const cells: (HTMLElement|null)[][] = all.map(() => all.map(() => null));
  for (const pair of met) {
    for (const seen of [pair, seenByTheSecond(pair)])
      cells[seen.first][seen.second] = cell(seen, all, reach, address(seen.first, seen.second));
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
