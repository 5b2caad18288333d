// The page My boards: what all boards tell that a person has played alone with bots, and the worst decisions to be made
// again.
import {scaleLinear} from "d3-scale";

import {Half95, lossTable, Marks, matterName} from "./analysis";
import {clear, h, shown, svg} from "./dom";
import {messageView} from "./message";
import {MineLink} from "./mine_link";

import type {Calls, CountedShare, Mine, OwnDecision, OwnTable, Stretch} from "./mine_model";
import {Practice, type TableMaker} from "./mine_practice";
import type {BoardMean} from "./model";
import {scroller, section, tableOf, timeText, withError} from "./parts";
import {placeHash, readPlace} from "./place";
import {personNames, Viewer} from "./viewer";
import {fixed, percent, plural, signed} from "./wording";

const AgainMilliseconds = 3000;

const cell = ({mean, standard_error}: BoardMean, t95: number, sign: boolean): HTMLElement =>
  withError(sign ? signed(mean, 1) : fixed(mean, 1), standard_error === null ? "?" : fixed(t95 * standard_error, 1));

function houseSection({against_house: house}: Mine): HTMLElement {
  const note =
    "The house is your partner's bot at your seat and at its own, with the same cards against the same bots. " +
    "Points a round, yours less theirs, with 95 % intervals.";
  if (house.rounds === 0) return section("house", "Against the house", "The house has not played any of these rounds.");
  const row = (words: string, mean: BoardMean) =>
    h("tr", {}, h("th", {scope: "row"}, words), cell(mean, house.t95, true));
  const words = !house.clear  ? "So far nobody can say which of you is stronger." :
    house.difference.mean > 0 ? "You play stronger than the house." :
                                "The house plays stronger than you.";
  return section("house", "Against the house", `${plural(house.rounds, "round")}. ${note} ${words}`,
    scroller("Against the house",
      tableOf(["", ">Points a round"],
        [row("you", house.own), row("the house", house.house), row("you less the house", house.difference)])));
}

function shareCell(share: CountedShare, of: string): HTMLElement {
  if (share.of === 0) return h("td", {class: "number"}, "–");
  const interval = `${percent(share.low, 1)} to ${percent(share.high, 1)}`;
  return h("td", {class: "number", title: `95 % interval of the share of ${of}`},
    h("strong", {}, `${share.count} of ${share.of}`), h("span", {class: "error wide"}, interval));
}

function callsSection({calls}: Mine): HTMLElement {
  const row = (words: string, {called, made}: Calls) => h("tr", {}, h("th", {scope: "row"}, words),
    shareCell(called, "rounds"), shareCell(made, "calls"), h("td", {class: "number"}, made.of - made.count));
  return section("calls", "Calls", "How often, with the 95 % interval of the share.",
    scroller("Calls", tableOf(["", ">Called, of rounds", ">Made, of calls", ">Failed"], [
      row("Tichu, you", calls.tichu.own), row("Tichu, the house", calls.tichu.house),
      row("Grand Tichu, you", calls.grand_tichu.own), row("Grand Tichu, the house", calls.grand_tichu.house)
    ])));
}

const stretchName = ({first, last}: Stretch): string => (first === last ? `${first}` : `${first}–${last}`);

/** Points lost a round in each stretch, with 95 % intervals. */
function lossChart(stretches: Stretch[]): HTMLElement {
  const width = window.matchMedia("(min-width: 44rem)").matches ? 640 : 340;
  const height = 180;
  const ends = stretches.map(({all, t95}) => {
    const {mean, standard_error} = all.loss_a_round;
    const error = t95 * (standard_error ?? 0);
    return {mean, low: mean - error, high: mean + error};
  });
  const x = scaleLinear().domain([-0.5, stretches.length - 0.5]).range([48, width - 8]);
  const y = scaleLinear()
              .domain([Math.min(0, ...ends.map((end) => end.low)), Math.max(1, ...ends.map((end) => end.high))])
              .range([height - 26, 10]);
  const ticks = y.ticks(4).map((tick) => svg("g", {transform: `translate(0 ${y(tick)})`},
                                 svg("line", {class: tick === 0 ? "zero" : "grid", x1: 48, x2: width - 8}),
                                 svg("text", {x: 42, dy: "0.32em", "text-anchor": "end"}, fixed(tick))));
  const points = ends.map(
    ({mean, low, high}, i) => svg("g", {transform: `translate(${x(i)} 0)`},
      svg("line", {class: "whisker", y1: y(low), y2: y(high)}), svg("circle", {class: "loss-dot", cy: y(mean), r: 5}),
      svg("text", {y: height - 8, "text-anchor": "middle"}, stretchName(stretches[i]))));
  return h("figure", {class: "margin-figure"},
    h("figcaption", {}, "Points lost a round, by stretches of rounds, with 95 % intervals"),
    svg("svg", {
      class: "chart loss-chart",
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": "Points lost a round over time; the table below has the numbers"
    },
      ...ticks, ...points) as unknown as HTMLElement);
}

