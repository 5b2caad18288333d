// What pages are made of: parts with headings, tables.
import {h, shown, shownLines} from "./dom";

/** A part of a page, with a heading. */
export function section(id: string, title: string, note: string|null, ...parts: (Node|null)[]): HTMLElement {
  return h("section", {id, class: "part", "aria-labelledby": `${id}-title`}, h("h2", {id: `${id}-title`}, title),
    note ? h("p", {class: "note-line"}, note) : null, ...parts);
}

/** A table that scrolls by itself where the page is too narrow. */
export function scroller(label: string, table: HTMLElement): HTMLElement {
  return h("div", {class: "scroll", tabindex: 0, role: "group", "aria-label": label}, table);
}

/** Headings that begin with '>' are those of columns of numbers. */
export function tableOf(headings: string[], rows: HTMLElement[]): HTMLElement {
  const heading = (text: string) =>
    h("th", {scope: "col", class: text.startsWith(">") ? "number" : null}, text.replace(">", ""));
  return h("table", {}, h("thead", {}, h("tr", {}, ...headings.map(heading))), h("tbody", {}, ...rows));
}

/** A value with half its interval, in one cell. */
export function withError(value: string, error: string|null): HTMLElement {
  return h(
    "td", {class: "number"}, h("strong", {}, value), error === null ? null : h("span", {class: "error"}, `± ${error}`));
}

/** When, for people, and exactly where the pointer rests. */
export function timeText(seconds: number): HTMLElement {
  const date = new Date(seconds * 1000);
  const words = date.toISOString().slice(0, 16).replace("T", " ");
  return h("time", {datetime: date.toISOString(), title: date.toString()}, words);
}

/** Who seem to play the same, beside a table. */
export function alikeNotes(groups: string[][]): HTMLElement[] {
  const note = (names: string[]) =>
    `${names.map((name) => shown(name)).join(", ")} seem to play the same: every board between them ended at 0 points.`;
  return groups.map((names) => h("p", {class: "note-line"}, note(names)));
}

/** What can be copied, with a button that does it. */
export function copyable(text: string, classes: string|null = null): HTMLElement {
  const button = h("button", {
    type: "button",
    class: "copy",
    click: () => {
      navigator.clipboard?.writeText(text).then(
        () => {
          button.textContent = "Copied";
        },
        () => {
          button.textContent = "Select it by hand";
        });
    }
  },
    "Copy");
  return h("div", {class: "command"}, h("pre", {class: classes, tabindex: 0}, shownLines(text)), button);
}
