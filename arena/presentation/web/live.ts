// The pages of a server: its tournaments, and one of them while it runs.
import {clear, h, SentenceCharacters, shown} from "./dom";
import {messageView} from "./message";
import type {Pulse, SeenWorkers, State, TournamentData, TournamentSummary} from "./model";
import {timeText} from "./parts";
import {type Place, placeHash, readPlace} from "./place";
import {reportView} from "./report";
import {server} from "./source";
import {boardView, type Viewer} from "./viewer";
import {WatchPage} from "./watch";
import {grouped, plural, share} from "./wording";
import {workersTable} from "./workers";

const AllEvents = {
  href: "#",
  text: "All tournaments"
};
const RefreshMilliseconds = 3000;

function progressBar(played: number, planned: number|null, state: State): HTMLElement {
  if (planned === null) return h("div", {class: `progress ${state}`}, `${state}, ${plural(played, "board")}`);
  return h("div", {class: `progress ${state}`},
    h("progress", {max: Math.max(1, planned), value: played, "aria-label": "boards played"}),
    h("span", {}, `${state}, ${grouped(played)} of ${plural(planned, "board")} (${share(played, planned)})`));
}

const NotReached = "The server cannot be reached at the moment; what is shown may be old.";

function tournamentList(tournaments: TournamentSummary[], reached: boolean): HTMLElement {
  const items = tournaments.map(
    (tournament) => h("li", {},
      tournament.state === "unreadable" ?
        h("div", {class: "tournament-card"}, h("span", {class: "tournament-name"}, shown(tournament.name)),
          h("p", {class: "problem"}, shown(tournament.problem, SentenceCharacters))) :
        h("a", {class: "tournament-card", href: placeHash({tournament: tournament.name})},
          h("span", {class: "tournament-name"}, shown(tournament.name)),
          h("span", {class: "quiet"}, plural(tournament.entrants, "entrant")),
          tournament.leader ?
            h("span", {class: "leader"}, h("strong", {}, shown(tournament.leader)),
              tournament.state === "finished" || tournament.state === "imported" ? " came first" : " leads") :
            tournament.boards_played > 0 && tournament.tied > 1 ?
            h("span", {class: "leader"}, `${plural(tournament.tied, "entrant")} tied for first`) :
            null,
          tournament.state === "running" ? null :
                                           h("span", {class: "quiet stored"}, "last stored ",
                                             timeText(Date.parse(tournament.last_stored) / 1000), " UTC"),
          progressBar(tournament.boards_played, tournament.boards_planned, tournament.state))));
  const count =
    tournaments.length ? plural(tournaments.length, "tournament") : "No tournament has been played in this folder yet.";
  return h("main", {class: "report"},
    h("header", {class: "title"}, h("p", {class: "kicker"}, "Tichu arena"), h("h1", {}, "Tournaments"),
      reached || tournaments.length ? h("p", {class: "lede"}, count) : null,
      reached ? null : h("p", {class: "lede", role: "status"}, NotReached)),
    h("ul", {class: "tournaments"}, ...items));
}

/** Who plays a running tournament: in words, and as a table for readers who open it. */
class LiveWorkers {
  private readonly summary = h("summary", {});
  private readonly table = h("div", {});
  private readonly element = h("details", {class: "workers", toggle: () => this.update()}, this.summary, this.table);
  private version = 0;
  private drawn = 0;

  constructor(private readonly ask: () => Promise<SeenWorkers|null>) {}

  take(workers: {text: string; version: number}): HTMLElement {
    clear(this.summary);
    this.summary.append(shown(workers.text, SentenceCharacters));
    this.version = workers.version;
    this.update();
    return this.element;
  }

  private update(): void {
    if (!this.element.open || this.drawn === this.version) return;
    this.drawn = this.version;
    this.ask()
      .then((workers) => {
        clear(this.table);
        if (workers !== null) this.table.append(workersTable(workers));
      })
      .catch(() => {
        this.drawn = 0;  // the next pulse tries again
      });
  }
}

/** The tournament that the reader is looking at: its figures, and the pulses that say when there are newer ones. */
class LiveTournament {
  pulse: Pulse|null = null;
  readonly bar = h("div", {class: "live"});
  private readonly workers = new LiveWorkers(() => server.workers(this.name));
  private stream: EventSource|null = null;
  private again: number|null = null;
  private asking = false;
  private left = false;

  constructor(readonly name: string, public data: TournamentData, private readonly changed: () => void) {
    this.listen();
  }

  leave(): void {
    this.left = true;
    this.stream?.close();
    if (this.again !== null) clearTimeout(this.again);
  }

  private listen(): void {
    const stream = new EventSource(`/api/tournaments/${encodeURIComponent(this.name)}/stream`);
    stream.addEventListener("message", (message) => this.take(JSON.parse(message.data as string) as Pulse));
    stream.addEventListener("error", () => {
      this.draw(false);
      // The browser connects again by itself, but not after an answer that was not a stream.
      if (stream.readyState === EventSource.CLOSED)
        this.again = window.setTimeout(() => this.listen(), RefreshMilliseconds);
    });
    this.stream = stream;
  }

