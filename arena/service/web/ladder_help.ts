// What the codes mean with which a ladder refuses something, or says why.
import {h, SentenceCharacters, shown} from "../../presentation/web/dom";

import {codeLink} from "./ladder_forms";
import {pageHead} from "./ladder_head";

import {type CodeText, ladder} from "./ladder_model";
import {section} from "../../presentation/web/parts";

const Places: [string, string, string][] = [
  ["step", "Steps of a submission", "Why a step refused a version, or could not be done."],
  ["state", "States", "Why a version is in its state, or what became of a match or test."],
  ["request", "Requests", "Why something was not done that was asked for. Nothing has changed then."],
  ["trouble", "The ladder itself", "What is wrong with the ladder, as its status tells."]
];

function listed(codes: CodeText[]): HTMLElement {
  return h("dl", {class: "codes"},
    ...codes.flatMap((code) => [h("dt", {}, codeLink(code.code)), h("dd", {}, shown(code.title, SentenceCharacters))]));
}

function allCodes(codes: CodeText[]): HTMLElement[] {
  return Places.map(([place, title, note]) =>
                      section(`codes-${place}`, title, note, listed(codes.filter((code) => code.place === place))));
}

/** The page of one code; without one, or if it is unknown, of all. */
export async function helpPage(code: string): Promise<HTMLElement> {
  const codes = (await ladder.codes()).errors;
  const found = codes.find((known) => known.code === code);
  if (!found) {
    const words = code ?
      `There is no code ${shown(code)}. These are all that there are.` :
      "What each code means with which the ladder refuses something, or says why, and what would be right.";
    return h("main", {class: "report"},
      pageHead("Codes", h("p", {class: code ? "lede bad" : "lede", role: code ? "alert" : null}, words)),
      ...allCodes(codes));
  }
  const [, title] = Places.find(([place]) => place === found.place) ?? ["", ""];
  const status = found.status === null ? "" : `, with the status ${found.status}`;
  return h("main", {class: "report"},
    pageHead(h("code", {}, shown(found.code)), h("p", {class: "lede"}, shown(found.title, SentenceCharacters)),
      h("nav", {}, h("a", {class: "button", href: "#help"}, "All codes"),
        h("a", {class: "button", href: "#mine"}, "My bots"))),
    section("remedy", "What would be right", null, h("p", {}, shown(found.remedy, SentenceCharacters)),
      h("p", {class: "note-line"}, `Met in: ${title}${status}.`)));
}
