// A page that says one thing and leads back.
import { h } from "./dom";

export function messageView(title: string, sentence: string | null, back: { href: string; text: string }): HTMLElement {
  return h("main", { class: "report" },
    h("header", { class: "title" }, h("p", { class: "kicker" }, "Tichu arena"), h("h1", {}, title),
      sentence ? h("p", { class: "lede", role: "alert" }, sentence) : null,
      h("nav", {}, h("a", { class: "button", href: back.href }, back.text))));
}
