// What a person's boards tell (GET /api/v1/mine of arena/seats/table/TABLE.md).
import type {BotAnalysis, BoardMean, LossFigures} from "./model";
import type {CoachTold} from "./sit_model";

/** A count, and the 95 % interval of its share. */
export interface CountedShare {
  count: number;
  of: number;
  low: number;
  high: number;
}
export interface Calls {
  called: CountedShare;
  made: CountedShare;
}

/** A decision of the person that was marked. */
export interface OwnDecision {
  table: string;
  job: number;
  round: number;
  after: number;
  matter: string;
  move: string;
  verdict: CoachTold["verdict"];
}

export interface OwnTable {
  table: string;
  /** By seat; the person's first. */
  names: string[];
  game: boolean;
  coached: boolean;
  people: number;
  /** When the person last answered, in seconds since 1970. */
  played: number;
  rounds: number;
  own: number;
  theirs: number;
}

/** Rounds that follow each other, numbered from 1. `t95`: half of a 95 % interval, in standard errors. */
export interface Stretch {
  first: number;
  last: number;
  t95: number;
  all: LossFigures;
  matters: Record<string, LossFigures>;
}

export interface Mine {
  /** That count: alone with bots, without a coach. */
  rounds: number;
  /** Points a round over the rounds that the house has played too. */
  against_house: {rounds: number; t95: number; clear: boolean; own: BoardMean; house: BoardMean; difference: BoardMean};
  calls: Record < "tichu"|"grand_tichu", {
    own: Calls;
    house: Calls
  }
  > ;
  losses: BotAnalysis|null;
  losses_t95: number;
  stretches: Stretch[];
  worst: OwnDecision[];
  tables: OwnTable[];
  analysis: {analysed: number; waiting: number; problem: string};
}
