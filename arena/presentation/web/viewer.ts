// The replay of a board: its tables side by side, at the same step.
import {AnalysisRequest, type AnalysisSource} from "./analysing";
import {analysisAt, marginGraph, partsLine} from "./analysis";
import {clear, h, shown, svg} from "./dom";
import type {Board, TournamentData, Replay, Results, Table} from "./model";
import {notePlace, type Place, placeHash} from "./place";
import {remarksAt} from "./remarks";
import {aligned, parting, positions, type Position, trickStarts} from "./positions";
import {stepWords, story} from "./story";
import {sideOf, tableView, type View} from "./table";
import {fixed, plural, signed} from "./wording";

interface Round {
  table: Table;
  replay: Replay;
  positions: Position[];
  points: [number, number];
}

const PlayMilliseconds = 1000;

const Icons: Record<string, string> = {
  first: "M5 4h2.500v16H5zM20 4v16L9 12z",
  last: "M16.500 4H19v16h-2.500zM4 4l11 8L4 20z",
  back: "M16 4v16L6 12z",
  on: "M8 4l10 8L8 20z",
  "fast-back": "M12 4v16L3 12zM21 4v16l-9-8z",
  "fast-on": "M3 4l9 8-9 8zM12 4l9 8-9 8z",
  play: "M6 3l15 9L6 21z",
  pause: "M5 4h5v16H5zM14 4h5v16h-5z",
};

function icon(name: string): SVGElement {
  return svg("svg", {class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: Icons[name]}));
}

/** One round per table: the one with the chosen number, if the table has it. */
function roundsOf(board: Board, number: number): Round[] {
  const tables = board.tables.filter((table) => table.rounds.length > 0);
  const played = tables.map((table) => table.rounds[Math.min(number, table.rounds.length - 1)]);
  const steps = aligned(played.map((round) => positions(round.replay)));
  return tables.map((table, i) => ({table, replay: played[i].replay, positions: steps[i], points: played[i].points}));
}

/** How a step is called, the deal being the first; in the address it is step 0. */
function stepNumber(step: number): number {
  return step + 1;
}

/** How long a round is in words, and how many steps of it are none of its own. */
function lengthWords({replay, positions}: Round): string {
  const waits = positions.length - replay.steps.length;
  const waiting = waits > 0 ? `, and ${waits} in which the other table is waited for` : "";
  return plural(replay.steps.length, "step") + waiting;
}

/** What a person's pages call otherwise: their boards count from 1, and the second table is the house's. */
export interface PersonNames {
  board: string;
  tables: Map<number, string>;
}

export function personNames(own: string, {job, tables}: Board): PersonNames {
  const isGame = tables.some(({rounds}) => rounds.length > 1);
  return {board: isGame ? "The game" : `Board ${job + 1}`, tables: new Map([[0, own], [2, "The house"]])};
}

/** The two sides of a board under their numbers in the stored tournament. */
export function sidesNamed(board: Board, first: string, second: string): Pick<Results, "entrants"> {
  const entrants: Results["entrants"] = [];
  entrants[board.entrants[0]] = {name: first, bots: []};
  entrants[board.entrants[1]] = {name: second, bots: []};
  return {entrants};
}

export class Viewer {
  readonly element: HTMLElement;
  private rounds: Round[] = [];
  private shownTables: [number, number] = [0, 1];
  private timer: number|null = null;
  /** Whether analyses may tell what only the true cards tell. */
  private hindsight = false;
  private storyOpen = window.matchMedia("(min-width: 60rem)").matches;
  private readonly stage = h("div", {class: "stage"});
  private readonly controls = h("div", {class: "controls"});
  private readonly choices = h("div", {class: "choices"});
  private slider = h("input", {type: "range"});
  private readonly counter = h("span", {class: "step-count"});
  private readonly request: AnalysisRequest|null;
  private readonly announcer = h("p", {class: "quiet", "aria-live": "polite"});

