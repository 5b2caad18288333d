// What a ladder is playing at this moment: boards under way without their cards, and finished ones card by card.
import {clear, h, shown} from "../../presentation/web/dom";
import {Following} from "../../presentation/web/following";

import {boardTable, playedLine, sideName, sideText} from "./ladder_boards";
import {kicker, pageHead} from "./ladder_head";
import {ownOutput} from "./ladder_output";

import {type BoardLine, ladder, type LadderBoard, type UnderWay} from "./ladder_model";
import {boardTags} from "./ladder_tags";
import {secondsText} from "./ladder_views";
import {scroller, section, tableOf} from "../../presentation/web/parts";
import {type Place, readPlace} from "../../presentation/web/place";
import {sidesNamed, Viewer} from "../../presentation/web/viewer";
import {grouped, plural} from "../../presentation/web/wording";

const PollMilliseconds = 2000;
const LatestShown = 10;
/** A finished board is shown at this pace, and its end stays for this long. */
const StepMilliseconds = 400;
const StayMilliseconds = 3000;

/** The replay of a board that is over. */
export function boardViewer(board: LadderBoard, place: Place): Viewer {
  const sides = sidesNamed(board.replay, sideName(board.first), sideName(board.second));
  const neighbour = (job: number) => (job >= 0 ? `#board=${job}` : null);
  return new Viewer(board.replay, sides, place, {
    back: "#boards",
    previous: neighbour(board.id - 1),
    next: neighbour(board.id + 1),
    above: kicker(),
    below: h("div", {}, playedLine(board.played), boardTags(board.id), ownOutput(board.id))
  },
    {ask: () => ladder.analyse(board.id), look: () => ladder.analysis(board.id)});
}

async function latestBoards(most: number): Promise<BoardLine[]> {
  return (await ladder.boards(new URLSearchParams({most: String(most)}))).boards;
}

/** The boards under way, and the latest that are over. */
export class LivePage extends Following {
  readonly element: HTMLElement;
  private readonly tables = h("div", {});
  private readonly latest = h("div", {});

  constructor() {
    super(PollMilliseconds);
    this.element = h("main", {class: "report"},
      pageHead("Now playing", h("nav", {}, h("a", {class: "button", href: "#watch=0"}, "Watch board after board"))),
      section("tables", "At the tables",
        "Cards are shown once a board is over: until then another table may have the same deal before it.",
        this.tables),
      section("latest", "Just over", null, this.latest));
    this.follow();
  }

  protected override async take(): Promise<void> {
    const [now, latest] = await Promise.all([ladder.tables(), latestBoards(LatestShown)]);
    if (this.isLeft()) return;
    clear(this.tables);
    this.tables.append(now.boards.length > 0 ? underWayTable(now) : h("p", {}, idleWords(now)));
    clear(this.latest);
    this.latest.append(boardTable(latest));
  }
}

function idleWords(now: UnderWay): string {
  if (!now.playing) return "No rated boards are being played at the moment.";
  if (now.workers === null) return "Just now no board is under way: the next begin at once.";
  return now.workers === 1 ? "One worker plays: its boards are shown once they are over." :
                             `${plural(now.workers, "worker")} play: their boards are shown once they are over.`;
}

function underWayTable(now: UnderWay): HTMLElement {
  const rows = now.boards.map((board) => {
    const table = board.at === null ? "–" : `${board.at.table + 1} of ${board.tables}`;
    return h("tr", {}, h("td", {class: "number"}, grouped(board.id)), h("th", {scope: "row"}, sideText(board.first)),
      h("th", {scope: "row"}, sideText(board.second)), h("td", {class: "number"}, table),
      h("td", {class: "number"}, board.at === null ? "–" : grouped(board.at.actions)),
      h("td", {class: "number"}, secondsText(board.seconds)));
  });
  return scroller("Boards under way", tableOf([">Board", "First", "Second", ">Table", ">Moves there", ">Since"], rows));
}

/** The latest board that is over, card by card; then the one that is the latest by then. */
export class WatchBoards extends Following {
  readonly element =
    h("div", {}, h("main", {class: "report"}, h("p", {class: "lede", role: "status"}, "Waiting for a board…")));
  private viewer: Viewer|null = null;
  private shown = -1;
  private ended = 0;

  constructor() {
    super(PollMilliseconds / 2);
    this.follow();
  }

  key(event: KeyboardEvent): boolean {
    return this.viewer?.key(event) ?? false;
  }

  override stop(): void {
    super.stop();
    this.viewer?.stop();
  }

  protected override async take(): Promise<void> {
    if (this.viewer !== null && !this.viewer.finished()) {
      this.ended = 0;
      return;
    }
    this.ended = this.ended || Date.now();
    if (this.viewer !== null && Date.now() - this.ended < StayMilliseconds) return;
    const latest = await latestBoards(1);
    if (latest.length === 0 || latest[0].id === this.shown) return;
    const board = await ladder.board(latest[0].id);
    if (this.isLeft()) return;
    this.show(board);
  }

  private show(board: LadderBoard): void {
    this.viewer?.stop();
    const view = this.viewer?.view() ?? readPlace(location.hash).view;
    this.viewer = boardViewer(board, {...readPlace("#watch=0"), view});
    this.shown = board.id;
    this.ended = 0;
    const bar =
      h("p", {class: "watch"}, `Board ${grouped(board.id)} is over and shown card by card; then comes the latest one. `,
        h("a", {class: "button", href: `#board=${shown(String(board.id))}`}, "Stay with this board"));
    clear(this.element);
    this.element.append(bar, this.viewer.element);
    this.viewer.play(StepMilliseconds);
  }
}
