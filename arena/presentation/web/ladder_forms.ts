// Forms of a ladder's pages: fields, and what was refused.
import {h, SentenceCharacters, shown} from "./dom";
import {Problem} from "./ladder_model";

/** Why something was refused, and when it can work. */
export function refusalText(problem: unknown): HTMLElement {
  const code = problem instanceof Problem && problem.code ? h("code", {}, problem.code) : null;
  const wait =
    problem instanceof Problem && problem.retryAfter !== null ? ` It can work in ${problem.retryAfter} s.` : "";
  const words = problem instanceof Error ? problem.message : String(problem);
  return h("p", {class: "bad", role: "alert"}, code, " ", shown(words, SentenceCharacters), wait);
}

/** An input with its label. */
export function field(label: string, input: HTMLElement): HTMLElement {
  return h("label", {}, h("span", {}, label), input);
}
