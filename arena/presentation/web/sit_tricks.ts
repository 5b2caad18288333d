// What has happened in a round, trick by trick and in words, from the events that the person's seat saw. It knows no
// rules: the engine said what happened.
import {type BySide, cardsOf, type People, type Seen, type SeenEvent, type Side} from "./sit_model";
import {cardName, playName, rankNumber} from "./wording";

const Receivers = ["to the right", "to your partner", "to the left"];

export interface Lay {
  who: Side;
  /** Null: passed. */
  play: string|null;
  wish?: string|undefined;
  outOfTurn: boolean;
}
export interface Trick {
  lays: Lay[];
  /** Null while it lies on the table. */
  taken: {by: Side; to: Side; points: number}|null;
}

/** All tricks, the last perhaps still open; a Dog is a trick that nobody takes. */
export function tricksOf(events: SeenEvent[]): Trick[] {
  const tricks: Trick[] = [];
  let open: Trick|null = null;
  for (const event of events) {
    if (event.do !== "play" && event.do !== "pass" && event.do !== "trick_taken") continue;
    if (open === null) {
      open = {lays: [], taken: null};
      tricks.push(open);
    }
    if (event.do === "trick_taken") {
      open.taken = {by: event.who, to: event.to ?? event.who, points: event.points ?? 0};
      open = null;
      continue;
    }
    open.lays.push({who: event.who, play: event.play ?? null, wish: event.wish, outOfTurn: event.out_of_turn === true});
    if (event.play === "Dog") open = null;
  }
  return tricks;
}

/** What lies before each seat: its last play, or "pass" if it has passed since the last play of all. */
export function zonesOf(trick: Trick): BySide<string|"pass"|null> {
  const zones: BySide<string|"pass"|null> = {me: null, right: null, partner: null, left: null};
  for (const lay of trick.lays) {
    if (lay.play !== null) {
      for (const side of ["me", "right", "partner", "left"] as const)
        if (zones[side] === "pass") zones[side] = null;
    }
    zones[lay.who] = lay.play ?? "pass";
  }
  return zones;
}

/** Who played last. */
export function topOf(trick: Trick): Side|null {
  return [...trick.lays].reverse().find((lay) => lay.play !== null)?.who ?? null;
}

/** Kind and rank of a play, from its cards and what the Phoenix stands for. */
function combinationOf(play: string): [string, number] {
  const words = play.split(" ");
  const ranks = words.map((word) => (word === "Mah" ? 1 : rankNumber(word.replace("Phx=", "")))).sort((a, b) => a - b);
  const highest = ranks[ranks.length - 1];
  if (words.length === 1) return ["single", highest];
  const different = new Set(ranks).size;
  if (different === 1) return [["pair", "triple", "quad"][words.length - 2], highest];
  if (different === words.length) {
    const flush = words.every((word) => word.length === 2 && word[1] === words[0][1]);
    return [flush ? "straight_flush" : "straight", highest];
  }
  return words.length === 5 ? ["full_house", ranks[2]] : ["stairs", highest];
}

export function isBomb(play: string): boolean {
  return ["quad", "straight_flush"].includes(combinationOf(play)[0]);
}

/** A play in words. */
export function playWords(play: string): string {
  return playName(...combinationOf(play), cardsOf(play));
}

/** What was done or is advised, in words, a play with its cards: "pair of twos (2 of jade, 2 of star)". */
export function moveWords(move: string): string {
  if (!move.split(" ").every((word) => /^([2-9TJQKA][jspt]|Mah|Dog|Drg|Phx([=>]\S+)?)$/.test(word)))
    return move.replace("wish T", "wish 10");
  const cards = cardsOf(move);
  return playWords(move) + (cards.length > 1 ? ` (${cards.map(cardName).join(", ")})` : "");
}

/** Three cards that are pushed, each with its receiver, from the left as the table shows them. */
export function pushWords(cards: string): string {
  return cardsOf(cards).map((card, i) => `${cardName(card)} ${Receivers[i]}`).reverse().join(", ");
}

/** What happened, for who listens; null if it need not be said. */
export function eventWords(event: SeenEvent, name: (side: Side) => string): string|null {
  const who = name(event.who);
  const is = (one: string, other: string) => `${who} ${event.who === "me" ? one : other}`;
  switch (event.do) {
    case "dealt":
      return `you are dealt ${cardsOf(event.cards ?? "").map(cardName).join(", ")}`;
    case "grand_tichu":
      return is("call Grand Tichu", "calls Grand Tichu");
    case "tichu":
      return is("call Tichu", "calls Tichu");
    case "push": {
      if (event.who === "me") return "the cards are pushed";
      const card = (event.push ?? []).find((one) => one !== null);
      return card ? `${who} gives you ${cardName(card)}` : null;
    }
    case "play": {
      const wish = event.wish ? `, and wishes ${event.wish.replace("T", "10")}` : "";
      const bomb = isBomb(event.play ?? "") ? "bomb with" : "play";
      return `${is(bomb, bomb.replace(/^\w+/, "$&s"))} ${playWords(event.play ?? "")}${wish}`;
    }
    case "pass":
      return is("pass", "passes");
    case "trick_taken":
      return is("take the trick", "takes the trick") + (event.points ? `, ${event.points} points` : "");
    case "give_dragon":
      return `${is("give", "gives")} the Dragon's trick to ${name(event.to ?? "me")}`;
  }
}

const AskWords: Record<People["absences"][number]["ask"], string> = {
  grand_tichu: "on Grand Tichu",
  tichu: "on Tichu",
  push: "what to push",
  turn: "what to play",
  bomb: "on the bomb",
  give_dragon: "who gets the Dragon's trick",
};

/** Who was away, and for what. */
export function absenceWords({who, ask}: People["absences"][number], name: (side: Side) => string): string {
  return `${name(who)} ${who === "me" && name(who) === "you" ? "were" : "was"} away: steady decided ${AskWords[ask]}`;
}

/** Whether the first trick is not over: so long what was pushed stays marked. */
export function isFirstTrick(seen: Seen): boolean {
  return seen.given !== null && !seen.events.some((event) => event.do === "trick_taken");
}
