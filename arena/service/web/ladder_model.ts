// The ladder's API as its page uses it: arena/service/api/API.md says what each member means.
import type {AnalysisState, Board, SeenWorkers} from "../../presentation/web/model";

export interface LadderRow {
  place: number;
  place_low: number;
  place_high: number;
  bot: string;
  number: number;
  author: string;
  state: string;
  reference: boolean;
  points: number;
  points_error: number;
  elo: number;
  elo_error: number;
  above: number|null;
  boards: number;
  opponents: number;
  faults: number;
  since: number;
}
export interface Ladder {
  title: string;
  standings: LadderRow[];
  boards: number;
  serial: number;
  made: number;
}
export interface Step {
  step: string;
  attempt: number;
  outcome: string;
  began: number;
  ended: number|null;
  code: string;
  detail: string;
  has_log: boolean;
}
export interface Version {
  bot: string;
  number: number;
  author: string;
  state: string;
  failed_step: string|null;
  code: string;
  detail: string;
  waiting: {for: string; place: number; of: number; about_s: number; longest_s: number}|null;
  submitted: number;
  changed: number;
  sha256: string;
  bytes: number;
  language: string;
  memory_mb: number|null;
  toolchain: string;
  repeatable: boolean|null;
  note: string;
  rating: {points: number; points_error: number; elo: number; elo_error: number; boards: number; faults: number}|null;
  steps?: Step[];
  /** Versions of the bot that retire once this one plays, or did then; where one version was asked for. */
  replaces?: string[];
}
export interface Bot {
  name: string;
  author: string;
  description: string;
  reference: boolean;
  created: number;
  versions: Version[];
}
/** A version as its author sees it, with what can be done with it. */
export interface OwnVersion extends Version {
  acts: string[];
}
export interface OwnBot extends Bot {
  versions: OwnVersion[];
}
export interface QuotaUse {
  name: string;
  used: number;
  limit: number;
  resets_in_s: number|null;
}
export interface OwnAccount {
  account: Account;
  quotas: QuotaUse[];
  bots: OwnBot[];
}
/** An unranked match or test; `boards` are played `plays_a_board` times each. */
export interface PlayRequest {
  id: number;
  kind: string;
  state: string;
  first: string;
  second: string;
  pool: string[];
  boards: number;
  boards_played: number;
  plays_a_board: number;
  points1: number|null;
  exit_code: number|null;
  code: string;
  detail: string;
  asked: number;
  ended: number|null;
}
/** What a code means, and what would be right. */
export interface CodeText {
  code: string;
  place: string;
  status: number|null;
  title: string;
  remedy: string;
}
export interface ExplainedLimit {
  about: string;
  key: string;
  value: number;
  unit: string;
  meaning: string;
}
export interface Side {
  bot: string|null;
  number: number|null;
}
export interface BoardLine {
  id: number;
  board: number;
  first: Side;
  second: Side;
  margin: number;
  verdict: number;
  faults: [boolean, boolean];
}
/** What is being played, without cards. */
export interface UnderWay {
  playing: boolean;
  workers: number|null;
  boards: {
    id: number; first: Side; second: Side; seconds: number; tables: number;
    at: {table: number; round: number; actions: number} | null;
  }[];
}
export interface Meeting {
  boards: number;
  lost: number;
  drawn: number;
  won: number;
  points: number;
  points_error: number|null;
  faults: number;
  opponent_faults: number;
}
export interface Opponents {
  opponents: (Side&Meeting)[];
  form: {boards: number; points: number; error: number}[];
}
export interface PairFigures extends Meeting {
  first: Side;
  second: Side;
  latest: BoardLine[];
}
/** The best bots, and those pairs of them that have met, by their places. */
export interface Crosstable {
  bots: (Side&{place: number})[];
  ranked: number;
  pairs: (Meeting&{
    first: number;
    second: number;
    struck: boolean
  })[];
  serial: number;
}
/** What who is signed in has put on boards, for themselves alone. */
export interface OwnTags {
  tags: {tag: string; boards: number}[];
  tagged_boards: number;
}
/** Of these what one board has. */
export interface BoardTags {
  board: number;
  tags: string[];
}
export interface LadderBoard {
  id: number;
  first: Side;
  second: Side;
  replay: Board;
}
export interface Status {
  playing: boolean;
  accepts_uploads: boolean;
  trouble: string;
  trouble_code: string;
  boards: number;
  boards_a_minute: number;
  last_board_age_s: number;
  bots_playing: number;
  queues: {step: string; waiting: number; running: number; oldest_wait_s: number}[];
  requests_waiting: number;
  versions: Record<string, number>;
  machine_faults: number;
  workers: SeenWorkers|null;
  last_backup: number|null;
  uptime_s: number;
  season: Season;
}
export interface Season {
  season: number;
  commitment: string;
  committed: number;
  began: number|null;
  first_board: number|null;
  ended: number|null;
  seed: string|null;
  salt: string|null;
}
export interface StreamStatus {
  playing: boolean;
  trouble: string;
  boards: number;
  boards_a_minute: number;
  serial: number;
}
export interface LadderEvent {
  cursor: number;
  time: number;
  kind: string;
  bot: string;
  number: number;
  state: string;
  code: string;
  detail: string;
}
export interface Account {
  name: string;
  role: string;
  banned: boolean;
  created: number;
}
export interface ModeratedVersions {
  waiting: Version[];
  failed: Version[];
  quarantined: Version[];
}
export interface Residual {
  first: string;
  second: string;
  boards: number;
  margin: number;
  expected: number;
  surprise: number;
  alarm: boolean;
  struck: boolean;
}
export interface Residuals {
  versions: Residual[];
  authors: Residual[];
}
export interface AuditEntry {
  number: number;
  time: number;
  actor: string;
  act: string;
  target: string;
  reason: string;
}
/** A tree of numbers, texts and lists. */
export interface Limits {
  [name: string]: Limit;
}
export type Limit = number|string|boolean|null|Limit[]|Limits;

