// Having a board analysed: a button, then how far it is, or why it was not done.
import {clear, h, SentenceCharacters, shown} from "./dom";
import type {AnalysisState, Board} from "./model";
import {grouped} from "./wording";

/** Where the analysis of a board comes from. */
export interface AnalysisSource {
  /** Has it made; a board that was made before need not come with it. */
  ask(): Promise<AnalysisState>;
  /** What became of it. */
  look(): Promise<AnalysisState>;
}

const LookMilliseconds = 1000;

/** How many rounds a board has, and how many of them were analysed. */
function countRounds(board: Board): {all: number; analysed: number} {
  const rounds = board.tables.flatMap((table) => table.rounds);
  return {all: rounds.length, analysed: rounds.filter((round) => round.replay.analysis).length};
}

export class AnalysisRequest {
  readonly element = h("div", {class: "analysing"});
  private readonly words = h("span", {role: "status"});
  private busy = false;

  /** `found` is given the board with its analysis, and whether the reader's focus was here. */
  constructor(
    private readonly source: AnalysisSource, private readonly found: (board: Board, focused: boolean) => void) {}

  /** To be called whenever another board is shown. */
  show(board: Board): void {
    if (this.busy) return;
    clear(this.element);
    const {all, analysed} = countRounds(board);
    if (analysed > 0) {
      if (analysed < all) this.say(`${analysed} of ${all} rounds are analysed; the time for a board was used up.`);
    } else if (all > 0) {
      this.offer("Analyse this board");
    }
  }

  private say(text: string, ...more: Node[]): void {
    clear(this.element);
    this.words.textContent = text;
    this.element.append(this.words, ...more);
  }

  private offer(text: string): void {
    this.element.append(h("button", {
      type: "button",
      "data-control": "analyse",
      title: "what each decision lost against the best, as far as its seat could know, and what was luck",
      click: () => void this.follow()
    },
      text));
  }

  /** Asks, and looks now and then until there is an end, or until the reader has gone. */
  private async follow(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const focused = this.element.contains(document.activeElement);
    try {
      let state = await this.source.ask();
      if (state.state === "done" && !state.replay) state = await this.source.look();
      while (state.state === "waiting" || state.state === "running") {
        this.tell(state);
        await new Promise((resolve) => window.setTimeout(resolve, LookMilliseconds));
        if (!this.element.isConnected) return;
        state = await this.source.look();
      }
      this.end(state, focused);
    } catch (problem) {
      this.fail(problem instanceof Error ? problem.message : String(problem));
    } finally {
      this.busy = false;
    }
  }

  private tell(state: AnalysisState): void {
    if (state.state === "waiting") {
      this.say(state.place > 1 ? `This board is number ${grouped(state.place)} in the queue.` : "This board is next.");
      return;
    }
    if (this.element.querySelector("progress") === null)
      this.say(`${shown(state.analyst)} analyses this board.`, h("progress", {"aria-label": "decisions analysed"}),
        h("span", {class: "quiet"}));
    const bar = this.element.querySelector("progress");
    if (bar === null || state.decisions === 0) return;
    bar.max = state.decisions;
    bar.value = state.analysed;
    const count = bar.nextElementSibling;
    if (count) count.textContent = `${grouped(state.analysed)} of ${grouped(state.decisions)} decisions`;
  }

  private end(state: AnalysisState, focused: boolean): void {
    this.busy = false;
    if (state.state === "done" && state.replay)
      this.found(state.replay, focused);
    else
      this.fail(state.problem || "the server has forgotten it");
  }

  private fail(problem: string): void {
    this.busy = false;
    this.say(`This board was not analysed: ${shown(problem, SentenceCharacters)}`);
    this.words.className = "bad";
    this.element.append(" ");
    this.offer("Try again");
  }
}
