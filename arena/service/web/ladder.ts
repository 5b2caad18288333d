// The entry of a ladder's pages: which one the address means, and what they all have.
import {clear, h, SentenceCharacters, shown} from "../../presentation/web/dom";

import {boardsPage} from "./ladder_boards";
import {botPage, pairPage} from "./ladder_bot";
import {cardsPage} from "./ladder_cards";
import {crosstablePage} from "./ladder_crosstable";
import {dayPage, dayViewer} from "./ladder_days";

import type {Following} from "../../presentation/web/following";
import {introduction, learnFront, nameWindow, notice, pageHead, siteFooter} from "./ladder_head";
import {helpPage} from "./ladder_help";
import {limitsPage} from "./ladder_limits";
import {boardViewer, LivePage, WatchBoards} from "./ladder_live";
import {MyBots, signInPage} from "./ladder_mine";
import {ladder, type Ladder, type StreamStatus} from "./ladder_model";
import {moderatePage} from "./ladder_moderate";
import {playPage} from "./ladder_play";
import {remoteBoardsPage, RemotePage, remoteViewer} from "./ladder_remote";
import {requestPage, requestViewer} from "./ladder_requests";
import {moderator, session} from "./ladder_session";
import {submitPage} from "./ladder_submit";
import {LadderTable, statusPage} from "./ladder_views";
import {openPages} from "../../presentation/web/message";
import {readPlace} from "../../presentation/web/place";
import type {Viewer} from "../../presentation/web/viewer";
import {fixed, grouped} from "../../presentation/web/wording";

const Pages: [string, string][] = [
  ["#", "Ladder"], ["#play", "Play"], ["#crosstable", "Crosstable"], ["#live", "Live"], ["#boards", "Boards"],
  ["#remote", "Remote bots"], ["#submit", "Submit a bot"], ["#mine", "My bots"], ["#status", "Status"],
  ["#limits", "Limits"], ["/docs", "Documents"]
];
/** Many pages hear of new standings at the same time; not all of them should ask in the same moment. */
const SpreadMilliseconds = 1500;

function navigation(): HTMLElement {
  const here = location.hash.replace(/[&=].*$/, "") || "#";
  const pages: [string, string][] = moderator() === null ? Pages : [...Pages, ["#moderate", "Moderation"]];
  return h("nav", {class: "site", "aria-label": "Pages"}, ...pages.map(([href,
    text]) => h("a", {class: "button", href, "aria-current": href === here ? "page" : null}, text)));
}

/** What an address shows that names no page. */
function unknownPage(): HTMLElement {
  return h("main", {class: "report"},
    pageHead("No such page",
      h("p", {class: "lede", role: "alert"},
        `This ladder has no page ${shown(location.hash)}. The buttons above lead to what there is.`),
      h("nav", {}, h("a", {class: "button", href: "#"}, "To the standings"))));
}

class LadderPages {
  private viewer: Viewer|WatchBoards|null = null;
  private following: Following|null = null;
  private table: LadderTable|null = null;
  private data: Ladder|null = null;
  private serial = 0;
  private turn = 0;
  /** What the replay that is shown is called. */
  private watched = "";
  private readonly live = h("p", {class: "lede", role: "status"});
  private readonly trouble = h("p", {class: "trouble", role: "alert", hidden: true});
  private stream: EventSource|null = null;

