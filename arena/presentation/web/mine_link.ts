// What the page My boards asks of the server.
import type {Mine, OwnDecision} from "./mine_model";
import type {Board} from "./model";
import type {CoachTold, Command, Reply, Snapshot} from "./sit_model";

const Path = "/api/v1/mine";
/** Where a browser keeps the secrets of its tables on a ladder, the latest first, joined by dots. */
export const TableSecrets = "tables";

export class MineLink {
  constructor(private readonly token: string) {}

  figures(): Promise<Mine> {
    return this.read<Mine>("");
  }
  board(table: string, job: number): Promise<Board> {
    return this.read<Board>(`/${encodeURIComponent(table)}/${job}`);
  }
  position(decision: OwnDecision): Promise<Snapshot> {
    return this.read<Snapshot>(placeOf(decision));
  }
  async say(decision: OwnDecision, command: Command): Promise<Reply&{told?: CoachTold | null}> {
    try {
      const response =
        await fetch(Path + placeOf(decision), {method: "POST", headers: this.headers(), body: JSON.stringify(command)});
      return {...(await response.json()) as object, status: response.status};
    } catch {
      return {status: 0, problem: "The server does not answer"};
    }
  }

  private async read<T>(path: string): Promise<T> {
    const response = await fetch(Path + path, {headers: this.headers(), cache: "no-store"});
    if (response.status === 401) throw new Error("This link is not, or no longer, the link of this page.");
    if (!response.ok) throw new Error(((await response.json()) as Reply).problem ?? "This could not be read.");
    return (await response.json()) as T;
  }

  private headers(): Record<string, string> {
    return {authorization: `Bearer ${this.token}`};
  }
}

function placeOf({table, job, round, after, matter}: OwnDecision): string {
  return `/${encodeURIComponent(table)}/${job}/${round}/${after}/${matter}`;
}
