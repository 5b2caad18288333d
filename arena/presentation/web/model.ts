// The types of the data that the arena gives to the page; arena/presentation/page_data/PAGE.md says where it comes from
// and what is left out.

export type Four<T> = [T, T, T, T];
export type Pair<T> = [T, T];

export interface Estimate {
  mean: number;
  error95: number|null;
}
export interface Count {
  boards: number;
  won: number;
  drawn: number;
  lost: number;
}
export interface Figures {
  rounds: number;
  hands: number;
  tichu_called: number;
  tichu_made: number;
  grand_tichu_called: number;
  grand_tichu_made: number;
  double_victories: number;
  bomb_hands: number;
}
export interface Standing {
  /** Null without boards, as `elo`. */
  rank: number|null;
  /** From 1; entrants of different groups cannot be compared. */
  group: number;
  name: string;
  elo: {value: number; error95: number}|null;
  points_a_round: Estimate;
  count: Count;
  figures: Figures;
  faults: number;
}
export interface PairResult {
  first: string;
  second: string;
  points_a_round: Estimate;
  count: Count;
  likelihood_of_superiority: number;
}
/** A number and half its interval; both are null if the boards do not tell them. */
export interface OpenEstimate {
  value: number|null;
  error95: number|null;
}
/** What each bot brings to any team, and what each pair has beyond its members; points per round. */
export interface Partnerships {
  bots: {rank: number; group: number; name: string; strength: OpenEstimate; boards: number}[];
  pairs: {first: string; second: string; synergy: OpenEstimate; boards: number}[];
  synergy_deviation: number;
}
/** What a bot was while some boards were played: what it says of itself, and what its files hold. */
export interface Build {
  says: string;
  version: string;
  fingerprint: string;
  boards: number;
  first_job: number|null;
}
export interface Results {
  tournament: string;
  /** Null while the tournament can still go on, and if it was imported without one. */
  seed: number|null;
  /** Who met whom by which rules; "imported" if the tournament was made from records. */
  schedule: string;
  board_format: string;
  boards_planned: number|null;
  boards_played: number;
  anchor: {name: string; elo: number}|null;
  /** Names of entrants that seem to play the same. */
  alike: string[][];
  rules: Record<string, string|number|boolean>;
  sandbox?: {
    kind: string|null; protections: string[]; bots: string[];
    /** Only if it was not the same in all runs. */
    runs?: {kind: string; boards: number}[];
  };
  entrants: {name: string; bots: string[]}[];
  bots: {name: string; builds: Build[]}[];
  standings: Standing[];
  /** Answers that were illegal or unreadable and were asked again, of each bot that has any. */
  retries: {bot: string; count: number}[];
  pairs: PairResult[];
  /** Only if an entrant is a team of two different bots. */
  partnerships?: Partnerships;
}
export interface Fault {
  job: number;
  seating: number;
  round: number;
  seat: number;
  bot: string;
  kind: string;
  text: string;
  /** What tichu-arena explain prints. */
  explanation: string;
}
export interface FaultCount {
  bot: string;
  kind: string;
  count: number;
}
/**
 * Job, board, first and second entrant (indexes of results.entrants), margin, verdict (0 lost, 1 drawn, 2 won by the
 * first), and why it is listed: fault, margin or sample.
 */
export type ListedBoard = [number, number, number, number, number, number, string];

export interface TournamentData {
  /** tichu-page/1 */
  format: string;
  /** Only from a server: the version of the figures, as its pulses name it. */
  figures?: number;
  /** The program that played. */
  program: string;
  /** A command line that plays it again, with the seed; null if it was imported, or can still go on. */
  command: string|null;
  /** results.json without its list of faults (arena/presentation/report/RESULTS.md). */
  results: Results;
  /** All that are stored; figures count only those that were played to their end. */
  rounds: number;
  bots: {name: string; kind: string; path: string; arguments: string[]; options: Record<string, string>}[];
  limits: Record<string, number>;
  /** Ratings from only the first boards, at up to 40 points; null with more than 64 entrants. */
  history: {boards: number[]; elo: number[][]}|null;
  /**
   * Each entrant's boards by its margin in points per round: bin i begins at low + i * width, and the outermost bins
   * hold all beyond.
   */
  margins: {low: number; width: number; counts: number[][]};
  /** As in usage.csv, of each bot that was asked anything; memory in bytes. */
  usage: {
    bot: string; decisions: number; median_us: number; p99_us: number; longest_us: number; processor_us: number;
    peak_memory: number | null
  }[];
  /** Told are the first 10 of each bot and kind, at most 200. */
  faults: {counts: FaultCount[]; told: Fault[]};
  boards: ListedBoard[];
  /** Only if the tournament was analysed. */
  analysis?: Analysis;
  /** Jobs whose boards were too large for this page. */
  left_out: number[];
  /** One sentence for each stored thing that cannot be read. */
  damaged: string[];
}

/** What a bot said about a decision; `declined` names what it chose not to do, if that has no step of its own. */
export interface Remark {
  seat: number;
  declined?: "grand_tichu"|"tichu"|"bomb";
  note?: string;
  value?: number;
  probabilities?: [string, number][];
}

/**
 * An event of the round. Members that are false or empty are left out. The last step of each action has the state
 * after it.
 */
