// The ladder's API as its page uses it: arena/service/api/api.json describes its bodies.
import type {AnalysisState, Board} from "../../presentation/web/model";

import type * as api from "./api";
import type {BoardLine, Bot, Card, CodeText, Crosstable, Ladder, LadderEvent, Opponents, PairFigures} from "./api";
import type {DayResults, Days, NewDayTable, NewTable, People, RemoteBoards, RemoteVersions} from "./api";
import type {Season, Status, TableLink, UnderWay, Version} from "./api";

export type{Account, AuditEntry, BoardLine, BoardTags, Bot, Card, CodeText, Crosstable, ExplainedLimit} from "./api";
export type{Ladder, LadderEvent, LadderRow, Meeting, ModeratedVersions, Opponents, OwnAccount} from "./api";
export type{OwnBot, OwnTags, OwnVersion, PairFigures, PlayRequest, QuotaUse, Residual, Residuals} from "./api";
export type{Season, Side, Status, Step, UnderWay, Version, VersionFacts} from "./api";
export interface LadderBoard extends api.LadderBoard {
  replay: Board;
}
export interface RemoteReplay extends api.RemoteReplay {
  replay: Board;
}
export interface DayReplay extends api.DayReplay {
  replay: Board;
}
/** What the stream tells every second. */
export interface StreamStatus {
  playing: boolean;
  trouble: string;
  boards: number;
  boards_a_minute: number;
  serial: number;
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

/** What the API has as plain text for somebody with this token. */
export async function askText(path: string, token: string): Promise<string> {
  const response = await fetch(`/api/v1/${path}`, {headers: {authorization: `Bearer ${token}`}});
  if (!response.ok) throw await problemOf(response);
  return await response.text();
}

/** Sends the API something without a token. */
function tell<T>(path: string, body: object): Promise<T> {
  return ask<T>(path, {method: "POST", body: JSON.stringify(body), headers: {"content-type": "application/json"}});
}

/** What a request for somebody with a token has; nothing without one. */
function withToken(token: string|null): RequestInit {
  return token === null ? {} : {headers: {authorization: `Bearer ${token}`}};
}

const part = encodeURIComponent;

export const ladder = {
  makeAccount: (name: string, invitation: string): Promise<{token: string; recovery: string}> =>
    tell<{token: string; recovery: string}>("accounts", {name, invitation}),
  standings: (): Promise<Ladder> => ask<Ladder>("ladder"),
  bot: (name: string, token: string|null = null): Promise<Bot> => ask<Bot>(`bots/${part(name)}`, withToken(token)),
  version: (name: string, number: number, token: string|null = null): Promise<Version> =>
    ask<Version>(`bots/${part(name)}/versions/${number}`, withToken(token)),
  opponents: (name: string, number: number, token: string|null = null): Promise<Opponents> =>
    ask<Opponents>(`bots/${part(name)}/versions/${number}/opponents`, withToken(token)),
  crosstable: (most: string|null): Promise<Crosstable> =>
    ask<Crosstable>(most === null ? "crosstable" : `crosstable?most=${part(most)}`),
  pair: (first: string, second: string): Promise<PairFigures> =>
    ask<PairFigures>(`pairs/${part(first)}/${part(second)}`),
  boards: (query: URLSearchParams, token: string|null = null): Promise<{boards: BoardLine[]; next: number | null}> =>
    ask<{boards: BoardLine[]; next: number | null}>(`boards?${query.toString()}`, withToken(token)),
  board: (id: number): Promise<LadderBoard> => ask<LadderBoard>(`boards/${id}`),
  analysis: (id: number): Promise<AnalysisState> => ask<AnalysisState>(`boards/${id}/analysis`),
  analyse: (id: number): Promise<AnalysisState> => ask<AnalysisState>(`boards/${id}/analysis`, {method: "POST"}),
  remote: (): Promise<RemoteVersions> => ask<RemoteVersions>("remote"),
  remoteBoards: (bot: string): Promise<RemoteBoards> => ask<RemoteBoards>(`remote/${part(bot)}/boards?most=100`),
  remoteBoard: (bot: string, id: string): Promise<RemoteReplay> =>
    ask<RemoteReplay>(`remote/${part(bot)}/boards/${part(id)}`),
  cards: (): Promise<{cards: Card[]}> => ask<{cards: Card[]}>("cards"),
  people: (): Promise<People> => ask<People>("people"),
  sit: (wish: NewTable): Promise<TableLink> => tell<TableLink>("people", wish),
  days: (): Promise<Days> => ask<Days>("days"),
  day: (day: string): Promise<DayResults> => ask<DayResults>(`days/${part(day)}`),
  dayBoard: (day: string, board: string): Promise<DayReplay> =>
    ask<DayReplay>(`days/${part(day)}/boards/${part(board)}`),
  sitToDay: (wish: NewDayTable): Promise<TableLink> => tell<TableLink>("people/day", wish),
  tables: (): Promise<UnderWay> => ask<UnderWay>("tables"),
  status: (): Promise<Status> => ask<Status>("status"),
  seasons: (): Promise<{seasons: Season[]}> => ask<{seasons: Season[]}>("seasons"),
  limits: (): Promise<Limits> => ask<Limits>("limits"),
  codes: (): Promise<{errors: CodeText[]}> => ask<{errors: CodeText[]}>("errors"),
  events: (): Promise<{events: LadderEvent[]}> => ask<{events: LadderEvent[]}>("events?latest=1&most=20"),
};
