// Where tournaments and boards come from: the page itself, or its server.
import type {AnalysisState, Board, PlayingTable, SeenWorkers, TournamentData, TournamentSummary} from "./model";

async function inflated(base64: string): Promise<Board[]> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const stream =
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate") as unknown as ReadableWritablePair);
  return JSON.parse(await new Response(stream).text()) as Board[];
}

/** The tournament that is in the page. Its replays are unpacked when they are asked for. */
export class PageSource {
  readonly data: TournamentData;
  private readonly boards = new Map<number, Board>();
  private readonly packed = new Map<string, Element>();

  constructor(text: string) {
    this.data = JSON.parse(text) as TournamentData;
    for (const element of document.querySelectorAll("script.replays")) {
      for (const job of (element.getAttribute("data-jobs") ?? "").split(" ")) this.packed.set(job, element);
    }
  }

  async board(job: number): Promise<Board|null> {
    const packed = this.packed.get(String(job));
    if (!this.boards.has(job) && packed) {
      for (const board of await inflated(packed.textContent ?? "")) this.boards.set(board.job, board);
    }
    return this.boards.get(job) ?? null;
  }
}

async function asked<T>(path: string): Promise<T|null> {
  const response = await fetch(path, {headers: {accept: "application/json"}});
  if (response.status === 404) return null;
  return told<T>(response);
}

/** What an answer holds; a refusal is thrown with its words. */
async function told<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error((await response.text()).trim() || `The server answered ${response.status}.`);
  return (await response.json()) as T;
}

async function analysis(name: string, job: number, options: RequestInit = {}): Promise<AnalysisState> {
  return told<AnalysisState>(
    await fetch(`/api/tournaments/${encodeURIComponent(name)}/boards/${job}/analysis`, options));
}

/** The tournaments of a server. */
export const server = {
  tournaments: (): Promise<TournamentSummary[]|null> => asked<TournamentSummary[]>("/api/tournaments"),
  tournament: (name: string): Promise<TournamentData|null> =>
    asked<TournamentData>(`/api/tournaments/${encodeURIComponent(name)}`),
  board: (name: string, job: number): Promise<Board|null> =>
    asked<Board>(`/api/tournaments/${encodeURIComponent(name)}/boards/${job}`),
  analysis: (name: string, job: number): Promise<AnalysisState> => analysis(name, job),
  analyse: (name: string, job: number): Promise<AnalysisState> => analysis(name, job, {method: "POST"}),
  tables: (name: string): Promise<PlayingTable[]|null> =>
    asked<PlayingTable[]>(`/api/tournaments/${encodeURIComponent(name)}/tables`),
  workers: (name: string): Promise<SeenWorkers|null> =>
    asked<SeenWorkers>(`/api/tournaments/${encodeURIComponent(name)}/workers`),
};
