// What a ladder's pages begin with, and what the window is called: the ladder's title, then the page's own name.
import {h, shown} from "../../presentation/web/dom";

import {ladder} from "./ladder_model";

let title = "Tichu ladder";
let asked = false;

/** Asks for the ladder's title, unless it is known; if nobody answers the usual one stays, and the next page asks. */
export async function learnTitle(): Promise<void> {
  if (asked) return;
  try {
    const told = (await ladder.limits())["title"];
    if (typeof told === "string") noteTitle(told);
  } catch {
    // The page itself will say so.
  }
}

export function noteTitle(told: string): void {
  title = shown(told);
  asked = true;
}

/** The ladder's title above a heading; it leads to the standings. */
export function kicker(): HTMLElement {
  return h("p", {class: "kicker"}, h("a", {href: "#"}, title));
}

/**
 * A page's head: the ladder's title, the page's heading, and what stands below. Of the ladder's own page (null) the
 * title is the heading.
 */
export function pageHead(heading: Node|string|null, ...below: (Node|null)[]): HTMLElement {
  return h("header", {class: "title"}, heading === null ? null : kicker(), h("h1", {}, heading ?? title), ...below);
}

/** What the window is called: "TITLE: fox". */
export function nameWindow(page: string|null): void {
  document.title = page === null || page === title ? title : `${title}: ${page}`;
}
