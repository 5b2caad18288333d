// A page with one message and a link back, and pages that show one if they fail.
import {clear, h, SentenceCharacters, shown} from "./dom";

export function messageView(title: string, sentence: string|null, back: {href: string; text: string}): HTMLElement {
  return h("main", {class: "report"},
    h("header", {class: "title"}, h("p", {class: "kicker"}, "Tichu arena"), h("h1", {}, title),
      sentence ? h("p", {class: "lede", role: "alert"}, shown(sentence, SentenceCharacters)) : null,
      h("nav", {}, h("a", {class: "button", href: back.href}, back.text))));
}

/**
 * Shows the page that the address names, now and whenever it changes, or what `failed` makes of the sentence that says
 * why it cannot; and hands it keys that no field takes.
 */
export function openPages(root: HTMLElement, pages: {show(): Promise<void>; key(event: KeyboardEvent): boolean},
  failed: (sentence: string) => Node[]): void {
  const show = () => {
    pages.show().catch((problem: unknown) => {
      clear(root);
      root.append(...failed(problem instanceof Error ? problem.message : String(problem)));
    });
  };
  window.addEventListener("hashchange", show);
  window.addEventListener("keydown", (event) => {
    const typing = (event.target as Element | null)?.closest("input:not([type=range]), select, textarea");
    if (!typing && pages.key(event)) event.preventDefault();
  });
  show();
}