/** A refusal by the API, as RFC 9457 has it. */
export class Problem extends Error {
  constructor(readonly status: number, readonly code: string, detail: string, readonly retryAfter: number|null) {
    super(detail);
  }
}

export async function problemOf(response: Response): Promise<Problem> {
  try {
    const body = (await response.json()) as {
      code?: string;
      detail?: string;
      retry_after?: number
    };
    return new Problem(response.status, body.code ?? "", body.detail ?? `The server answered ${response.status}.`,
      body.retry_after ?? null);
  } catch {
    return new Problem(response.status, "", `The server answered ${response.status}.`, null);
  }
}

/** Asks the API; a refusal is thrown as a Problem. */
export async function ask<T>(path: string, options: RequestInit = {}): Promise<T> {
  const response = await fetch(`/api/v1/${path}`, options);
  if (!response.ok) throw await problemOf(response);
  return (response.status === 204 ? null : await response.json()) as T;
}

/** What a request for somebody with a token has; nothing without one. */
function withToken(token: string|null): RequestInit {
  return token === null ? {} : {headers: {authorization: `Bearer ${token}`}};
}

const part = encodeURIComponent;

export const ladder = {
  standings: (): Promise<Ladder> => ask<Ladder>("ladder"),
  bot: (name: string, token: string|null = null): Promise<Bot> => ask<Bot>(`bots/${part(name)}`, withToken(token)),
  version: (name: string, number: number, token: string|null = null): Promise<Version> =>
    ask<Version>(`bots/${part(name)}/versions/${number}`, withToken(token)),
  opponents: (name: string, number: number): Promise<Opponents> =>
    ask<Opponents>(`bots/${part(name)}/versions/${number}/opponents`),
  crosstable: (most: string|null): Promise<Crosstable> =>
    ask<Crosstable>(most === null ? "crosstable" : `crosstable?most=${part(most)}`),
  pair: (first: string, second: string): Promise<PairFigures> =>
    ask<PairFigures>(`pairs/${part(first)}/${part(second)}`),
  boards: (query: URLSearchParams, token: string|null = null): Promise<{boards: BoardLine[]; next: number | null}> =>
    ask<{boards: BoardLine[]; next: number | null}>(`boards?${query.toString()}`, withToken(token)),
  board: (id: number): Promise<LadderBoard> => ask<LadderBoard>(`boards/${id}`),
  analysis: (id: number): Promise<AnalysisState> => ask<AnalysisState>(`boards/${id}/analysis`),
  analyse: (id: number): Promise<AnalysisState> => ask<AnalysisState>(`boards/${id}/analysis`, {method: "POST"}),
  tables: (): Promise<UnderWay> => ask<UnderWay>("tables"),
  status: (): Promise<Status> => ask<Status>("status"),
  seasons: (): Promise<{seasons: Season[]}> => ask<{seasons: Season[]}>("seasons"),
  limits: (): Promise<Limits> => ask<Limits>("limits"),
  codes: (): Promise<{errors: CodeText[]}> => ask<{errors: CodeText[]}>("errors"),
  events: (): Promise<{events: LadderEvent[]}> => ask<{events: LadderEvent[]}>("events?latest=1&most=20"),
};
