// Unranked matches, tests and benchmarks that who is signed in has asked for, and what came of them. Nobody else sees
// them.
import {clear, h, SentenceCharacters, shown, shownLines} from "../../presentation/web/dom";

import type {RequestBoard} from "./api";
import {boardTable, playedLine, sideName} from "./ladder_boards";
import {askForm, field, refusalText} from "./ladder_forms";
import {kicker, pageHead} from "./ladder_head";

import {askText, type BoardLine, type PlayRequest} from "./ladder_model";
import {outputPart} from "./ladder_output";
import {askSigned, session} from "./ladder_session";
import {reason} from "./ladder_version";
import {stateBadge} from "./ladder_views";
import type {Board} from "../../presentation/web/model";
import {section, timeText} from "../../presentation/web/parts";
import {readPlace} from "../../presentation/web/place";
import {sidesNamed, Viewer} from "../../presentation/web/viewer";
import {grouped, plural, signed} from "../../presentation/web/wording";

/** So many are told, the latest; so many of them are shown at once, and earlier ones unfold. */
export const RequestsShown = 50;
const CardsShown = 8;
const UsualBoards = 20;
const UsualPoints = 20;

/** By the exit code of the command `test`. */
const Verdicts: Record<number, string> = {
  0: "It is stronger.",
  1: "It is not stronger.",
  3: "Bots committed faults.",
  4: "It is undecided."
};

const KindWords = {
  match: "Match",
  test: "Test",
  benchmark: "Benchmark"
};

export function isOpen(request: PlayRequest): boolean {
  return request.state === "queued" || request.state === "running";
}

/** What was asked: "Test: is fox@4 stronger than fox@3 over owl@1, hen@2, by +20 points per round?" */
function questionWords({kind, first, second, pool, points1}: PlayRequest): string {
  const over = pool.length ? ` over ${pool.map((name) => shown(name)).join(", ")}` : "";
  if (kind === "benchmark") return `Benchmark of ${shown(first)}`;
  const by = points1 === null ? "" : `, by ${signed(points1)} points per round`;
  if (kind !== "test") return `Match: ${shown(first)} against ${shown(second)}${over}`;
  return `Test: is ${shown(first)} stronger than ${shown(second)}${over}${by}?`;
}

/** How far it is, in the boards that were asked for: over a pool each of them is played several times. */
function boardsWords({kind, boards, boards_played: played, plays_a_board: plays}: PlayRequest): string {
  const most = `${kind === "match" ? "" : "at most "}${plural(boards, "board")}`;
  const done = `${grouped(Math.floor(played / plays))} of ${most}`;
  return plays > 1 ? `${done}, ${plays} times each` : done;
}

/** What came of it, with a link to all of it. */
function outcome(request: PlayRequest): HTMLElement {
  if (request.state === "running" && request.boards_played > 0 && request.kind !== "benchmark")
    return h("a", {href: `#request=${request.id}`}, "Its boards so far");
  if (request.state !== "done") return reason(request.code, request.detail);
  const verdict = request.kind === "test" ? `${Verdicts[request.exit_code ?? 3] ?? ""} ` : "";
  return h("span", {}, verdict, h("a", {href: `#request=${request.id}`}, "The result"));
}

/** One of them, which is drawn again only if something of it has changed. */
class RequestCard {
  readonly element: HTMLElement;
  private drawn = "";

  constructor(id: number) {
    this.element = h("article", {class: "version", "data-request": id});
  }

  take(request: PlayRequest): void {
    const text = JSON.stringify(request);
    if (text === this.drawn) return;
    this.drawn = text;
    const times = request.ended === null ? [] : [" · ended ", timeText(request.ended)];
    clear(this.element);
    this.element.append(h("h3", {}, questionWords(request), " ", stateBadge(request.state)),
      h("p", {}, outcome(request)),
      h("p", {class: "quiet facts-line"}, `number ${request.id} · `, h("span", {class: "boards"}, boardsWords(request)),
        " · asked ", timeText(request.asked), ...times));
  }
}