  private take(pulse: Pulse): void {
    this.pulse = pulse;
    this.draw(true);
    if (pulse.figures !== this.data.figures) this.update().catch(() => undefined);  // the next pulse tries again
    this.changed();
  }

  private async update(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      const data = await server.tournament(this.name);
      if (data === null || this.left) return;
      this.data = data;
      this.changed();
    } finally {
      this.asking = false;
    }
  }

  private draw(reached: boolean): void {
    clear(this.bar);
    const {pulse} = this;
    if (pulse) this.bar.append(progressBar(pulse.boards_played, pulse.boards_planned, pulse.state));
    if (!reached) this.bar.append(h("p", {class: "quiet", role: "status"}, NotReached));
    if (pulse?.state === "running") {
      this.bar.append(h("a", {class: "button", href: placeHash({tournament: this.name, watch: 0})},
        pulse.tables === null ? "Watch the latest board" : "Watch a table"));
    }
    if (pulse?.workers) this.bar.append(this.workers.take(pulse.workers));
  }
}

export class LivePages {
  private viewer: Viewer|null = null;
  private tournament: LiveTournament|null = null;
  private watched: WatchPage|null = null;
  /** The figures that the report shows; null where no report is shown. */
  private reported: TournamentData|null = null;
  private tournaments: TournamentSummary[] = [];
  private refresh: number|null = null;
  /** Counts the reader's moves: an answer that arrives after the next move is not shown. */
  private turn = 0;

  constructor(private readonly root: HTMLElement) {}

  async show(): Promise<void> {
    const turn = ++this.turn;
    const place = readPlace(location.hash);
    this.viewer?.stop();
    this.viewer = null;
    this.watched?.stop();
    this.watched = null;
    this.reported = null;
    if (this.refresh !== null) clearTimeout(this.refresh);
    if (place.tournament !== this.tournament?.name) this.leave();
    try {
      if (place.tournament === null)
        await this.showEvents(turn);
      else
        await this.showTournament(place.tournament, place, turn);
    } catch (problem) {
      if (turn === this.turn) throw problem;
    }
  }

  key(event: KeyboardEvent): boolean {
    return (this.viewer ?? this.watched)?.key(event) ?? false;
  }

  private replace(part: HTMLElement): void {
    clear(this.root);
    this.root.append(part);
  }

  private leave(): void {
    this.tournament?.leave();
    this.tournament = null;
  }

  private async showEvents(turn: number): Promise<void> {
    let reached = true;
    try {
      this.tournaments = (await server.tournaments()) ?? [];
    } catch {
      reached = false;
    }
    if (turn !== this.turn) return;
    this.replace(tournamentList(this.tournaments, reached));
    this.refresh = window.setTimeout(() => {
      this.showEvents(turn).catch(() => undefined);
    }, RefreshMilliseconds);
  }

  private async showTournament(name: string, place: Place, turn: number): Promise<void> {
    if (this.tournament === null) {
      const data = await server.tournament(name);
      if (turn !== this.turn) return;
      if (data === null)
        return this.replace(messageView(`There is no tournament "${shown(name)}" here`, null, AllEvents));
      this.tournament = new LiveTournament(name, data, () => this.followTournament());
    }
    if (place.watch !== null) return this.watch(this.tournament, place);
    if (place.job === null) return this.showReport(this.tournament);
    const board = await server.board(name, place.job);
    if (turn !== this.turn) return;
    if (board === null) {
      return this.replace(messageView(`Job ${place.job} is not finished`, "Or this tournament has no such job.",
        {href: placeHash({tournament: name}), text: "Back to the tournament"}));
    }
    this.viewer = boardView(this.tournament.data, board, place,
      {ask: () => server.analyse(name, board.job), look: () => server.analysis(name, board.job)});
    this.replace(this.viewer.element);
    window.scrollTo(0, 0);
  }

  private showReport(tournament: LiveTournament): void {
    this.reported = tournament.data;
    this.replace(reportView(tournament.data, tournament.name, tournament.bar));
  }

  private watch(tournament: LiveTournament, place: Place): void {
    this.watched = new WatchPage(tournament.name, tournament.data, place);
    this.replace(this.watched.element);
    window.scrollTo(0, 0);
    if (tournament.pulse) this.watched.take(tournament.pulse).catch(() => undefined);
  }

  /** Called with each pulse and with new figures, which are shown in place: the reader's position is kept. */
  private followTournament(): void {
    const {tournament} = this;
    if (tournament === null) return;
    if (tournament.pulse) this.watched?.take(tournament.pulse).catch(() => undefined);
    if (this.reported === null || this.reported === tournament.data) return;
    if (this.root.contains(document.activeElement?.closest("select, input, details[open]") ?? null)) return;
    const at = window.scrollY;
    this.showReport(tournament);
    window.scrollTo(0, at);
  }
}
