// A table that is watched: round after round as it is played or, if that is too fast to follow, the latest board.
import {clear, h, shown} from "./dom";
import type {Board, TournamentData, Pair, PlayingTable, Pulse} from "./model";
import {type Place, placeHash} from "./place";
import {server} from "./source";
import {sideOf} from "./table";
import {boardView, Viewer} from "./viewer";

/** A board that was played too fast to follow is shown at this pace, and its end stays for this long. */
const StepMilliseconds = 400;
const StayMilliseconds = 3000;

/** Who plays on a side: the entrant with these bots, or the bots' names. */
function sideName(data: TournamentData, table: PlayingTable, side: number): string {
  const bots = [
    ...new Set([0, 1, 2,
      3].filter((seat) => sideOf(seat, table.seating) ===
            side).map((seat) => table.replay.bots?.[seat] ?? ""))
  ].sort();
  const entrant = data.results.entrants.find((one) => [...new Set(one.bots)].sort().join("\n") === bots.join("\n"));
  return entrant?.name ?? bots.join("+");
}

function boardOf(data: TournamentData, table: PlayingTable): Board {
  const last = table.replay.steps[table.replay.steps.length - 1];
  const score = last?.do === "end" ? last.score : undefined;
  const points = [0, 1].map((side) => score?.[sideOf(0, table.seating) === side ? 0 : 1] ?? 0) as Pair<number>;
  return {
    job: table.job,
    board: table.board,
    entrants: [-1, -1],
    margin: 0,
    verdict: 1,
    faults: [0, 0],
    tables: [{seating: table.seating, rounds: [{points, replay: table.replay}]}],
    playing: {sides: [sideName(data, table, 0), sideName(data, table, 1)], round: table.round},
  };
}

export class WatchPage {
  readonly element = h("div", {});
  private readonly bar = h("nav", {class: "watch", "aria-label": "Tables"});
  private viewer: Viewer|null = null;
  private version = -1;
  private round = "";
  private seenSince = 0;
  private busy = false;

  constructor(
    private readonly tournament: string, private readonly data: TournamentData, private readonly place: Place) {
    this.element.append(this.bar, h("main", {class: "report"}, h("p", {class: "lede"}, "Waiting for a table…")));
  }

  key(event: KeyboardEvent): boolean {
    return this.viewer?.key(event) ?? false;
  }

  stop(): void {
    this.viewer?.stop();
  }

  /** To be called with each pulse. A request that is still under way at the next pulse is not repeated. */
  async take(pulse: Pulse): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      if (pulse.tables !== null)
        await this.takeTables(pulse.tables);
      else
        await this.takeLatest(pulse);
    } catch (problem) {
      if (this.viewer === null) this.drawBar(problem instanceof Error ? problem.message : String(problem), []);
    } finally {
      this.busy = false;
    }
  }

  private async takeTables(version: number): Promise<void> {
    if (version === this.version) return;
    const tables = (await server.tables(this.tournament)) ?? [];
    this.version = version;
    const table = tables.find((one) => one.table === this.place.watch);
    this.drawBar("In play: ", tables);
    if (!table) return;
    const round = `${table.job} ${table.seating} ${table.round}`;
    const board = boardOf(this.data, table);
    if (round === this.round) return this.viewer?.extend(board);
    this.show(board, round, table.replay.steps.length);
  }

  private async takeLatest(pulse: Pulse): Promise<void> {
    const stays = this.viewer !== null && (!this.viewer.finished() || Date.now() - this.seenSince < StayMilliseconds);
    if (!this.viewer?.finished()) this.seenSince = Date.now();
    if (stays || pulse.latest_job === null) return;
    if (pulse.state !== "running") return this.drawBar("The tournament is not running any more.", []);
    const round = `board ${pulse.latest_job}`;
    if (round === this.round) return;
    const board = await server.board(this.tournament, pulse.latest_job);
    if (!board) return;
    this.drawBar("This tournament plays too fast to follow; its latest board is shown again and again.", []);
    this.show(board, round, 0);
    this.viewer?.play(StepMilliseconds);
  }

  private show(board: Board, round: string, step: number): void {
    this.stop();
    this.round = round;
    this.seenSince = Date.now();
    this.viewer =
      boardView(this.data, board, {...this.place, round: 0, step, view: this.viewer?.view() ?? this.place.view});
    clear(this.element);
    this.element.append(this.bar, this.viewer.element);
  }

  private drawBar(words: string, tables: PlayingTable[]): void {
    clear(this.bar);
    this.bar.append(h("span", {}, words),
      ...tables.map((table) => h("a", {
        class: "button",
        href: placeHash({...this.place, watch: table.table}),
        "aria-current": table.table === this.place.watch ? "true" : null
      },
                      `${shown(sideName(this.data, table, 0), 24)} – ${shown(sideName(this.data, table, 1), 24)}`)));
  }
}
