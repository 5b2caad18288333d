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

const KindNames: Record<string, string> = {
  pair: "pair",
  triple: "triple",
  stairs: "stairs",
  full_house: "full house",
  straight: "straight",
  quad: "four of a kind",
  straight_flush: "straight flush",
};

/** What was played, in words: "pair of 9", "straight to K". */
export function playName(kind: string, rank: number, cards: string[]): string {
  if (kind === "single") {
    if (cards[0] === "Phx") return "Phoenix";
    if (cards[0] === "Mah") return "Mahjong";
    return rank === 0 || rank === 15 ? rankName(rank) : cardName(cards[0]);
  }
  if (kind === "straight" || kind === "stairs" || kind === "straight_flush")
    return `${KindNames[kind]} to ${rankName(rank)}`;
  if (kind === "full_house") return `full house of ${rankName(rank)}`;
  return `${kind === "quad" ? "four" : KindNames[kind]} of ${rankName(rank)}`;
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

/** A card in words: "9 of jade". */
export function cardName(code: string): string {
  return SpecialNames[code] ?? `${code[0] === "T" ? "10" : code[0]} of ${SuitNames[code[1]]}`;
}

const RankLetters = "23456789TJQKA";

/** Where a card stands in a hand: Dog and Mahjong first, Phoenix and Dragon last. */
export function cardOrder(code: string): number {
  const special = ["Dog", "Mah"].indexOf(code);
  if (special >= 0) return special;
  if (code === "Phx") return 1000;
  if (code === "Drg") return 1001;
  return 10 + 4 * RankLetters.indexOf(code[0]) + "jspt".indexOf(code[1]);
}
