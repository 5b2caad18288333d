// Remote bots: their table, how their seats are, their boards, and declaring one.
import {intervalBar, intervalScale} from "../../presentation/web/charts";
import {clear, h, SentenceCharacters, shown} from "../../presentation/web/dom";
import {Following} from "../../presentation/web/following";

import type {DeclaredRemote, RemoteBoard, RemoteVersion} from "./api";
import {playedLine, playedText} from "./ladder_boards";
import {askForm, codeLink, field, refusalText, signInForm} from "./ladder_forms";
import {kicker, pageHead} from "./ladder_head";
import {ladder} from "./ladder_model";
import {askSigned, session, signIn} from "./ladder_session";
import {secondsText, stateBadge} from "./ladder_views";
import {scroller, section, tableOf, withError} from "../../presentation/web/parts";
import {readPlace} from "../../presentation/web/place";
import {sidesNamed, Viewer} from "../../presentation/web/viewer";
import {fixed, grouped, signed} from "../../presentation/web/wording";

const PollMilliseconds = 5000;
const BarWidth = 110;

function versionLink(version: RemoteVersion): HTMLElement {
  return h(
    "a", {href: `#remote=${encodeURIComponent(version.bot)}`}, `${shown(version.bot)}@${grouped(version.number)}`);
}

/** Whether a client is at the seat, and since when. */
function seatText(version: RemoteVersion): (Node|string)[] {
  if (!version.latest) return [h("span", {class: "quiet"}, "former version")];
  const since = version.seconds === null ? "" : ` for ${secondsText(version.seconds)}`;
  const client = version.connected ? `connected${since}` : version.seconds === null ? "not connected" : `away${since}`;
  if (version.state !== "paused") return [client];
  return [stateBadge("paused"), " ", version.code === "author" ? "" : codeLink(version.code), ` ${client}`];
}

function milliseconds(seconds: number|null): string {
  return seconds === null ? "–" : secondsText(seconds);
}

function row(version: RemoteVersion, scale: ReturnType<typeof intervalScale>): HTMLElement {
  const {points, points_error: error} = version;
  const isRated = points !== null && error !== null;
  const label = isRated ? `${signed(points, 1)} points per round, 95 % interval ${signed(points - error, 1)} to ${
                            signed(points + error, 1)}` :
                          "";
  return h("tr", {class: version.latest ? null : "provisional"},
    h("th", {scope: "row"}, versionLink(version),
      h("span", {class: "under-always"}, `by ${shown(version.author)}: “${shown(version.words, SentenceCharacters)}”`)),
    h("td", {}, ...seatText(version)),
    isRated ? withError(signed(points, 1), fixed(error, 1)) : h("td", {class: "number"}, "–"),
    h("td", {}, isRated ? intervalBar(points, error, scale, BarWidth, label) : null),
    h("td", {class: "number"}, grouped(version.boards)),
    h("td", {class: version.faults > 0 ? "number bad" : "number"}, grouped(version.faults)),
    h("td", {class: "number"}, grouped(version.retries)), h("td", {class: "number"}, grouped(version.lost)),
    h("td", {class: "number"}, milliseconds(version.think_s)),
    h("td", {class: "number"}, milliseconds(version.network_s)));
}

function remoteTable(versions: RemoteVersion[]): HTMLElement {
  if (versions.length === 0) return h("p", {}, "Nobody has declared a remote bot yet.");
  const known = versions.flatMap(
    ({points: value, points_error: error}) => (value === null || error === null ? [] : [{value, error}]));
  const scale = intervalScale(known, BarWidth);
  return scroller("Remote bots",
    tableOf(
      [
        "Bot", "Seat", ">Points per round", "95 % interval", ">Boards", ">Faults", ">Wrong answers", ">Given back",
        ">Thinking", ">Network"
      ],
      versions.map((version) => row(version, scale))));
}

/** What its author can do with a bot. */
function actButtons(version: RemoteVersion, acted: () => void, told: HTMLElement): HTMLElement {
  const act = (words: string, path: string) => h("button", {
    type: "button",
    "data-act": path,
    click: () => {
      clear(told);
      askSigned(`remote/${encodeURIComponent(version.bot)}/${path}`, "POST")
        .then(acted, (problem: unknown) => told.append(refusalText(problem)));
    }
  },
    `${words} ${shown(version.bot)}`);
  return h("p", {class: "acts"}, version.state === "paused" ? act("Resume", "resume") : act("Pause", "pause"),
    act("Withdraw", "withdraw"));
}

