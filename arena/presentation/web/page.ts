// The page: a tournament's report and its replays, from the page itself or from a server.
import {clear} from "./dom";
import {LivePages} from "./live";
import {messageView, openPages} from "./message";
import type {TournamentData} from "./model";
import {readPlace} from "./place";
import {reportView} from "./report";
import {PageSource} from "./source";
import {boardView, type Viewer} from "./viewer";

/** One tournament that is entirely in this file. */
class FilePages {
  private viewer: Viewer|null = null;
  private report: HTMLElement|null = null;
  private scrolled = 0;
  /** Counts the reader's moves: a board that is unpacked after the next move is not shown. */
  private turn = 0;

  constructor(private readonly root: HTMLElement, private readonly source: PageSource) {}

  async show(): Promise<void> {
    const turn = ++this.turn;
    const place = readPlace(location.hash);
    this.viewer?.stop();
    if (this.report?.isConnected) this.scrolled = window.scrollY;
    if (place.job === null) return this.showReport();
    const board = await this.source.board(place.job);
    if (turn !== this.turn) return;
    clear(this.root);
    this.viewer = null;
    if (!board) return this.showMissing(place.job);
    const data: TournamentData = this.source.data;
    this.viewer = boardView(data, board, place);
    this.root.append(this.viewer.element);
    window.scrollTo(0, 0);
  }

  key(event: KeyboardEvent): boolean {
    return this.viewer?.key(event) ?? false;
  }

  private showMissing(job: number): void {
    const tooLarge = this.source.data.left_out.includes(job);
    this.root.append(messageView(tooLarge ? `Job ${job} is too large for this page` : `Job ${job} is not in this page`,
      tooLarge ? "tichu-arena serve shows larger boards, tichu-arena export prints any." :
                 "The page holds a selection of the tournament's boards.",
      {href: "#", text: "Back to the report"}));
  }

  private showReport(): void {
    this.viewer = null;
    this.report ??= reportView(this.source.data, null, null);
    clear(this.root);
    this.root.append(this.report);
    window.scrollTo(0, this.scrolled);
  }
}

function start(): void {
  const root = document.getElementById("app");
  if (!root) return;
  const text = document.getElementById("tournament")?.textContent;
  const pages = text ? new FilePages(root, new PageSource(text)) : new LivePages(root);
  openPages(root, pages, (sentence) => [messageView("This could not be shown", sentence, {href: "#", text: "Back"})]);
}

start();