/** What is chosen stays so. */
function offerVersions(select: HTMLSelectElement, versions: string[]): void {
  const chosen = select.value;
  if (versions.join() === [...select.options].map(({value}) => value).join()) return;
  select.replaceChildren(...versions.map((name) => h("option", {value: name}, shown(name))));
  if (versions.includes(chosen)) select.value = chosen;
}

/** A form that asks for something of one's own versions; it is hidden while there are none. */
interface VersionForm {
  element: HTMLElement;
  versions: HTMLSelectElement;
}

function ownVersions(name: string): HTMLSelectElement {
  return h("select", {name, required: true});
}

/** Asks for a match, or for a test. */
function playForm(kind: "match"|"test", asked: () => void): VersionForm {
  const isTest = kind === "test";
  const first = ownVersions("first");
  const second = h("input", {type: "text", name: "second", required: true, placeholder: "owl@1", autocomplete: "off"});
  const boards = h("input", {
    type: "number",
    name: "boards",
    min: 1,
    value: isTest ? null : UsualBoards,
    required: !isTest,
    placeholder: isTest ? "as usual" : null
  });
  const points =
    h("input", {type: "number", name: "points1", min: 0.1, step: "any", value: UsualPoints, required: true});
  const pool = h("input", {type: "text", name: "pool", placeholder: "none, or owl@1 hen@2", autocomplete: "off"});
  const match = () => ({first: first.value, second: second.value.trim(), boards: Number(boards.value)});
  const test = () => ({
    candidate: first.value,
    base: second.value.trim(),
    points1: Number(points.value),
    pool: pool.value.split(/[\s,]+/).filter((name) => name !== ""),
    ...(boards.value === "" ? {} : {boards: Number(boards.value)})
  });
  const element = isTest ?
    askForm(kind,
      [
        field("Is your version", first), field("stronger than", second), field("by points per round", points),
        field("over opponents", pool), field("in boards at most", boards)
      ],
      "Test", () => askSigned<PlayRequest>("tests", "POST", test()).then(asked)) :
    askForm(kind, [field("Your version", first), field("Against", second), field("Boards", boards)], "Play a match",
      () => askSigned<PlayRequest>("matches", "POST", match()).then(asked));
  return {element, versions: first};
}

/** Asks for a card. */
function benchmarkForm(asked: () => void): VersionForm {
  const versions = ownVersions("version");
  const open = h("input", {type: "checkbox", name: "open", checked: true});
  const element = askForm("benchmark", [field("Your version", versions), field("Everybody sees the card", open)],
    "Make its card",
    () => askSigned<PlayRequest>("benchmarks", "POST", {version: versions.value, private: !open.checked}).then(asked));
  return {element, versions};
}

/** The matches and tests of who is signed in, the latest first; what the reader has opened stays open. */
export class RequestList {
  readonly element: HTMLElement;
  private readonly trouble = h("div", {"aria-live": "polite"});
  private readonly latest = h("div", {});
  private readonly summary = h("summary", {});
  private readonly folded = h("div", {});
  private readonly earlier = h("details", {hidden: true}, this.summary, this.folded);
  private readonly cards = new Map<number, RequestCard>();
  private order: string|null = null;
  private readonly forms: VersionForm[];

  /** `asked` is called when something was asked for. */
  constructor(asked: () => void) {
    this.forms = [playForm("match", asked), playForm("test", asked), benchmarkForm(asked)];
    this.offer([]);
    const asks = h("p", {class: "note-line"}, "Their boards affect nobody's rating. A test plays until it can tell.");
    this.element = section("requests", "Matches, tests and benchmarks", null, asks,
      ...this.forms.map(({element}) => element), this.trouble, this.latest, this.earlier);
  }