  /** With `analyses` the reader can have the board analysed. */
  constructor(private board: Board, private readonly results: Pick<Results, "entrants">, private readonly place: Place,
    private readonly links: {
      back: string;
      backText?: string;
      previous?: string | null;
      next?: string | null;
      above?: HTMLElement;
      below?: HTMLElement | null;
      /** Of a person's table. */
      names?: PersonNames
    },
    analyses: AnalysisSource|null = null) {
    const request =
      analyses ? new AnalysisRequest(analyses, (analysed, focused) => this.takeAnalysis(analysed, focused)) : null;
    this.request = request;
    this.element = h("section", {class: "viewer", tabindex: -1, "aria-label": "Replay"}, this.heading(), this.controls,
      this.choices, request?.element, this.stage, this.announcer);
    request?.show(board);
    this.chooseRound(place.round);
  }

  /** Keys: arrows, Home, End, blank, 0 to 4. True if the key had a meaning. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const inButton = (event.target as Element | null)?.closest("button, a, select, summary");
    const jump = event.shiftKey ? (way: number) => this.goTrick(way) : (way: number) => this.go(this.place.step + way);
    switch (event.key) {
      case "ArrowRight":
        jump(1);
        return true;
      case "ArrowLeft":
        jump(-1);
        return true;
      case "PageDown":
        this.goTrick(1);
        return true;
      case "PageUp":
        this.goTrick(-1);
        return true;
      case "Home":
        this.go(0);
        return true;
      case "End":
        this.go(this.lastStep());
        return true;
      case " ":
        if (inButton) return false;
        this.togglePlay();
        return true;
      case "p":
        this.goParting();
        return true;
      case "h":
        this.toggleHindsight();
        return true;
    }
    if (/^[0-4]$/.test(event.key)) {
      this.look(event.key === "0" ? null : Number(event.key) - 1);
      return true;
    }
    return false;
  }

  stop(): void {
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
    this.drawControls();
  }

  /** Plays on to the end, one step every `milliseconds`. */
  play(milliseconds: number): void {
    this.stop();
    this.timer = window.setInterval(() => this.go(this.place.step + 1), milliseconds);
    this.drawControls();
  }

  /** The seat whose view is shown; null with all cards open. */
  view(): View {
    return this.place.view;
  }

  /** To be called when the round has gone on: a reader at its end, or on the way there, follows within a second. */
  extend(board: Board): void {
    const follows = this.timer !== null || this.finished();
    this.board = board;
    this.rounds = roundsOf(board, this.place.round);
    const steps = this.lastStep() - this.place.step;
    if (document.activeElement === this.slider)
      this.slider.max = String(this.lastStep());
    else
      this.drawControls();
    if (follows && steps > 0) this.play(PlayMilliseconds / steps);
    this.draw();
  }

  /** The same board, with its analysis: the reader stays at the step. */
  private takeAnalysis(board: Board, focused: boolean): void {
    this.board = board;
    this.rounds = roundsOf(board, this.place.round);
    this.request?.show(board);
    this.drawControls();
    this.draw();
    if (focused) this.element.querySelector<HTMLElement>("[data-control=hindsight]")?.focus();
  }

  /** True if the last step is shown. */
  finished(): boolean {
    return this.place.step === this.lastStep();
  }

  /** The name of a side of the board. */
  private sideName(side: number): string {
    return shown(this.board.playing?.sides[side] ?? this.results.entrants[this.board.entrants[side]]?.name ?? "");
  }

  private lede(): string {
    const {board} = this;
    const place =
      this.links.names?.board ?? `Board ${board.board}${board.job === board.board ? "" : `, job ${board.job}`}`;
    if (board.playing) return `${place}${board.playing.round > 0 ? `, round ${board.playing.round + 1}` : ""}: in play`;
    const outcome = board.verdict === 1 ? "drawn" : `won by ${this.sideName(board.verdict === 2 ? 0 : 1)}`;
    const one = this.links.names && board.tables[0]?.rounds.length === 1;
    const margin = one ? `${signed(board.margin)} points` : `${signed(board.margin, 1)} points per round`;
    return `${place}: ${outcome}, ${margin} for ${this.sideName(0)}`;
  }