export interface Step {
  do: "deal"|"grand_tichu"|"tichu"|"push"|"play"|"pass"|"give_dragon"|"take"|"end"|"fault";
  seat?: number;
  /** give_dragon: the receiver; take: the seat for which the trick counts. */
  to?: number;
  /** take: of the trick. */
  points?: number;
  /**
   * Texts of cards separated by blanks (engine/NOTATION.md). deal: of each seat, the first eight, then the other six;
   * push: of each seat three cards, to the right, the partner, the left; play: one text; end: card points of both
   * teams.
   */
  cards?: unknown;
  /** play: of the combination; fault: of the fault. */
  kind?: string;
  rank?: number;
  phoenix_as?: number;
  bomb?: boolean;
  wish_made?: number;
  out_of_turn?: boolean;
  out?: number[];
  double?: boolean;
  score?: Pair<number>;
  text?: string;
  remarks?: Remark[];
  /** The faults of bots whose seats a substitute took at this step. */
  faults?: {seat: number; kind: string; text: string}[];
  /** Seats whose answer is awaited if nobody bombs. */
  next?: number[];
  /** Seats that may bomb. */
  bombs?: number[];
  /** The open wish. */
  wish?: number;
  /** Points on the table. */
  trick?: number;
}
/** What the analyst says of a decision: points, from the own team's side. */
export interface Verdict {
  /** What could be expected, as far as the seat could know. */
  value: number;
  loss: number;
  /** The standard error of the loss. */
  error: number;
  /** The share of worlds that tell the two apart in which the best is better. */
  better: number;
  best?: string;
  mark?: "inaccuracy"|"mistake"|"blunder";
  /** Moves, points ahead of what was done, standard errors. */
  others: [string, number, number][];
}
export interface AnalysedDecision {
  /** Where the decision shows: at what was done or, if that left no step, where it was refused. */
  step: number;
  /** How many events the record has before. */
  after: number;
  seat: number;
  matter: string;
  move: string;
  /** Of seats 0 and 2, by the true cards, before the decision. */
  expected: number;
  skill: number;
  guess: number;
  verdict?: Verdict;
}
/** A round's margin and its parts, seen from seats 0 and 2: margin = cards + skill + guess. */
export interface RoundAnalysis {
  margin: number;
  cards: number;
  skill: number;
  guess: number;
  decisions: AnalysedDecision[];
}
export interface BoardMean {
  mean: number;
  standard_error: number|null;
}
/** What a group of decisions cost. */
export interface LossFigures {
  decisions: number;
  loss_a_decision: BoardMean;
  loss_a_round: BoardMean;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}
export interface WorstDecision extends Omit<AnalysedDecision, "step"|"verdict"> {
  job: number;
  seating: number;
  round: number;
  verdict: Verdict;
}
export interface BotAnalysis {
  bot: string;
  team_rounds: number;
  parts: {
    score: BoardMean; cards: BoardMean; skill: BoardMean; guess: BoardMean; without_luck: BoardMean;
    factor: number | null
  };
  all: LossFigures;
  matters: Record<string, LossFigures>;
  phases: Record<string, LossFigures>;
  situations: Record<string, LossFigures>;
  worst: WorstDecision[];
}
/** The summary of an analysis (arena/analysis/ANALYSIS.md). */
export interface Analysis {
  analyst: string;
  simulations?: number;
  seconds?: number;
  summaries: BotAnalysis[];
}

export interface Replay {
  round: number;
  deal_index?: number;
  bots?: Four<string>;
  /** Of seats 0 and 2, and 1 and 3, as the record states it. */
  score?: Pair<number>;
  analysis?: RoundAnalysis;
  steps: Step[];
}
export interface Table {
  seating: number;
  /** Points of the first and the second entrant. */
  rounds: {points: Pair<number>; replay: Replay}[];
}
export interface Board {
  job: number;
  board: number;
  entrants: Pair<number>;
  margin: number;
  verdict: number;
  faults: Pair<number>;
  tables: Table[];
  /** Only for a board that is not finished: who plays, and which round is shown. */
  playing?: {sides: Pair<string>; round: number};
}

/** What becomes of a board that somebody wants analysed. */
export interface AnalysisState {
  state: "none"|"waiting"|"running"|"done"|"failed";
  /** Of one that waits: from 1. */
  place: number;
  /** Decisions so far, of one that runs. */
  analysed: number;
  decisions: number;
  /** Why it failed. */
  problem: string;
  analyst: string;
  /** For each decision. */
  simulations: number;
  /** Of a processor, that a board may take. */
  seconds: number;
  /** The board with its analysis, once it is done. */
  replay?: Board;
}

/** One line of the list of tournaments. */
export type TournamentSummary = ReadableTournament|{
  name: string;
  state: "unreadable";
  problem: string
};
export interface ReadableTournament {
  name: string;
  state: State;
  boards_played: number;
  boards_planned: number|null;
  entrants: number;
  /** Empty if several are first, or nobody. */
  leader: string;
  /** How many are first. */
  tied: number;
  /** When a board was stored last, in UTC. */
  last_stored: string;
}

export type State = "running"|"finished"|"stopped"|"imported";

/** What the server says about a tournament every second. */
export interface Pulse {
  state: State;
  boards_played: number;
  boards_planned: number|null;
  latest_job: number|null;
  /** If the number changes, there are new figures. */
  figures: number;
  /** Who plays in place of the arena's own machine, in words, with a number that changes with them; null: nobody. */
  workers: {text: string; version: number}|null;
  /** If the number changes, the tables have changed; null: none can be watched. */
  tables: number|null;
}

/** A round in play. */
export interface PlayingTable {
  table: number;
  job: number;
  board: number;
  seating: number;
  round: number;
  replay: Replay;
}

/** A worker as its leader knows it. */
export interface SeenWorker {
  name: string;
  state: string;
  reason: string;
  build: string;
  cores: number;
  speed: number;
  load: number;
  under_way: number;
  units: number;
  silent_s: number;
}

/** tichu-workers/1 */
export interface SeenWorkers {
  broker_away: boolean;
  text: string;
  workers: SeenWorker[];
  left_out: number;
}
