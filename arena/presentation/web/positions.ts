// Computes what lies on the table at each step of a replay. It knows no rules: the engine said what happened, and this
// moves cards from hand to table accordingly.
import type {Four, Replay, Step} from "./model";
import {cardOrder} from "./wording";

export interface Played {
  cards: string[];
  step: Step;
}

/** The table after a step. */
export interface Position {
  hands: Four<string[]>;
  received: Four<Set<string>>;
  calls: Four<""|"tichu"|"grand">;
  /** What each seat played last in this trick; "pass" if it has passed since. */
  trick: Four<Played|"pass"|null>;
  /** Who played last. */
  leader: number|null;
  won: Four<number>;
  out: number[];
  step: Step;
  /** Its index among the replay's steps. */
  index: number;
  trickNumber: number;
}

const four = <T>(make: () => T): Four<T> => [make(), make(), make(), make()];
const words = (text: unknown): string[] =>
  (typeof text === "string" ? text.split(" ") : []).map((word) => word.split(/[=>]/)[0]);

/** The cards of a play; empty for other steps. */
export function playedCards(step: Step): string[] {
  return step.do === "play" ? words(step.cards) : [];
}

/** The cards that a seat pushed: to its right, its partner, its left. */
export function pushedCards(step: Step, seat: number): string[] {
  const pushes = step.do === "push" ? (step.cards as (string[] | null)[]) : [];
  return pushes[seat] ?? [];
}

function begin(): Position {
  return {
    hands: four(() => [] as string[]),
    received: four(() => new Set<string>()),
    calls: four(() => "" as const),
    trick: four(() => null),
    leader: null,
    won: [0, 0, 0, 0],
    out: [],
    step: {do: "deal"},
    index: -1,
    trickNumber: 0,
  };
}

function copy(from: Position): Position {
  return {
    ...from,
    hands: [...from.hands] as Four<string[]>,
    received: [...from.received] as Four<Set<string>>,
    calls: [...from.calls] as Position["calls"],
    trick: [...from.trick] as Position["trick"],
    won: [...from.won] as Four<number>,
    out: [...from.out],
  };
}

const sorted = (cards: string[]): string[] => [...cards].sort((a, b) => cardOrder(a) - cardOrder(b));

function push(position: Position, step: Step): void {
  const gained = four(() => [] as string[]);
  for (let seat = 0; seat < 4; ++seat) {
    pushedCards(step, seat).forEach((card, side) => gained[(seat + side + 1) % 4].push(card));
  }
  for (let seat = 0; seat < 4; ++seat) {
    const given = new Set(pushedCards(step, seat));
    position.hands[seat] = sorted(position.hands[seat].filter((card) => !given.has(card)).concat(gained[seat]));
    position.received[seat] = new Set(gained[seat]);
  }
}

function play(position: Position, step: Step, seat: number): void {
  const cards = playedCards(step);
  const led = position.leader === null ? null : position.trick[position.leader];
  if (led !== null && led !== "pass" && led.cards[0] === "Dog")
    take(position, {do: "take"});  // the Dog is not a trick that anyone takes
  if (position.leader === null) position.trickNumber += 1;
  position.hands[seat] = position.hands[seat].filter((card) => !cards.includes(card));
  for (let other = 0; other < 4; ++other) {
    if (position.trick[other] === "pass") position.trick[other] = null;
  }
  position.trick[seat] = {cards, step};
  position.leader = seat;
  if (position.hands[seat].length === 0) position.out.push(seat);
}

function take(position: Position, step: Step): void {
  position.won[step.to ?? 0] += step.points ?? 0;
  position.trick = [null, null, null, null];
  position.leader = null;
}

function apply(position: Position, step: Step): void {
  const seat = step.seat ?? 0;
  position.step = step;
  position.index += 1;
  switch (step.do) {
    case "deal":
      for (let s = 0; s < 4; ++s)
        position.hands[s] = sorted(position.hands[s].concat(words((step.cards as string[])[s])));
      break;
    case "grand_tichu":
      position.calls[seat] = "grand";
      break;
    case "tichu":
      position.calls[seat] = "tichu";
      break;
    case "push":
      push(position, step);
      break;
    case "play":
      play(position, step, seat);
      break;
    case "pass":
      position.trick[seat] = "pass";
      break;
    case "take":
      take(position, step);
      break;
  }
}

/** The table after each step. */
export function positions(replay: Replay): Position[] {
  const all: Position[] = [];
  let position = begin();
  for (const step of replay.steps) {
    position = copy(position);
    apply(position, step);
    all.push(position);
  }
  return all;
}

/** What a step did, apart from where the table stands after it. */
function deed(step: Step|undefined): string {
  if (!step) return "";
  const {next: _next, bombs: _bombs, wish: _wish, trick: _trick, remarks: _remarks, ...rest} = step;
  return JSON.stringify(rest);
}

/** What comes before the play, in parts that every round has: first cards and calls, other cards and calls, push. */
function parts(all: Position[]): Position[][] {
  const list: Position[][] = [[]];
  for (const position of all) {
    const begins = (position.step.do === "deal" && position.index > 0) || position.step.do === "push";
    if (begins) list.push([]);
    list[list.length - 1].push(position);
  }
  return list;
}

/**
 * Makes rounds go through deal and push at the same steps: if one table has a call and the other has not, the other
 * waits.
 */
export function aligned(rounds: Position[][]): Position[][] {
  const split = rounds.map(parts);
  const count = Math.min(...split.map((list) => list.length));
  return split.map((list) => list.flatMap((part, i) => {
    if (i + 1 >= count) return part;
    const length = Math.max(...split.map((other) => other[i].length));
    return part.concat(Array.from({length: length - part.length}, () => part[part.length - 1]));
  }));
}

/** The first step at which two rounds from the same deal differ; null if they never do. */
export function parting(a: Position[], b: Position[]): number|null {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; ++i) {
    if (a[i]?.index !== b[i]?.index || deed(a[i]?.step) !== deed(b[i]?.step)) return i;
  }
  return null;
}

/** The steps at which tricks begin. */
export function trickStarts(all: Position[]): number[] {
  const starts: number[] = [];
  all.forEach((position, i) => {
    if (position.trickNumber > (i > 0 ? all[i - 1].trickNumber : 0)) starts.push(i);
  });
  return starts;
}
