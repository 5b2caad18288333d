// The connection of a person's page to the table: asks for the newest snapshot again and again, and says what the
// person does. Whatever is lost on the way is asked for or said again: an answer counts once.
import type {Command, Reply, Snapshot} from "./sit_model";

const Path = "/api/v1/table";
const AgainMilliseconds = 1000;
const NoAnswer = "The table does not answer; trying again…";
/** A ladder tries once more after a while. */
const CannotBeOpened = "This table cannot be opened now; trying again…";

const wait = (milliseconds: number): Promise<void> => new Promise((go) => window.setTimeout(go, milliseconds));

/** Why not now: the table says it, or a ladder that has no room for the moment. */
async function reasonOf(response: Response): Promise<string> {
  const told = (await response.json().catch(() => ({}))) as {detail?: string};
  return told.detail ? `Not now: ${told.detail}; trying again…` : NoAnswer;
}

export class Link {
  private version = "";

  /** `lost` is told why nothing comes, and null once something comes again. */
  constructor(private readonly token: string, private readonly take: (snapshot: Snapshot) => void,
    private readonly lost: (why: string|null) => void) {}

  async follow(): Promise<void> {
    for (;;) {
      try {
        const response = await fetch(`${Path}?after=${this.version}`, {headers: this.headers(), cache: "no-store"});
        if (response.status === 401) return this.lost("This link is not, or no longer, the link of this table.");
        if (response.status !== 200 && response.status !== 204) {
          this.lost(response.status === 409 ? CannotBeOpened : await reasonOf(response));
          await wait(AgainMilliseconds);
          continue;
        }
        const snapshot = response.status === 200 ? (await response.json()) as Snapshot : null;
        this.lost(null);
        if (snapshot === null) continue;
        this.version = snapshot.version;
        this.take(snapshot);
      } catch {
        this.lost(NoAnswer);
        await wait(AgainMilliseconds);
      }
    }
  }

  async say(command: Command): Promise<Reply> {
    for (;;) {
      try {
        const response = await fetch(Path, {method: "POST", headers: this.headers(), body: JSON.stringify(command)});
        if (response.status !== 503 && response.status !== 429)
          return {...(await response.json()) as object, status: response.status};
        this.lost(await reasonOf(response));
      } catch {
        this.lost(NoAnswer);
      }
      await wait(AgainMilliseconds);
    }
  }

  /** Says that this page is being left; the table shows who is there. */
  leave(): void {
    const command: Command = {do: "leave"};
    void fetch(Path, {method: "POST", headers: this.headers(), body: JSON.stringify(command), keepalive: true})
      .catch(() => undefined);
  }

  async board(job: number): Promise<unknown> {
    const response = await fetch(`${Path}/boards/${job}`, {headers: this.headers()});
    if (!response.ok) throw new Error(((await response.json()) as Reply).problem ?? "This board could not be read.");
    return response.json();
  }

  private headers(): Record<string, string> {
    return {authorization: `Bearer ${this.token}`};
  }
}