  take(requests: PlayRequest[]): void {
    clear(this.trouble);
    for (const request of requests) {
      const card = this.cards.get(request.id) ?? new RequestCard(request.id);
      this.cards.set(request.id, card);
      card.take(request);
    }
    const order = requests.map(({id}) => id).join(" ");
    if (order === this.order) return;
    this.order = order;
    const elements = requests.flatMap(({id}) => this.cards.get(id)?.element ?? []);
    const earlier = elements.slice(CardsShown);
    const none = elements.length ? [] : [h("p", {}, "You have asked for none so far.")];
    this.latest.replaceChildren(...none, ...elements.slice(0, CardsShown));
    this.folded.replaceChildren(...earlier);
    this.summary.textContent = plural(earlier.length, "earlier one");
    this.earlier.hidden = earlier.length === 0;
  }

  /** Versions of the reader's that matches, tests and benchmarks can be asked for. */
  offer(versions: string[]): void {
    for (const form of this.forms) {
      form.element.hidden = versions.length === 0;
      offerVersions(form.versions, versions);
    }
  }

  /** What was told before stays. */
  fail(problem: unknown): void {
    clear(this.trouble);
    this.trouble.append(refusalText(problem));
  }
}

/** What `tichu-arena test` or `play` would have printed; or why there is nothing of it. */
async function resultPart(request: PlayRequest): Promise<HTMLElement> {
  if (request.state !== "done") {
    return section("result", "No result", null,
      h("p", {}, isOpen(request) ? "It has not been played to its end." : reason(request.code, request.detail)));
  }
  const told = await askText(`requests/${request.id}/result`, session()?.token ?? "")
                 .then((text) => h("pre", {class: "result-text", tabindex: 0}, shownLines(text)),
                   (problem: unknown) => refusalText(problem));
  return section("result", "Result", null, told);
}

/** Its boards, the latest first. */
function boardsPart(request: PlayRequest): HTMLElement|null {
  if (request.boards_played === 0 || request.kind === "benchmark") return null;
  const list = h("div", {"aria-live": "polite"});
  const address = (id: number) => `#request=${request.id}&deal=${id}`;
  const show = async (after: number|null) => {
    list.querySelector(":scope > button")?.remove();
    try {
      const {boards, next} = await askSigned<{boards: BoardLine[]; next: number | null}>(
        `requests/${request.id}/boards${after === null ? "" : `?after=${after}`}`);
      list.append(boards.length ? boardTable(boards, null, address) : h("p", {}, "None of them is kept any more."));
      if (next !== null) list.append(h("button", {click: () => void show(next)}, "Earlier boards"));
    } catch (problem) {
      list.append(refusalText(problem));
    }
  };
  void show(null);
  return section("boards", "Boards", null, list);
}

/** The page of one request, of who is signed in. */
export async function requestPage(id: string): Promise<HTMLElement> {
  const request = await askSigned<PlayRequest>(`requests/${encodeURIComponent(id)}`);
  return h("main", {class: "report"},
    pageHead(`${KindWords[request.kind]} ${request.id}`,
      h("p", {class: "lede"}, shown(questionWords(request), SentenceCharacters), " ", stateBadge(request.state), " ",
        `${boardsWords(request)}.`),
      h("nav", {}, h("a", {class: "button", href: "#mine"}, "My bots"))),
    await resultPart(request), boardsPart(request));
}

/** One of its boards, card by card. */
export async function requestViewer(id: string, deal: string): Promise<Viewer> {
  const board = await askSigned<RequestBoard>(`requests/${encodeURIComponent(id)}/boards/${encodeURIComponent(deal)}`);
  const replay = board.replay as Board;
  const sides = sidesNamed(replay, sideName(board.first), sideName(board.second));
  return new Viewer(replay, sides, {...readPlace(location.hash), job: replay.job}, {
    back: `#request=${encodeURIComponent(id)}`,
    backText: "All its boards",
    above: kicker(),
    below: h("div", {}, playedLine(board.played), outputPart(board.output))
  });
}
