// The rules in short, for whoever has never played. The numbers are clauses of the rule book (engine/RULES.md), as
// refusals name them.
import {cardFace} from "./cards";
import {h} from "./dom";

/** What it is about, its clauses, the rule, and the card of which it tells. */
type Line = [string, string, string, string?];

const Lines: Line[] = [
  [
    "Aim", "1.3, 2.2",
    "You and the partner opposite play against the two others. Whoever has no cards left is out. Be out early, and " +
      "win tricks with points: a 5 counts 5, a 10 or a king 10, the Dragon 25, the Phoenix \u221225."
  ],
  [
    "Cards", "2.1",
    "Four suits (jade, sword, pagoda, star) of 2 to 10, jack, queen, king and ace, the highest; and four special " +
      "cards: Mahjong, Dog, Phoenix, Dragon."
  ],
  [
    "Calls", "3.1, 3.3",
    "Grand Tichu, on the first eight cards, brings 200 points if you are out before all others, else it costs 200. " +
      "Tichu, until your first card, 100."
  ],
  ["Push", "3.4", "Each gives one card to each other, all at once."],
  [
    "Plays", "4.1",
    "One card; a pair; a triple; stairs, which are pairs in a row (5 5 6 6); a full house, which is a triple with a " +
      "pair; a straight of five or more in a row."
  ],
  [
    "Tricks", "5.1, 6.1 to 6.3",
    "Whoever leads plays any of these; who has the Mahjong leads first. The others in turn play the same kind with " +
      "as many cards, but higher, or pass. Who played last when all others have passed takes the trick and leads."
  ],
  [
    "Bombs", "4.2, 5.3, 6.4",
    "Four of a rank, or five or more in a row of one suit, beat everything but a larger bomb, and may be played out " +
      "of turn."
  ],
  [
    "Mahjong", "7.1 to 7.3",
    "The 1. Whoever plays it may wish for a rank: whoever can play that rank on their turn must, until somebody has.",
    "Mah"
  ],
  ["Dog", "7.5", "Only led, alone: it gives the lead to the partner.", "Dog"],
  [
    "Phoenix", "4.3, 5.2",
    "Stands for any rank from 2 to ace beside other cards, but not in a bomb. Alone it beats any card but the " +
      "Dragon, by half a rank; led, it counts 1\u00bd.",
    "Phx"
  ],
  ["Dragon", "5.2, 7.6", "The highest card. The trick that it wins must be given to an opponent.", "Drg"],
  [
    "End", "6.6, 8.1 to 8.3",
    "If both of a team are out first and second, it has 200 points. Else the round ends when the third is out: the " +
      "last one's cards count for the opponents, and the last one's tricks for who was first out."
  ],
];

/** Words whose clauses, in "(rule 5.1)", lead to the rule book. */
export function withClauses(words: string): (HTMLElement|string)[] {
  const [before, clauses, after] = words.split(/(\(rules? [^)]*\))/);
  if (!clauses) return [words];
  const parts =
    clauses.split(/(\d+\.\d+)/)
      .map((part, i) => (i % 2 === 0 ? part : h("a", {href: `/docs/rules#${part}`, target: "_blank"}, part)));
  return [before, ...parts, after];
}

function line([name, clauses, words, card]: Line): HTMLElement[] {
  return [h("dt", {}, name, card ? cardFace(card) : null), h("dd", {}, ...withClauses(`${words} (rules ${clauses})`))];
}

/** Closed until somebody wants to read them. */
export function rulesInShort(): HTMLDetailsElement {
  return h("details", {class: "rules"}, h("summary", {}, "The rules in short"),
    h("dl", {}, ...Lines.flatMap((one) => line(one))));
}