function declarationForm(declared: () => void): HTMLElement {
  const bot = h("input", {name: "bot", required: true, maxlength: 32, autocomplete: "off"});
  const words = h("input", {name: "words", required: true, maxlength: 500, autocomplete: "off"});
  return askForm(
    "declare", [field("Name of the bot", bot), field("What plays, in words", words)], "Declare", async (told) => {
      const made = await askSigned<DeclaredRemote>("remote", "POST", {bot: bot.value, words: words.value});
      told.append(h("p", {}, `The token of the seat of ${shown(made.bot)}, shown once:`),
        h("pre", {class: "token", tabindex: 0}, made.token),
        h("p", {}, "Its client connects with it to ", h("code", {}, shown(made.seat)),
          ". A former version's token has ended."));
      declared();
    });
}

/** All remote bots. */
export class RemotePage extends Following {
  readonly element: HTMLElement;
  private readonly table = h("div", {});
  private readonly acts = h("div", {});
  private readonly told = h("div", {"aria-live": "polite"});

  constructor() {
    super(PollMilliseconds);
    this.element = h("main", {class: "report"},
      pageHead("Remote bots",
        h("p", {class: "lede"},
          "They play from their authors' machines. What a version is its author declares, and nobody can prove it.")),
      section("remote", "Table",
        "A remote bot has one seat, beside one of the ladder's bots and against two of another. Points per round are " +
          "what it adds there, by the others' strengths as the standings have them, with half the 95 % interval: 0 " +
          "is what their mean adds. These boards move no bot of the standings. A board is given back, unscored, if " +
          "the bot's client is lost. Times are means of an answer since the ladder's start.",
        this.table),
      section("declare", "Declare one",
        "For a new bot, or the next version of yours; the former version plays no more.",
        session() === null ? signInForm(signIn) : declarationForm(() => this.follow()), this.acts, this.told,
        h("p", {class: "note-line"}, "How a client talks to its seat: ", h("a", {href: "/docs/seats"}, "seats"), ".")));
    this.follow();
  }

  protected override async take(): Promise<void> {
    const {versions} = await ladder.remote();
    if (this.isLeft()) return;
    clear(this.table);
    this.table.append(remoteTable(versions));
    const own = session()?.account.name;
    clear(this.acts);
    this.acts.append(...versions.filter((version) => version.latest && version.author === own)
                       .map((version) => actButtons(version, () => this.follow(), this.told)));
  }
}

function boardRow(bot: string, board: RemoteBoard): HTMLElement {
  return h("tr", {},
    h("td", {},
      h("a", {href: `#remote=${encodeURIComponent(bot)}&deal=${encodeURIComponent(board.id)}`}, shown(board.id))),
    h("th", {scope: "row"}, `${shown(bot)}@${grouped(board.number)}`), h("td", {}, shown(board.partner)),
    h("td", {}, shown(board.opponent)), h("td", {class: "number"}, signed(board.margin)),
    h("td", {}, playedText(board.played)),
    h("td", {class: board.fault ? "bad" : null}, board.fault ? "its fault" : ""));
}

/** A bot's boards, the latest first. */
export async function remoteBoardsPage(bot: string): Promise<HTMLElement> {
  const {boards} = await ladder.remoteBoards(bot);
  return h("main", {class: "report"},
    pageHead(shown(bot), h("p", {class: "lede"}, "A ", h("a", {href: "#remote"}, "remote bot"), ".")),
    section("boards", "Latest boards", null,
      boards.length === 0 ? h("p", {}, "No board is over yet.") :
                            scroller("Boards",
                              tableOf(["Board", "Bot", "Partner", "Against two of", ">Points", "Played (UTC)", ""],
                                boards.map((board) => boardRow(bot, board))))));
}

/** One of them, card by card. */
export async function remoteViewer(bot: string, id: string): Promise<Viewer> {
  const board = await ladder.remoteBoard(bot, id);
  const place = {...readPlace(location.hash), job: board.replay.job};
  return new Viewer(board.replay, sidesNamed(board.replay, board.first, board.second), place,
    {back: `#remote=${encodeURIComponent(bot)}`, above: kicker(), below: playedLine(board.played)});
}