  /** A browser has few connections to one server: pages that nobody sees, or that were left, must not keep theirs. */
  constructor(private readonly root: HTMLElement) {
    document.addEventListener("visibilitychange", () => (document.hidden ? this.hush() : this.listen()));
    window.addEventListener("pagehide", () => this.hush());
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) this.listen();
    });
    this.listen();
  }

  async show(): Promise<void> {
    const turn = ++this.turn;
    this.viewer?.stop();
    this.viewer = null;
    this.following?.stop();
    this.following = null;
    this.table = null;
    await learnFront();
    const page = await this.page(new URLSearchParams(location.hash.replace(/^#/, "")));
    if (turn !== this.turn) return;
    clear(this.root);
    const told = notice();
    this.root.append(navigation(), ...(told ? [told] : []), this.trouble, page, siteFooter());
    nameWindow(this.viewer === null ? page.querySelector("h1")?.textContent ?? null : this.watched);
    window.scrollTo(0, 0);
  }

  key(event: KeyboardEvent): boolean {
    return this.viewer?.key(event) ?? false;
  }

  private async page(query: URLSearchParams): Promise<HTMLElement> {
    if (query.has("board")) return this.boardPage();
    if (query.has("watch")) return this.watchPage();
    if (query.has("live")) return this.livePage();
    if (query.has("bot") && !query.has("boards")) return botPage(query.get("bot") ?? "", query.get("version"));
    if (query.has("pair")) return pairPage(query.get("pair") ?? "");
    if (query.has("boards")) return boardsPage(query);
    if (query.has("remote")) return this.remotePage(query);
    if (query.has("crosstable")) return crosstablePage(query.get("most"));
    if (query.has("cards")) return cardsPage();
    if (query.has("play")) return playPage();
    if (query.has("day")) return this.dayPage(query);
    if (query.has("submit")) return submitPage();
    if (query.has("mine")) return this.minePage();
    if (query.has("request")) return this.requestPage(query);
    if (query.has("help")) return helpPage(query.get("help") ?? "");
    if (query.has("status")) return statusPage();
    if (query.has("limits")) return limitsPage();
    if (query.has("moderate")) return moderatePage();
    return [...query].length === 0 ? this.ladderPage() : unknownPage();
  }

  private async ladderPage(): Promise<HTMLElement> {
    this.data = await ladder.standings();
    this.serial = this.data.serial;
    this.table = new LadderTable(this.data);
    return h("main", {class: "report"}, pageHead(null, this.live, introduction()), this.table.element);
  }

  private livePage(): HTMLElement {
    const following = new LivePage();
    this.following = following;
    return following.element;
  }

  private async remotePage(query: URLSearchParams): Promise<HTMLElement> {
    const bot = query.get("remote") ?? "";
    const board = query.get("deal");
    if (bot && board !== null) {
      this.viewer = await remoteViewer(bot, board);
      this.watched = `Board ${board}`;
      return this.viewer.element;
    }
    if (bot) return remoteBoardsPage(bot);
    const following = new RemotePage();
    this.following = following;
    return following.element;
  }

  private async dayPage(query: URLSearchParams): Promise<HTMLElement> {
    const day = query.get("day") ?? "";
    const board = query.get("deal");
    if (board === null) return dayPage(day);
    this.viewer = await dayViewer(day, board);
    this.watched = `Board of ${day}`;
    return this.viewer.element;
  }

  private async requestPage(query: URLSearchParams): Promise<HTMLElement> {
    const id = query.get("request") ?? "";
    const board = query.get("deal");
    if (session() === null) return signInPage();
    if (board === null) return requestPage(id);
    this.viewer = await requestViewer(id, board);
    this.watched = `Board ${board}`;
    return this.viewer.element;
  }

  private minePage(): HTMLElement {
    const who = session();
    if (who === null) return signInPage();
    const following = new MyBots(who.account.name);
    this.following = following;
    return following.element;
  }

  private watchPage(): HTMLElement {
    this.viewer = new WatchBoards();
    this.watched = "Watching";
    return this.viewer.element;
  }

  private async boardPage(): Promise<HTMLElement> {
    const place = readPlace(location.hash);
    const board = await ladder.board(place.job ?? 0);
    this.viewer = boardViewer(board, place);
    this.watched = `Board ${board.id}`;
    return this.viewer.element;
  }

  private hush(): void {
    this.stream?.close();
    this.stream = null;
  }

  private listen(): void {
    if (document.hidden) return;
    this.hush();
    const stream = new EventSource("/api/v1/stream");
    this.stream = stream;
    stream.addEventListener("status", (message) => this.take(JSON.parse(message.data as string) as StreamStatus));
    stream.addEventListener("error", () => {
      clear(this.live);
      this.live.append("The ladder cannot be reached at the moment; what is shown may be old.");
      if (stream.readyState !== EventSource.CLOSED) return;
      window.setTimeout(() => {
        if (this.stream === stream) this.listen();
      }, 3000);
    });
  }

  private take(status: StreamStatus): void {
    clear(this.live);
    this.live.append(status.playing ? "Playing: " : "Not playing at the moment: ",
      h("strong", {}, grouped(status.boards)), ` boards so far, ${fixed(status.boards_a_minute)} in the last minute. `,
      h("a", {href: "#live"}, "Look at the tables"));
    clear(this.trouble);
    this.trouble.hidden = !status.trouble;
    if (status.trouble) this.trouble.append(shown(status.trouble, SentenceCharacters));
    if (this.table === null || status.serial === this.serial) return;
    this.serial = status.serial;
    window.setTimeout(() => {
      this.update().catch(() => undefined);  // the next status tries again
    }, Math.random() * SpreadMilliseconds);
  }

  private async update(): Promise<void> {
    const {table} = this;
    const data = await ladder.standings();
    if (table === null || table !== this.table) return;
    this.serial = data.serial;
    table.take(data);
  }
}

function start(): void {
  const root = document.getElementById("app");
  if (!root) return;
  const pages = new LadderPages(root);
  openPages(root, pages, (sentence) => {
    nameWindow("not shown");
    return [
      navigation(),
      h("main", {class: "report"},
        pageHead("This could not be shown", h("p", {class: "lede", role: "alert"}, shown(sentence, SentenceCharacters)),
          h("nav", {}, h("a", {class: "button", href: "#"}, "To the ladder"))))
    ];
  });
}

start();