  private heading(): HTMLElement {
    const link = (href: string|null|undefined, text: string, label: string) => href ?
      h("a", {class: "button", href, "aria-label": label}, text) :
      h("span", {class: "button off", "aria-hidden": "true"}, text);
    return h("header", {class: "board-head"},
      h("div", {class: "board-links"},
        h("a", {class: "button", href: this.links.back}, this.links.backText ?? "All boards"),
        ...(this.place.watch === null ?
            [link(this.links.previous, "‹", "previous board"), link(this.links.next, "›", "next board")] :
            [])),
      this.links.above,
      h("h1", {}, h("span", {class: "side0"}, this.sideName(0)), h("span", {class: "versus"}, " against "),
        h("span", {class: "side1"}, this.sideName(1))),
      h("p", {class: "lede"}, this.lede()), this.links.below);
  }

  private chooseRound(number: number): void {
    const most = Math.max(...this.board.tables.map((table) => table.rounds.length), 1);
    this.place.round = Math.min(number, most - 1);
    this.rounds = roundsOf(this.board, this.place.round);
    this.goToMoment();
    this.drawControls();
    this.go(this.place.step);
  }

  /** A link may lead to a decision of one table, which is then shown at its step. */
  private goToMoment(): void {
    const {moment} = this.place;
    this.place.moment = null;
    if (!moment) return;
    const index = this.rounds.findIndex((round) => round.table.seating === moment.seating);
    const round = this.rounds[index];
    if (!round) return;
    if (!this.shownTables.includes(index)) this.shownTables[0] = index;
    const decision = round.replay.analysis?.decisions.find((each) => each.after === moment.after && each.verdict?.mark);
    const step = decision?.step ?? 0;
    this.place.step = Math.max(0, round.positions.findIndex((position) => position.index === step));
  }

  private visible(): Round[] {
    return this.shownTables.map((index) => this.rounds[index]).filter((round) => round !== undefined);
  }

  private lastStep(): number {
    return Math.max(...this.visible().map((round) => round.positions.length), 1) - 1;
  }

  private partingStep(): number|null {
    const [first, second] = this.visible();
    return first && second ? parting(first.positions, second.positions) : null;
  }

  private go(step: number): void {
    this.place.step = Math.max(0, Math.min(step, this.lastStep()));
    if (this.place.step === this.lastStep()) this.stop();
    notePlace(this.place);
    this.draw();
  }

  private goTrick(way: number): void {
    const starts = trickStarts(this.visible()[0]?.positions ?? []);
    const here = this.place.step;
    const target = way > 0 ? starts.find((start) => start > here) ?? this.lastStep() :
                             [...starts].reverse().find((start) => start < here) ?? 0;
    this.go(target);
  }

  private goParting(): void {
    const step = this.partingStep();
    if (step !== null) this.go(step);
  }

  private look(view: View): void {
    this.place.view = view;
    this.drawControls();
    this.go(this.place.step);
  }

  private togglePlay(): void {
    if (this.timer !== null) {
      this.stop();
      return;
    }
    if (this.place.step === this.lastStep()) this.place.step = -1;
    this.play(PlayMilliseconds);
    this.go(this.place.step + 1);
  }

  /**
   * Rebuilds the controls. Not called on every step, because that would take the slider away from a reader who drags
   * it.
   */
  private drawControls(): void {
    const focused =
      this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("data-control") : null;
    clear(this.controls);
    this.controls.append(this.transport(), this.timeline());
    clear(this.choices);
    this.choices.append(
      this.viewChoice(), this.partingButton(), this.hindsightButton(), this.roundChoice(), this.tableChoice());
    if (focused) this.element.querySelector<HTMLElement>(`[data-control="${focused}"]`)?.focus();
  }

  private draw(): void {
    const last = this.lastStep();
    this.slider.value = String(this.place.step);
    this.slider.setAttribute("aria-valuetext", `step ${stepNumber(this.place.step)} of ${stepNumber(last)}`);
    this.counter.textContent = `${stepNumber(this.place.step)} / ${stepNumber(last)}`;
    clear(this.stage);
    this.stage.append(...this.visible().map((round, index) => this.tablePanel(round, index)));
    requestAnimationFrame(() => this.showCurrentLines());
    const round = this.visible()[0];
    const position = round?.positions[Math.min(this.place.step, round.positions.length - 1)];
    if (position) this.announcer.textContent = stepWords(round.replay, position.step, this.place.view);
  }

