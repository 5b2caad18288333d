// What a ladder's pages begin and end with: its title and notice, the page's own name, and where to read and ask.
import {h, SentenceCharacters, shown} from "../../presentation/web/dom";

import {ladder} from "./ladder_model";

/** What the operator says of the ladder, as plain texts. */
let front = {title: "Tichu ladder", about: "", notice: "", contact: "", program: ""};
let asked = false;

/** Asks for the ladder's title and texts, unless they are known; if nobody answers the next page asks. */
export async function learnFront(): Promise<void> {
  if (asked) return;
  try {
    const told = await ladder.limits();
    const text = (key: string) => {
      const value = told[key];
      return typeof value === "string" ? value : "";
    };
    front = {
      title: text("title") || front.title,
      about: text("about"),
      notice: text("notice"),
      contact: text("contact"),
      program: text("program")
    };
    asked = true;
  } catch {
    // The page itself will say so.
  }
}

/** The ladder's title above a heading; it leads to the standings. */
export function kicker(): HTMLElement {
  return h("p", {class: "kicker"}, h("a", {href: "#"}, shown(front.title)));
}

/**
 * A page's head: the ladder's title, the page's heading, and what stands below. Of the ladder's own page (null) the
 * title is the heading.
 */
export function pageHead(heading: Node|string|null, ...below: (Node|null)[]): HTMLElement {
  return h("header", {class: "title"}, heading === null ? null : kicker(), h("h1", {}, heading ?? shown(front.title)),
    ...below);
}

/** What the window is called: "TITLE: fox". */
export function nameWindow(page: string|null): void {
  const title = shown(front.title);
  document.title = page === null || page === title ? title : `${title}: ${page}`;
}

/** The operator's announcement; null: there is none. */
export function notice(): HTMLElement|null {
  return front.notice ? h("p", {class: "notice", role: "note"}, shown(front.notice, SentenceCharacters)) : null;
}

/** For who comes here first: what is played, and how to join. */
export function introduction(): HTMLElement {
  const own = front.about ? `${shown(front.about, SentenceCharacters)} ` : "";
  return h("p", {class: "note-line"}, own,
    "Tichu is a climbing card game for two partnerships; here programs play it. On a board two bots, each its own " +
      "partner, play the same cards twice, with the sides swapped, so that luck evens out. ",
    h("a", {href: "#submit"}, "Submit a bot"), " to join, in any language; ", h("a", {href: "/docs"}, "the documents"),
    " have the rules and the protocol.");
}

/** A text as a link if it is an address or a mailbox. */
function linked(text: string): Node|string {
  const words = shown(text);
  if (/^https?:\/\/\S+$/.test(text)) return h("a", {href: text}, words);
  return /^[^\s@:/]+@[^\s@:/]+$/.test(text) ? h("a", {href: `mailto:${text}`}, words) : words;
}

/** Where to read on and whom to ask. */
export function siteFooter(): HTMLElement {
  return h("footer", {class: "site-footer"}, h("a", {href: "/docs"}, "Documents"), " · ",
    h("a", {href: "#help"}, "What each code means"), " · ", h("a", {href: "/openapi.json"}, "API"),
    ...(front.program ? [" · tichu-arena: ", linked(front.program)] : []),
    ...(front.contact ? [" · Contact: ", linked(front.contact)] : []));
}