function stretchTable(stretches: Stretch[]): HTMLElement {
  const matters = [...new Set(stretches.flatMap(({matters}) => Object.keys(matters)))];
  const row = (words: string, means: (BoardMean|undefined)[]) => h("tr", {}, h("th", {scope: "row"}, words),
    ...means.map((mean, i) => (mean ? cell(mean, stretches[i].t95, false) : h("td", {class: "number"}, "–"))));
  return scroller(
    "Points lost a round, over time", tableOf(["Rounds", ...stretches.map((each) => `>${stretchName(each)}`)], [
      ...matters.map((matter) => row(matterName(matter), stretches.map(({matters}) => matters[matter]?.loss_a_round))),
      row("all", stretches.map(({all}) => all.loss_a_round))
    ]));
}

function lossSection(mine: Mine): HTMLElement {
  const {losses, stretches, analysis} = mine;
  const judged = `${analysis.analysed} of ${plural(mine.rounds, "round")} ` +
    `${analysis.analysed === 1 && mine.rounds === 1 ? "is" : "are"} judged` +
    `${analysis.waiting > 0 ? "; the others follow by themselves, in the time that is left over" : ""}. `;
  const parts: HTMLElement[] = [];
  if (analysis.problem) parts.push(h("p", {class: "trouble"}, shown(`Not judged: ${analysis.problem}`, 500)));
  if (losses) parts.push(lossTable("Kind", losses.matters, losses.all, matterName, mine.losses_t95));
  if (stretches.length > 1) parts.push(h("h3", {}, "Over time"), lossChart(stretches), stretchTable(stretches));
  return section("losses", "Points lost",
    `${judged}What decisions lost against the best alternative, as far as you could know, with 95 % intervals.`,
    ...parts);
}

/** A ladder's tables have no names that anybody knows: they count from the oldest. */
function tableName({tables}: Mine, table: string): string {
  return /^[0-9a-f]{16}$/.test(table) ? `table ${tables.findIndex((one) => one.table === table) + 1}` :
                                        shown(table, 40);
}

/** Which board of which table, if there are several. */
function whereOf(mine: Mine, {table, job, round}: OwnDecision): string {
  const {tables} = mine;
  const isGame = tables.some((one) => one.table === table && one.game);
  return (tables.length > 1 ? `${tableName(mine, table)}, ` : "") +
    (isGame ? `round ${round + 1}` : `board ${job + 1}`);
}

const momentOf = ({table, job, round, after}: OwnDecision): string =>
  placeHash({tournament: table, job, round, moment: {seating: 0, after}, view: 0});
const againHash = (decision: OwnDecision): string => `${momentOf(decision)}&again=${decision.matter}`;

function worstSection(mine: Mine): HTMLElement {
  const {worst} = mine;
  if (worst.length === 0) return section("worst", "To play again", "No decision is marked so far.");
  const items = worst.map((one) => {
    const {verdict, matter} = one;
    return h("li", {}, h("strong", {class: `mark ${verdict.mark}`, title: verdict.mark}, Marks[verdict.mark] ?? ""),
      ` ${fixed(verdict.loss, 1)} ± ${fixed(Half95 * verdict.error, 1)} points, ${matterName(matter)}, ${
        whereOf(mine, one)} `,
      h("a", {class: "button again", href: againHash(one)}, "Find it yourself"), " ",
      h("a", {href: momentOf(one)}, "replay"));
  });
  return section("worst", "To play again", "Your worst decisions. Each opens the position as it was.",
    h("ol", {class: "worst"}, ...items));
}

function tableRow(table: OwnTable, name: string|null): HTMLElement {
  const why = table.coached ? "with a coach: not counted" : table.people > 1 ? "several people: not counted" : "";
  const boards = Array.from({length: table.rounds}, (_, i) => {
    const place = {tournament: table.table, job: table.game ? 0 : i, round: table.game ? i : 0, view: 0};
    return [" ", h("a", {href: placeHash(place)}, i + 1)];
  });
  const [own, right, partner, left] = table.names.map((name) => shown(name, 16));
  return h("tr", {class: why ? "left-out" : null}, name ? h("th", {scope: "row"}, name) : null,
    h("td", {}, timeText(table.played)), h("td", {}, `${own} and ${partner}`), h("td", {}, `${right} and ${left}`),
    h("td", {class: "number"}, `${fixed(table.own)} : ${fixed(table.theirs)}`), h("td", {class: "quiet"}, why),
    h("td", {class: "board-links"}, ...boards.flat()));
}

