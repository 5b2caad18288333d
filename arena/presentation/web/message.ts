// A page with one message and a link back.
import {h, SentenceCharacters, shown} from "./dom";

export function messageView(title: string, sentence: string|null, back: {href: string; text: string}): HTMLElement {
  return h("main", {class: "report"},
    h("header", {class: "title"}, h("p", {class: "kicker"}, "Tichu arena"), h("h1", {}, title),
      sentence ? h("p", {class: "lede", role: "alert"}, shown(sentence, SentenceCharacters)) : null,
      h("nav", {}, h("a", {class: "button", href: back.href}, back.text))));
}