  private button(control: string, text: string, label: string, click: () => void, pressed?: boolean): HTMLElement {
    return h("button", {
      type: "button",
      "data-control": control,
      "aria-label": label,
      title: label,
      click,
      "aria-pressed": pressed === undefined ? null : String(pressed)
    },
      Icons[text] ? icon(text) : text);
  }

  private transport(): HTMLElement {
    const playing = this.timer !== null;
    return h("div", {class: "transport", role: "group", "aria-label": "Steps"},
      this.button("first", "first", "to the deal (Home)", () => this.go(0)),
      this.button("trick-back", "fast-back", "a trick back (Shift and left arrow)", () => this.goTrick(-1)),
      this.button("back", "back", "a step back (left arrow)", () => this.go(this.place.step - 1)),
      this.button(
        "play", playing ? "pause" : "play", playing ? "pause (space)" : "play (space)", () => this.togglePlay()),
      this.button("on", "on", "a step on (right arrow)", () => this.go(this.place.step + 1)),
      this.button("trick-on", "fast-on", "a trick on (Shift and right arrow)", () => this.goTrick(1)),
      this.button("last", "last", "to the end (End)", () => this.go(this.lastStep())));
  }

  private viewChoice(): HTMLElement {
    return h("div", {class: "views", role: "group", "aria-label": "Whose cards are seen"},
      this.button("view-open", "All open", "all cards open (0)", () => this.look(null), this.place.view === null),
      ...[0, 1, 2, 3].map((seat) => this.button(`view-${seat}`, `Seat ${seat}`, `as seat ${seat} sees it (${seat + 1})`,
                            () => this.look(seat), this.place.view === seat)));
  }

  private hindsightButton(): HTMLElement {
    if (!this.rounds.some((round) => round.replay.analysis)) return h("span");
    return this.button("hindsight", "Hindsight", "what the true cards tell, which nobody could know (h)",
      () => this.toggleHindsight(), this.hindsight);
  }

  private toggleHindsight(): void {
    if (!this.rounds.some((round) => round.replay.analysis)) return;
    this.hindsight = !this.hindsight;
    this.drawControls();
    this.draw();
  }

  private partingButton(): HTMLElement {
    if (this.visible().length < 2) return h("span");
    const step = this.partingStep();
    if (step === null) return h("span", {class: "quiet"}, "Both tables play alike.");
    return this.button("parting", `Where they part: step ${stepNumber(step)}`,
      "to the first step at which the tables differ (p)", () => this.goParting());
  }

  private showCurrentLines(): void {
    for (const list of this.stage.querySelectorAll(".story")) {
      const current = list.querySelector<HTMLElement>(".current");
      if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
    }
  }

  private roundChoice(): HTMLElement {
    const most = Math.max(...this.board.tables.map((table) => table.rounds.length));
    if (most < 2) return h("span");
    const select = h("select", {
      "data-control": "round",
      "aria-label": "Round",
      change: () => {
        this.place.step = 0;
        this.chooseRound(Number(select.value));
      }
    },
      ...Array.from(
        {length: most}, (_, i) => h("option", {value: i, selected: i === this.place.round}, `Round ${i + 1}`)));
    return select;
  }

  private tableChoice(): HTMLElement {
    if (this.rounds.length <= 2) return h("span");
    const choose = (place: 0|1) => {
      const select = h("select", {
        "data-control": `table-${place}`,
        "aria-label": place ? "Second table" : "First table",
        change: () => {
          this.shownTables[place] = Number(select.value);
          this.drawControls();
          this.go(this.place.step);
        }
      },
        ...this.rounds.map((round, i) => h("option", {value: i, selected: i === this.shownTables[place]},
                             `Seating ${round.table.seating}`)));
      return select;
    };
    return h("span", {class: "pickers"}, choose(0), choose(1));
  }