function tableSection(mine: Mine): HTMLElement {
  const {tables} = mine;
  const isNamed = tables.length > 1;
  return section("tables", "Tables", null,
    scroller("Tables",
      tableOf([...(isNamed ? ["Table"] : []), "Last played", "You", "Against", ">Points", "", "Replays"],
        [...tables].reverse().map((table) => tableRow(table, isNamed ? tableName(mine, table.table) : null)))));
}

function mineView(mine: Mine, back: HTMLElement|null): HTMLElement {
  const {rounds, tables} = mine;
  const counted = tables.filter((table) => !table.coached && table.people === 1).length;
  return h("main", {class: "report mine"},
    h("header", {class: "title"}, h("p", {class: "kicker"}, "Tichu arena"), h("h1", {}, "My boards"),
      h("p", {class: "lede"},
        `${plural(rounds, "round")} alone with bots, at ${plural(counted, "table")}.` +
          (counted < tables.length ? " Tables with a coach or with other people are not counted." : "")),
      h("nav", {}, back)),
    ...(rounds > 0 ? [houseSection(mine), lossSection(mine), worstSection(mine), callsSection(mine)] : []),
    tables.length > 0 ? tableSection(mine) : h("p", {class: "note-line"}, "tichu-arena sit seats you at a table."));
}

/** The list, a replay or a position, as the address says. */
export class MinePages {
  private readonly link: MineLink;
  private viewer: Viewer|null = null;
  private practice: Practice|null = null;
  private mine: Mine|null = null;
  private timer = 0;
  private shows = 0;

  constructor(private readonly root: HTMLElement, token: string, private readonly make: TableMaker) {
    this.link = new MineLink(token);
  }

  key(event: KeyboardEvent): boolean {
    return (this.viewer ?? this.practice)?.key(event) ?? false;
  }

  async show(): Promise<void> {
    const place = readPlace(location.hash);
    const matter = new URLSearchParams(location.hash.slice(1)).get("again");
    const mine = ++this.shows;
    window.clearTimeout(this.timer);
    this.viewer?.stop();
    this.viewer = null;
    this.practice = null;
    let view: HTMLElement;
    try {
      const {tournament, job, moment} = place;
      if (tournament === null || job === null) {
        view = await this.list();
      } else if (matter !== null && moment !== null) {
        view = await this.position({table: tournament, job, round: place.round, after: moment.after, matter});
      } else {
        view = await this.replay(tournament, job);
      }
    } catch (problem) {
      view = messageView("This cannot be shown", (problem as Error).message, {href: "#", text: "My boards"});
    }
    if (mine !== this.shows) return;
    clear(this.root);
    this.root.append(view);
  }

  private async list(): Promise<HTMLElement> {
    const before = JSON.stringify(this.mine);
    this.mine = await this.link.figures();
    document.title = "My boards – Tichu";
    if (this.mine.analysis.waiting > 0) this.timer = window.setTimeout(() => void this.show(), AgainMilliseconds);
    const now = this.root.querySelector<HTMLElement>("main.mine");
    if (now && before === JSON.stringify(this.mine)) return now;
    const table = sessionStorage.getItem("at table");
    return mineView(this.mine, table ? h("a", {class: "button", href: table}, "Back to the table") : null);
  }

  private async replay(table: string, job: number): Promise<HTMLElement> {
    const board = await this.link.board(table, job);
    const [own, right, partner, left] = board.tables[0]?.rounds[0]?.replay.bots ?? ["", "", "", ""];
    const entrants: {name: string; bots: string[]}[] = [];
    entrants[board.entrants[0]] = {name: `${own} and ${partner}`, bots: [own, partner]};
    entrants[board.entrants[1]] = {name: `${right} and ${left}`, bots: [right, left]};
    this.viewer = new Viewer(board, {entrants}, readPlace(location.hash),
      {back: "#", backText: "My boards", names: personNames("Your table", board)});
    return this.viewer.element;
  }

  private async position(asked: Pick<OwnDecision, "table"|"job"|"round"|"after"|"matter">): Promise<HTMLElement> {
    this.mine ??= await this.link.figures();
    const isAsked = (one: OwnDecision) => one.table === asked.table && one.job === asked.job &&
      one.round === asked.round && one.after === asked.after && one.matter === asked.matter;
    const at = this.mine.worst.findIndex(isAsked);
    const decision = this.mine.worst[at];
    if (!decision) throw new Error("This decision is not among the worst any more.");
    const next = this.mine.worst[at + 1];
    const nav = h("nav", {}, h("a", {class: "button", href: "#"}, "My boards"), " ",
      next ? h("a", {class: "button next", href: againHash(next)}, "Next one") : null, " ",
      h("a", {class: "button", href: momentOf(decision)}, "Replay"));
    this.practice = new Practice(
      this.link, decision, await this.link.position(decision), this.make, whereOf(this.mine, decision), nav);
    return this.practice.element;
  }
}
