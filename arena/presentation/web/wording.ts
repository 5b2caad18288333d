// Numbers and rule words for people.

const Minus = "\u2212";

/** A number with a fixed count of digits after the point, and a true minus. */
export function fixed(value: number, digits = 0): string {
  return value.toFixed(digits).replace(/^-(?=0\.?0*$)/, "").replace("-", Minus);
}

export function signed(value: number, digits = 0): string {
  const text = fixed(value, digits);
  return value > 0 && Number(value.toFixed(digits)) !== 0 ? "+" + text : text;
}

export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

export function percent(part: number, whole: number, digits = 0): string {
  return whole > 0 ? fixed((100 * part) / whole, digits) + "\u202f%" : "–";
}

/** How much of a whole is done; never 0 once begun, never 100 before the end. */
export function share(part: number, whole: number): string {
  if (part <= 0 || part >= whole) return percent(part, whole);
  return (100 * part) / whole < 1 ? "under 1\u202f%" : `${fixed(Math.min(99, (100 * part) / whole))}\u202f%`;
}

/** Microseconds for people. */
export function duration(us: number): string {
  if (us < 1000) return `${fixed(us, us < 10 ? 1 : 0)} µs`;
  if (us < 1e6) return `${fixed(us / 1e3, us < 1e4 ? 1 : 0)} ms`;
  return `${fixed(us / 1e6, 1)} s`;
}

export function plural(count: number, one: string, many = one + "s"): string {
  return `${count < 0 ? Minus + grouped(-count) : grouped(count)} ${Math.abs(count) === 1 ? one : many}`;
}

const RankNames = ["Dog", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "Dragon"];

export function rankName(rank: number): string {
  return RankNames[rank] ?? String(rank);
}

const CourtNames = ["jack", "queen", "king", "ace"];
const ManyNames = ["twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens"];

const rankWord = (rank: number): string => CourtNames[rank - 11] ?? String(rank);
const manyWord = (rank: number): string => ManyNames[rank - 2] ?? `${rankWord(rank)}s`;

/** What was played, as players say it: "pair of nines", "four tens", "straight, 9 to king". */
export function playName(kind: string, rank: number, cards: string[]): string {
  switch (kind) {
    case "pair":
      return `pair of ${manyWord(rank)}`;
    case "triple":
      return `three ${manyWord(rank)}`;
    case "quad":
      return `four ${manyWord(rank)}`;
    case "full_house":
      return `full house, ${manyWord(rank)}`;
    case "stairs":
      return `stairs, ${manyWord(rank - cards.length / 2 + 1)} to ${manyWord(rank)}`;
    case "straight":
      return `straight, ${rankWord(rank - cards.length + 1)} to ${rankWord(rank)}`;
    case "straight_flush":
      return `straight flush, ${rankWord(rank - cards.length + 1)} to ${rankWord(rank)}`;
  }
  return cardName(cards[0]);
}

const SuitNames: Record<string, string> = {
  j: "jade",
  s: "sword",
  p: "pagoda",
  t: "star"
};
const SpecialNames: Record<string, string> = {
  Mah: "Mahjong",
  Dog: "Dog",
  Phx: "Phoenix",
  Drg: "Dragon"
};

const RankLetters = "23456789TJQKA";

/** The number of a rank that is written "T" or, with its suit, "Tj". */
export const rankNumber = (text: string): number => RankLetters.indexOf(text[0]) + 2;

/** A card in words: "9 of jade", "king of star". */
export function cardName(code: string): string {
  return SpecialNames[code] ?? `${rankWord(rankNumber(code))} of ${SuitNames[code[1]]}`;
}

/** A card in short: "10j". */
export const cardMark = (code: string): string => code.replace(/^T/, "10");

/** Where a card stands in a hand: Dog and Mahjong first, Phoenix and Dragon last. */
export function cardOrder(code: string): number {
  const special = ["Dog", "Mah"].indexOf(code);
  if (special >= 0) return special;
  if (code === "Phx") return 1000;
  if (code === "Drg") return 1001;
  return 10 + 4 * RankLetters.indexOf(code[0]) + "jspt".indexOf(code[1]);
}
