// What a person's table tells its page (arena/seats/table/TABLE.md); `seen` is that of protocol/JSON.md.

import {shown} from "./dom";

export type Side = "me"|"right"|"partner"|"left";
export type BySide<T> = Record<Side, T>;
export const Others = ["left", "partner", "right"] as const;
export type Other = typeof Others[number];

export interface Scores {
  own: number;
  theirs: number;
}

export interface SeenEvent {
  do: "dealt"|"grand_tichu"|"tichu"|"push"|"play"|"pass"|"trick_taken"|"give_dragon";
  who: Side;
  cards?: string;
  /** To the right, the partner and the left of who gives; null where hidden. */
  push?: (string|null)[];
  play?: string;
  wish?: string;
  out_of_turn?: boolean;
  to?: Side;
  points?: number;
}

export interface Seen {
  stage: "first_eight"|"before_push"|"play"|"over";
  hand: string;
  table: {play: string; kind: string; rank: string; by: Side}|null;
  trick_points: number;
  wish: string|null;
  hand_size: BySide<number>;
  calls: BySide<"tichu"|"grand_tichu"|null>;
  won: BySide<number>;
  given: Record<Other, string>|null;
  received: Record<Other, string>|null;
  to_act: Side;
  out: Side[];
  scores: Scores;
  events: SeenEvent[];
}

export interface Question {
  id: number;
  ask: "grand_tichu"|"tichu"|"push"|"turn"|"bomb"|"give_dragon";
  /** Every legal play of a turn or a bomb. */
  legal?: {plays: string[]; may_pass: boolean};
  /** Whoever plays this card may wish. */
  wish_with?: string;
  may_call?: boolean;
  /** The table waits for the bomb. */
  held?: boolean;
  receivers?: Side[];
}

export interface TableRound extends Scores {
  job: number;
  round: number;
  troubles: string[];
  /** What the partner's bot made of the same cards with itself as partner; null: not played. */
  house: Scores|null;
}

/** What the coach found of a decision; the verdict is that of arena/analysis/ANALYSIS.md. */
export interface CoachTold {
  matter: string;
  move: string;
  verdict: {value: number; loss: number; error: number; better: number; best: string | null; mark: string};
  causes: string[];
}

export interface CoachRemark extends CoachTold {
  /** Of the question that was answered. */
  id: number;
  /** The try that was taken back. */
  before: CoachTold|null;
}

export interface Coach {
  /** The number of the answer that can be taken back. */
  take_back: number|null;
  waiting: number;
  trouble: string;
  /** Of the round under way, in order. */
  remarks: CoachRemark[];
  hint: {id: number; moves: string[]}|null;
}

/** The people of a table, seen from one of them. */
export interface People {
  /** The own one. */
  seat: number;
  /** How long each may take for a decision; null: alone with bots, without a clock. */
  clock_s: number|null;
  presence: Partial<BySide<{connected: boolean; ready: boolean}>>;
  /** What was decided in this round for who was away. */
  absences: {who: Side; ask: Question["ask"]}[];
}

export interface Snapshot {
  version: string;
  tournament: string;
  names: BySide<string>;
  /** How many rounds are played; null: a game to `target`. */
  planned: number|null;
  target: number;
  pace_ms: number;
  /** How long one may think about a bomb. */
  bomb_ms: number;
  /** The number of the time for a bomb, while this person may end it. */
  window: number|null;
  stage: "round"|"between"|"over"|"failed";
  rounds: TableRound[];
  totals: Scores;
  passing: boolean;
  trouble: string;
  seen: Seen|null;
  question: Question|null;
  people: People;
  /** Null unless the person trains. */
  coach: Coach|null;
}

/** An answer of protocol/JSON.md. */
export interface Answer {
  id: number;
  call?: boolean;
  push?: string[];
  play?: string;
  pass?: boolean;
  wish?: string;
  give_to?: Side;
}

export type Command = {
  do: "answer"; answer: Answer;
  until_next_trick?: boolean
}|{
  do: "judge";
  answer: Answer
}
|{
  do: "hold";
  id: number
}
|{
  do: "next";
  round: number
}
|{
  do: "no_bomb";
  window: number;
  until_next_trick: boolean
}
|{
  do: "pace"|"bomb_time";
  ms: number
}
|{
  do: "hint"|"take_back";
  id: number
}
|{do: "stop_passing" | "leave"};

export interface Reply {
  status: number;
  /** Why not, and by which clause of the rules. */
  problem?: string;
  detail?: string;  // of a ladder
  clause?: string;
}

/** A name; where another seat has the same, with its place. */
export function nameAt(names: BySide<string>, side: Side, most: number): string {
  const alike = Object.values(names).filter((name) => name === names[side]).length > 1;
  return shown(names[side], most) + (alike && side !== "me" ? ` (${side})` : "");
}

/** The cards of a text, without what the Phoenix stands for. */
export function cardsOf(text: string): string[] {
  return text.split(" ").filter((word) => word !== "").map((word) => word.slice(0, 3).replace(/[=>].*$/, ""));
}
