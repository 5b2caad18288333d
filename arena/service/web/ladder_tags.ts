// Tags on boards: marks that who is signed in sets for themselves, and nobody else sees.
import {clear, h, shown} from "../../presentation/web/dom";

import {refusalText} from "./ladder_forms";

import {type BoardTags, type OwnTags} from "./ladder_model";
import {askSigned, session} from "./ladder_session";
import {grouped} from "../../presentation/web/wording";

const Longest = 24;
/** What an address would take for folders. */
const Dots = /^\.{1,2}$/;
const OwnTagsId = "own-tags";

/** The address of the boards that have a tag. */
function boardsWith(tag: string): string {
  return `#boards&tag=${encodeURIComponent(tag)}`;
}

/** Whose tags are known to the browser's completion; empty until they have come. */
function completion(take: (own: OwnTags) => void): HTMLElement {
  const list = h("datalist", {id: OwnTagsId});
  askSigned<OwnTags>("tags").then((own) => {
    list.append(...own.tags.map(({tag}) => h("option", {value: tag})));
    take(own);
  }, () => undefined);  // a token that may not read them has none to offer
  return list;
}

/** A field for a tag, with `ownTags` or the tags of a board on the same page. */
export function tagInput(label: string|null): HTMLInputElement {
  return h("input",
    {type: "text", name: "tag", maxlength: Longest, list: OwnTagsId, autocomplete: "off", "aria-label": label});
}

/** All tags of who is signed in, each with how many boards have it. */
export function ownTags(): HTMLElement {
  const list = h("ul", {class: "chips", "aria-label": "Your tags"});
  return h("div", {class: "tags"}, completion(({tags}) => {
    list.append(...tags.map(
      ({tag, boards}) => h("li", {}, h("a", {href: boardsWith(tag)}, shown(tag)), h("span", {}, grouped(boards)))));
  }),
    list);
}

class TagsOfBoard {
  readonly element: HTMLElement;
  private readonly list = h("ul", {class: "chips"});
  private readonly told = h("div", {"aria-live": "polite"});
  private readonly input = tagInput("A new tag of yours");

  constructor(private readonly board: number) {
    const form = h("form", {
      class: "add-tag",
      submit: (event) => {
        event.preventDefault();
        const tag = this.input.value.trim();
        if (tag !== "") this.add(tag);
      }
    },
      this.input, h("button", {type: "submit"}, "Tag"));
    this.element = h("div", {class: "tags", role: "group", "aria-label": "Your tags of this board"},
      completion(() => undefined), this.list, form, this.told);
    this.take(askSigned<BoardTags>(`boards/${board}/tags`));
  }

  /** As it was typed: what tag that is, the ladder says. Only ".." would be another address, but not behind a blank. */
  private add(tag: string): void {
    this.change(Dots.test(tag) ? ` ${tag}` : tag, "PUT");
  }

  private change(tag: string, method: "PUT"|"DELETE"): void {
    this.take(askSigned<BoardTags|null>(`boards/${this.board}/tags/${encodeURIComponent(tag)}`, method), () => {
      this.input.value = "";
      this.input.focus();
    });
  }

  /** Shows the board's tags; null: it was done, and the token may not read them. */
  private take(answer: Promise<BoardTags|null>, then: () => void = () => undefined): void {
    clear(this.told);
    answer.then((now) => {
      if (now === null) {
        this.told.append(h("p", {}, "Done. This token may not read tags."));
      } else {
        clear(this.list);
        this.list.append(...now.tags.map((tag) => this.chip(tag)));
      }
      then();
    }, (problem: unknown) => this.told.append(refusalText(problem)));
  }

  private chip(tag: string): HTMLElement {
    const remove = {type: "button", "aria-label": `Remove the tag ${tag}`, click: () => this.change(tag, "DELETE")};
    return h("li", {}, h("a", {href: boardsWith(tag)}, shown(tag)), h("button", remove, "×"));
  }
}

/** The tags of a board, to be added and removed; or, if nobody is signed in, that there is such a thing. */
export function boardTags(board: number): HTMLElement {
  if (session() !== null) return new TagsOfBoard(board).element;
  return h("p", {class: "note-line"}, "Sign in at ", h("a", {href: "#mine"}, "My bots"),
    " to put tags of your own on this board.");
}
