// Forms of a ladder's pages: fields, signing in, and what was refused.
import {clear, h, SentenceCharacters, shown} from "../../presentation/web/dom";

import {Problem} from "./ladder_model";
import {showAgain, signOut} from "./ladder_session";

/** A code, with a link to what it means. */
export function codeLink(code: string): HTMLElement {
  return h("a", {class: "code", href: `#help=${encodeURIComponent(code)}`}, h("code", {}, shown(code)));
}

/** Why something was refused, and when it can work. */
export function refusalText(problem: unknown): HTMLElement {
  const code = problem instanceof Problem && problem.code ? codeLink(problem.code) : null;
  const wait =
    problem instanceof Problem && problem.retryAfter !== null ? ` It can work in ${problem.retryAfter} s.` : "";
  const words = problem instanceof Error ? problem.message : String(problem);
  return h("p", {class: "bad", role: "alert"}, code, " ", shown(words, SentenceCharacters), wait);
}

/** An input with its label. */
export function field(label: string, input: HTMLElement): HTMLElement {
  return h("label", {}, h("span", {}, label), input);
}

export function tokenInput(name = "token"): HTMLInputElement {
  return h("input", {type: "password", name, autocomplete: "off", required: true, placeholder: "tch_…"});
}

/** A form of these fields and a button. What comes of it, or was refused, is told below. */
export function askForm(
  name: string, fields: HTMLElement[], button: string, ask: (told: HTMLElement) => Promise<unknown>): HTMLElement {
  const told = h("div", {class: "told", "aria-live": "polite"});
  return h("form", {
    class: name,
    submit: (event) => {
      event.preventDefault();
      clear(told);
      ask(told).catch((problem: unknown) => told.append(refusalText(problem)));
    }
  },
    h("div", {class: "filters"}, ...fields, h("button", {type: "submit"}, button)), told);
}

/** Asks for a token and signs in with it; then the page is shown once more. */
export function signInForm(signIn: (token: string) => Promise<void>): HTMLElement {
  const token = tokenInput();
  return askForm("sign-in", [field("Token", token)], "Sign in", () => signIn(token.value.trim()).then(showAgain));
}

export function signOutButton(): HTMLElement {
  return h("button", {
    type: "button",
    click: () => {
      signOut();
      showAgain();
    }
  },
    "Sign out");
}
