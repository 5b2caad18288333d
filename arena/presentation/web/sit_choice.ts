// What the raised cards are among the legal plays that the table has sent: none, one, or one for each rank that the
// Phoenix can stand for.
import {cardsOf, type Question} from "./sit_model";
import {playWords} from "./sit_tricks";
import {rankNumber} from "./wording";

export interface Choice {
  play: string;
  words: string;
  phoenix: number;
}

const sorted = (cards: string[]): string => [...cards].sort().join(" ");

/** The rank that the Phoenix stands for; 0 of none. */
function phoenixIn(play: string): number {
  const rank = /Phx=(\S)/.exec(play)?.[1];
  return rank ? rankNumber(rank) : 0;
}

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
  const found = (question.legal?.plays ?? []).filter((play) => sorted(cardsOf(play)) === wanted);
  return found.map((play) => ({play, words: playWords(play), phoenix: phoenixIn(play)}))
    .sort((a, b) => b.phoenix - a.phoenix);
}
