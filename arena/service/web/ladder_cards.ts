// Cards of the benchmark that are for everybody.
import {h, shown} from "../../presentation/web/dom";

import {pageHead} from "./ladder_head";
import {type Card, ladder} from "./ladder_model";
import {botLink} from "./ladder_views";
import {scroller, section, tableOf, timeText, withError} from "../../presentation/web/parts";
import {fixed, grouped, signed} from "../../presentation/web/wording";

function value(told: Card["lost"]): HTMLElement {
  if (told === null) return h("td", {class: "number"}, "–");
  return withError(signed(told.points, 1), told.error95 === null ? "?" : fixed(told.error95, 1));
}

/** Whether its strength is told from that of the next: by what the two cards say alone. */
function apartWords(card: Card): string {
  if (card.above_next === null) return "";
  return card.above_next ? "yes" : "no";
}

function rowOf(card: Card): HTMLElement {
  const worst = value(card.worst);
  worst.append(h("span", {class: "quiet"}, ` ${shown(card.worst_partner.replace(/^partner-/, ""))}`));
  return h("tr", {}, h("th", {scope: "row"}, botLink(card.bot, card.number)), value(card.strength),
    h("td", {}, apartWords(card)), value(card.partners), value(card.lost), worst,
    h("td", {class: "number"}, fixed(card.spread, 1)), value(card.lost_to_family), value(card.lost_to_search),
    h("td", {class: card.rounds_at_fault > 0 ? "number bad" : "number"}, grouped(card.rounds_at_fault)),
    h("td", {class: "number"}, grouped(card.boards)), h("td", {}, shown(card.author)),
    h("td", {class: "number"}, grouped(card.cards_of_author)), h("td", {}, timeText(card.made)),
    h("td", {}, h("a", {href: `/api/v1/cards/${card.id}`, "aria-label": `Card ${card.id}`}, "card.json")));
}

export function cardTable(cards: Card[]): HTMLElement {
  return scroller("Cards",
    tableOf(
      [
        "Bot", ">Strength", "Above next", ">Beside partners", ">Lost to the best", ">Worst partner", ">Spread",
        ">To family", ">To search", ">Faults", ">Boards", "Author", ">Cards", "Made (UTC)", ""
      ],
      cards.map((card) => rowOf(card))));
}

export async function cardsPage(): Promise<HTMLElement> {
  const {cards} = await ladder.cards();
  return h("main", {class: "report"},
    pageHead("Cards",
      h("p", {class: "lede"},
        "What versions reached in TichuBench, on secret boards of this ladder. Their authors chose to show " +
          "these cards before anybody knew them.")),
    section("cards", cards.length ? `TichuBench ${shown(cards[0].suite)}` : "TichuBench",
      "Points per round without faults, with half the 95 % interval: against the frozen pool; whether that tells a " +
        "version from the next; beside eight partners, what is lost there to the best that is known, and with the " +
        "worst; to a family of exploiters and to a search. Faults are rounds, boards are those against each opponent " +
        "of the pool, and cards are all that the author had of the same boards: the best of several has luck in it.",
      cards.length ? cardTable(cards) : h("p", {}, "There is none so far."),
      h("p", {}, "The command ", h("code", {}, "tichu-arena ask benchmark"), ", or ",
        h("a", {href: "#mine"}, "My bots"), ", has one made.")));
}
