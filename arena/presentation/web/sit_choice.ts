// What the raised cards are among the legal plays that the table has sent: none, one, or one for each rank that the
// Phoenix can stand for.
import {cardsOf, type Question} from "./sit_model";
import {playWords} from "./sit_tricks";

export interface Choice {
  play: string;
  words: string;
  phoenix: number;
}

const sorted = (cards: string[]): string => [...cards].sort().join(" ");

/** Whether some legal play has all of these cards, and more. */
export function isPart(question: Question, cards: string[]): boolean {
  return (question.legal?.plays ?? []).some((play) => {
    const all = cardsOf(play);
    return all.length > cards.length && cards.every((card) => all.includes(card));
  });
}

/** The legal plays of exactly these cards. */
export function choicesOf(question: Question, cards: string[]): Choice[] {
  const wanted = sorted(cards);
  const found: Choice[] = [];
  (question.legal?.plays ?? []).forEach((play, i) => {
    if (sorted(cardsOf(play)) !== wanted) return;
    const kind = question.kinds?.[i];
    found.push({play, words: playWords(play, kind), phoenix: kind?.[2] ?? 0});
  });
  return found.sort((a, b) => b.phoenix - a.phoenix);
}