  private timeline(): HTMLElement {
    const last = this.lastStep();
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: last,
      value: this.place.step,
      "data-control": "timeline",
      "aria-label": "Step",
      input: () => this.go(Number(this.slider.value))
    });
    const at = (step: number) => (last > 0 ? (1000 * step) / last : 0);
    const marks = trickStarts(this.visible()[0]?.positions ??
      []).map((step) => svg("line", {x1: at(step), x2: at(step), y1: 3, y2: 9}));
    const step = this.partingStep();
    if (step !== null) marks.push(svg("path", {class: "parting", d: `M${at(step)} 0l7 6l-7 6l-7-6z`}));
    return h("div", {class: "timeline"}, this.slider,
      svg("svg", {viewBox: "-8 0 1016 12", preserveAspectRatio: "none", class: "ticks", "aria-hidden": "true"},
        ...marks) as unknown as HTMLElement,
      this.counter);
  }

  private tableName(seating: number): string {
    return this.links.names?.tables.get(seating) ?? `Seating ${seating}`;
  }

  private scoreLine(round: Round, position: Position): HTMLElement {
    const {table, replay} = round;
    const ended = position.step.do === "end" || position.step.do === "fault";
    const parts = [0, 1].map((side) => {
      const team = sideOf(0, table.seating) === side ? 0 : 1;
      const taken = position.won[team] + position.won[team + 2];
      const score = ended ? round.points[side] : taken;
      return h("span", {class: `score side${side}`}, h("span", {class: "who"}, this.sideName(side)), " ",
        h("strong", {"data-score": ended ? round.points[side] : null}, fixed(score)));
    });
    const deal = replay.deal_index === undefined || this.links.names ? "" : `, deal ${replay.deal_index}`;
    return h("div", {class: "score-line"}, h("span", {class: "seating"}, `${this.tableName(table.seating)}${deal}`),
      ...parts, h("span", {class: "quiet"}, ended ? "points of the round" : "points in tricks"));
  }

  /** The expected margin of the first side along the round; from a seat's view only once the round is over. */
  private graph(round: Round, position: Position): (HTMLElement|null)[] {
    const {view} = this.place;
    const ended = position.step.do === "end" || position.step.do === "fault";
    if (view !== null && !ended) return [];
    const sign = sideOf(0, round.table.seating) === 0 ? 1 : -1;
    const hindsight = this.hindsight && view === null;
    const go = (step: number) => this.go(round.positions.findIndex((other) => other.index === step));
    return [
      marginGraph(round.replay, this.sideName(0), sign, position.index, view, hindsight, go),
      hindsight ? partsLine(round.replay, this.sideName(0), sign) : null
    ];
  }

  private tablePanel(round: Round, index: number): HTMLElement {
    const at = Math.min(this.place.step, round.positions.length - 1);
    const position = round.positions[at];
    const {view} = this.place;
    const over = this.place.step > at ? h("span", {class: "quiet"}, "This table has finished.") : null;
    return h("article", {class: "table-panel", "aria-label": `Seating ${round.table.seating}`, "data-table": index},
      this.scoreLine(round, position), tableView(round.table, round.replay, position, view),
      h("p", {class: "caption"}, stepWords(round.replay, position.step, view), " ", over),
      ...remarksAt(round.replay, position.step, view),
      ...analysisAt(round.replay, position.step, position.index, view, this.hindsight && view === null),
      ...this.graph(round, position).filter((part): part is HTMLElement => part !== null),
      h("details", {
        class: "story-box",
        open: this.storyOpen,
        toggle: (event) => {
          this.storyOpen = (event.target as HTMLDetailsElement).open;
        }
      },
        h("summary", {}, `The round in words, ${lengthWords(round)}`),
        story(round.replay, position.index, view,
          (index) => this.go(round.positions.findIndex((other) => other.index === index)))));
  }
}

/** The viewer of a board, with links to its neighbours in the tournament's list. */
export function boardView(
  data: TournamentData, board: Board, place: Place, analyses: AnalysisSource|null = null): Viewer {
  const jobs = data.boards.map((listed) => listed[0]);
  const before = jobs.filter((job) => job < board.job);
  const after = jobs.find((job) => job > board.job);
  const link = (job: number|undefined) =>
    (job === undefined ? null : placeHash({tournament: place.tournament, job, view: place.view}));
  return new Viewer(board, data.results, place,
    {back: placeHash({tournament: place.tournament}), previous: link(before[before.length - 1]), next: link(after)},
    analyses);
}
