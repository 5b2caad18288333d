// The report of a tournament.
import {analysisParts} from "./analysis";
import {callBar, historyChart, marginChart, ratingBar, ratingScale, timeChart} from "./charts";
import {ColourWords, crosstable} from "./crosstable";
import {clear, h, SentenceCharacters, shown, shownLines, styled} from "./dom";
import type {Build, Fault, FaultCount, ListedBoard, OpenEstimate} from "./model";
import type {Partnerships, Results, Standing, TournamentData} from "./model";
import {placeHash} from "./place";
import {alikeNotes, copyable, scroller, section, tableOf, withError} from "./parts";
import {fixed, grouped, percent, plural, signed} from "./wording";

const RatingWidth = 180;

function boardsBar(standing: Standing): HTMLElement {
  const {won, drawn, lost, boards} = standing.count;
  const part = (kind: string, count: number) =>
    styled(h("span", {class: kind}), {"--share": boards > 0 ? count / boards : 0});
  return h("span", {class: "outcome-bar", role: "img", "aria-label": `${won} won, ${drawn} drawn, ${lost} lost`},
    part("won", won), part("drawn", drawn), part("lost", lost));
}

function ladder(results: Results): HTMLElement {
  const scale = ratingScale(results.standings, RatingWidth);
  const {anchor} = results;
  const reference = anchor ? `${shown(anchor.name)} is set to ${anchor.elo}, and errors of Elo are relative to it.` :
                             "The mean of all entrants is 0.";
  const inGroups = results.standings.some((s) => s.group > 1);
  const few = results.standings.some((s) => s.count.boards > 0 && s.count.boards < 30);
  const unknown = results.standings.some((s) => s.count.boards > 0 && s.points_a_round.error95 === null);
  const rows = results.standings.map(
    (s) => h("tr", {}, h("td", {class: "number rank"}, s.rank ?? "–"),
      inGroups ? h("td", {class: "number"}, s.group) : null, h("th", {scope: "row"}, shown(s.name)),
      s.elo ? withError(signed(s.elo.value), fixed(s.elo.error95)) : h("td", {class: "number"}, "–"),
      h("td", {}, s.elo ? ratingBar(s.elo, scale, RatingWidth) : null),
      withError(
        signed(s.points_a_round.mean, 1), s.points_a_round.error95 === null ? "?" : fixed(s.points_a_round.error95, 1)),
      h("td", {}, boardsBar(s)),
      h("td", {class: "number"}, `${grouped(s.count.won)}–${grouped(s.count.drawn)}–${grouped(s.count.lost)}`),
      h("td", {class: "number"}, percent(s.figures.double_victories, s.figures.rounds)),
      h("td", {class: "number"}, percent(s.figures.bomb_hands, s.figures.hands)),
      h("td", {class: s.faults > 0 ? "number bad" : "number"}, s.faults)));
  return section("ladder", "The ladder",
    "Both numbers are against the field: all other bots here, each counted once, met or not. Elo counts boards won, " +
      `points per round by how much; ± is half the 95 % interval. ${reference}`,
    ...alikeNotes(results.alike),
    unknown ? h("p", {class: "note-line"},
                "± ?: no error can be estimated from one board, nor from boards that all ended alike.") :
              null,
    few ? h("p", {class: "note-line"},
            "±: too narrow for bots with fewer than 30 boards; with 10 they hold in 92 cases of 100.") :
          null,
    inGroups ?
      h("p", {class: "note-line"},
        "Entrants of different groups have not met, neither directly nor through others, so nothing tells which is " +
          "stronger: compare only inside a group.") :
      null,
    scroller("The ladder",
      tableOf(
        [
          ">#", ...(inGroups ? [">Group"] : []), "Bot", ">Elo", "95 % interval", ">Points per round", "Boards",
          ">won–drawn–lost", ">Double", ">Bombs", ">Faults"
        ],
        rows)));
}

function pairs(results: Results): HTMLElement|null {
  if (results.pairs.length === 0) return null;
  const index = new Map(results.standings.map((standing, i) => [standing.name, i]));
  const all = results.standings.map((standing, i) => ({place: i + 1, name: shown(standing.name), link: null}));
  const met = results.pairs.map((pair) => ({
    first: index.get(pair.first) ?? 0,
    second: index.get(pair.second) ?? 0,
    mean: pair.points_a_round.mean,
    error: pair.points_a_round.error95,
    boards: pair.count.boards,
    won: pair.count.won,
    drawn: pair.count.drawn,
    lost: pair.count.lost,
    stronger: pair.likelihood_of_superiority,
    remark: ""
  }));
  return section("pairs", "Each against each",
    "Points per round of the row against the column, ranked as above; ± is half the 95 % interval, then how many " +
      `boards. ${ColourWords}`,
    crosstable("Each against each", all, met, () => null));
}

/** A number with its error, or "open". */
function openOrError(estimate: OpenEstimate): HTMLElement {
  if (estimate.value === null || estimate.error95 === null) return h("td", {class: "number quiet"}, "open");
  return withError(signed(estimate.value, 1), fixed(estimate.error95, 1));
}

const PairsShown = 30;

/** Pairs, the best first; those of which nothing is told come last. */
function synergies(pairs: Partnerships["pairs"]): Node[] {
  const worth = (pair: Partnerships["pairs"][number]) => pair.synergy.value ?? Number.NEGATIVE_INFINITY;
  const rows = [...pairs]
                 .sort((a, b) => worth(b) - worth(a) || 0)
                 .map((pair) => h("tr", {}, h("th", {scope: "row", title: shown(pair.first)}, shown(pair.first)),
                        h("td", {class: "partner", title: shown(pair.second)}, shown(pair.second)),
                        openOrError(pair.synergy), h("td", {class: "number"}, grouped(pair.boards))));
  const table = (part: HTMLElement[]) => tableOf(["Bot", "Partner", ">Synergy", ">Boards"], part);
  const rest = rows.slice(PairsShown);
  return [
    scroller("Synergies", table(rows.slice(0, PairsShown))),
    ...(rest.length ?
        [h("details", {}, h("summary", {}, `${grouped(rest.length)} more`), scroller("More synergies", table(rest)))] :
        [])
  ];
}

/** What bots are worth as partners; null if no two different bots were partners. */
function partners(results: Results): HTMLElement|null {
  const {partnerships} = results;
  if (!partnerships || partnerships.bots.length === 0) return null;
  const inGroups = partnerships.bots.some((bot) => bot.group > 1);
  const rows = partnerships.bots.map(
    (bot) => h("tr", {}, h("td", {class: "number rank"}, bot.rank),
      inGroups ? h("td", {class: "number"}, bot.group) : null, h("th", {scope: "row"}, shown(bot.name)),
      openOrError(bot.strength), h("td", {class: "number"}, grouped(bot.boards))));
  const open =
    [...partnerships.bots.map((bot) => bot.strength), ...partnerships.pairs.map((pair) => pair.synergy)].some(
      (estimate) => estimate.value === null);
  return section("partners", "Bots as partners",
    "A team's strength is the sum of its two members' own strengths and its synergy, in points per round; ± is half " +
      "the 95 % interval. The mean of all bots is 0.",
    open ? h("p", {class: "note-line"},
             "Open: who played with whom does not tell it, however many boards are played: a strength that cannot be " +
               "told from a partner's, or a synergy that cannot be told from the members' strengths.") :
           null,
    h("div", {class: "side-by-side"},
      h("div", {}, h("h3", {}, "Own strength"),
        scroller("Own strength",
          tableOf([">#", ...(inGroups ? [">Group"] : []), "Bot", ">Points per round", ">Boards"], rows))),
      h("div", {}, h("h3", {}, "Synergy"), ...synergies(partnerships.pairs))));
}

function margins(data: TournamentData): HTMLElement {
  const order =
    data.results.standings.slice(0, 24).map((s) => data.results.entrants.findIndex((e) => e.name === s.name));
  return section("margins", "How boards ended",
    "Boards by their margin, in points per round from the bot's side; the mark is the mean.",
    h("div", {class: "multiples"}, ...order.map((entrant) => marginChart(data, entrant))));
}

/** The points that calls gained: stakes won minus stakes lost. */
function callPoints(called: number, made: number, stake: number): number {
  return stake * (2 * made - called);
}

function calls(results: Results): HTMLElement {
  const shares = results.standings.flatMap(
    (s) => [s.figures.tichu_called, s.figures.grand_tichu_called].map((n) => n / Math.max(1, s.figures.hands)));
  const whole = Math.max(0.05, ...shares);
  const rows = results.standings.map((s) => {
    const f = s.figures;
    const points =
      callPoints(f.tichu_called, f.tichu_made, 100) + callPoints(f.grand_tichu_called, f.grand_tichu_made, 200);
    return h("tr", {}, h("th", {scope: "row"}, shown(s.name)),
      h("td", {}, callBar(f.hands, f.tichu_called, f.tichu_made, whole)),
      h("td", {class: "number"}, percent(f.tichu_called, f.hands, 1)),
      h("td", {class: "number"}, percent(f.tichu_made, f.tichu_called)),
      h("td", {}, callBar(f.hands, f.grand_tichu_called, f.grand_tichu_made, whole)),
      h("td", {class: "number"}, percent(f.grand_tichu_called, f.hands, 1)),
      h("td", {class: "number"}, percent(f.grand_tichu_made, f.grand_tichu_called)),
      h("td", {class: "number strong"}, f.rounds > 0 ? signed(points / f.rounds, 1) : "–"));
  });
  return section("calls", "Calls",
    `A full bar is a call in ${fixed(whole * 100)} % of the hands: made, then failed. ` +
      "The points are what calls gained and cost.",
    scroller("Calls",
      tableOf(["Bot", "Tichu", ">called", ">made", "Grand Tichu", ">called", ">made", ">Points per round"], rows)));
}

function times(data: TournamentData): HTMLElement {
  return section("times", "Decision times",
    "● the median, ○ the time within which 99 of 100 decisions came, ❙ the longest; then a program's peak memory. " +
      "They differ from run to run.",
    timeChart(data));
}

function faultItem(fault: Fault, tournament: string|null): HTMLElement {
  const place = {tournament, job: fault.job, round: fault.round, step: 999, view: null};
  return h("details", {class: "fault"},
    h("summary", {}, `Job ${fault.job}, seating ${fault.seating}, seat ${fault.seat}: `, shown(fault.text, 160)),
    h("p", {}, h("a", {href: placeHash(place)}, `See the board of job ${fault.job}`)),
    h("pre", {tabindex: 0}, shownLines(fault.explanation)));
}

/** All faults of a kind that a bot committed; the first of them are shown in full. */
function faultGroup(count: FaultCount, told: Fault[], tournament: string|null): HTMLElement {
  const more =
    count.count > told.length ? h("p", {class: "quiet"}, `The first ${told.length} of ${grouped(count.count)}.`) : null;
  return h("details", {class: "fault-group"},
    h("summary", {}, h("strong", {}, shown(count.bot)), ` ${count.kind.replace(/_/g, " ")}, `,
      h("span", {class: "bad"}, plural(count.count, "round"))),
    more, ...told.map((fault) => faultItem(fault, tournament)));
}

function faults(data: TournamentData, tournament: string|null): HTMLElement {
  const {counts, told} = data.faults;
  const again = data.results.retries.map(
    (bot) => h("p", {}, h("strong", {}, shown(bot.bot)),
      ` was asked again after an illegal or unreadable answer: ${plural(bot.count, "time")}.`));
  if (counts.length === 0) return section("faults", "Faults", null, h("p", {}, "No bot committed a fault."), ...again);
  const groups =
    counts.map((count) => faultGroup(
                 count, told.filter((fault) => fault.bot === count.bot && fault.kind === count.kind), tournament));
  return section("faults", "Faults",
    "Rounds that a bot lost by a fault, or in which a substitute took its seat. Open one to see what happened.",
    h("div", {class: "faults"}, ...groups), ...again);
}

const BoardsShown = 40;
const Reasons: Record<string, string> = {
  fault: "a fault",
  margin: "a large margin",
  sample: "sample"
};

/** How a board ended for one of its sides. */
function outcomeOf(board: ListedBoard, side: number): string {
  const verdict = board[5];
  return verdict === 1 ? "drawn" : (verdict === 2) === (side === 0) ? "won" : "lost";
}

class BoardList {
  readonly element = h("div", {});
  private readonly list = h("div", {});
  private entrant = -1;
  private reason = "";
  private outcome = "";
  private order = "job";
  private most = BoardsShown;

  constructor(private readonly data: TournamentData, private readonly tournament: string|null) {
    const {entrants} = data.results;
    const choose = (label: string, options: [string, string][], change: (value: string) => void) => {
      const select = h("select", {
        change: () => {
          change(select.value);
          this.most = BoardsShown;
          this.draw();
        }
      },
        ...options.map(([value, text]) => h("option", {value}, text)));
      return h("label", {}, h("span", {}, label), select);
    };
    const reasons = new Set(data.boards.map((board) => board[6]));
    const bots = entrants.map((e, i): [string, string] => [String(i), shown(e.name)]);
    const kinds = [...reasons].map((r): [string, string] => [r, Reasons[r] ?? r]);
    const forBot = choose("Bot", [["-1", "all"], ...bots], (value) => {
      this.entrant = Number(value);
    });
    const forOutcome =
      choose("Ended", [["", "anyhow"], ["lost", "lost"], ["drawn", "drawn"], ["won", "won"]], (value) => {
        this.outcome = value;
      });
    const forReason = choose("Listed because of", [["", "any reason"], ...kinds], (value) => {
      this.reason = value;
    });
    const inOrder = choose("Order", [["job", "as played"], ["margin", "largest margin"]], (value) => {
      this.order = value;
    });
    const place = tournament ? this.goTo() : null;
    this.element.append(h("div", {class: "filters"}, forBot, forOutcome, forReason, inOrder, place), this.list);
    this.draw();
  }

  /** Any board of a served tournament, by its job's number. */
  private goTo(): HTMLElement {
    const input = h("input", {type: "number", min: 0, step: 1, inputmode: "numeric"});
    const go = (event: Event) => {
      event.preventDefault();
      if (/^\d{1,12}$/.test(input.value))
        location.hash = placeHash({tournament: this.tournament, job: Number(input.value)});
    };
    return h("form", {class: "go-to", submit: go}, h("label", {}, h("span", {}, "Job"), input),
      h("button", {type: "submit"}, "Open"));
  }

  private chosen(): ListedBoard[] {
    const isOfBot = (board: ListedBoard, side: number) => (this.entrant < 0 || board[2 + side] === this.entrant) &&
      (!this.outcome || outcomeOf(board, side) === this.outcome);
    const boards = this.data.boards.filter(
      (board) => (isOfBot(board, 0) || isOfBot(board, 1)) && (!this.reason || board[6] === this.reason));
    return this.order === "margin" ? [...boards].sort((a, b) => Math.abs(b[4]) - Math.abs(a[4])) : boards;
  }

  private draw(): void {
    const boards = this.chosen();
    const name = (entrant: number) => shown(this.data.results.entrants[entrant]?.name ?? "");
    const rows = boards.slice(0, this.most).map((board) => {
      const [job, number, first, second, margin, , reason] = board;
      const href = placeHash({tournament: this.tournament, job});
      return h("tr", {}, h("td", {class: "number"}, h("a", {href, "aria-label": `replay of job ${job}`}, String(job))),
        h("td", {class: "number"}, number), h("td", {class: outcomeOf(board, 0)}, name(first)),
        h("td", {class: outcomeOf(board, 1)}, name(second)), h("td", {class: "number"}, signed(margin, 1)),
        h("td", {class: "quiet"}, reason === "sample" ? "" : Reasons[reason] ?? reason));
    });
    clear(this.list);
    this.list.append(scroller("Boards", tableOf([">Job", ">Board", "First", "Second", ">Points per round", ""], rows)));
    if (boards.length > this.most) {
      this.list.append(h("button", {
        type: "button",
        click: () => {
          this.most *= 4;
          this.draw();
        }
      },
        `Show more of ${grouped(boards.length)}`));
    }
  }
}

function leftOut(data: TournamentData): string {
  const count = data.left_out.length;
  return count ? ` ${plural(count, "board")} with many remarks ${count === 1 ? "is" : "are"} too large for this page ` +
      `(job ${data.left_out.join(", ")}): tichu-arena serve shows larger ones.` :
                 "";
}

function boards(data: TournamentData, tournament: string|null): HTMLElement {
  const played = data.results.boards_played;
  const held = data.boards.length;
  const choice = "boards with faults, those with the largest margins, and a sample spread over the tournament";
  const note = tournament ?
    `${grouped(held)} of ${plural(played, "board")} are listed: ${choice}. Any other opens by its job's number.` :
    held < played ? `${grouped(held)} of ${plural(played, "board")} are in this page: ${choice}.${leftOut(data)}` :
                    "Every board can be replayed.";
  return section("boards", "Boards to replay", held < played || !tournament ? note : "Every board can be replayed.",
    new BoardList(data, tournament).element);
}

function facts(rows: [string, Node|string][]): HTMLElement {
  return h("dl", {class: "facts"}, ...rows.flatMap(([term, value]) => [h("dt", {}, term), h("dd", {}, value)]));
}

/** The seed as text from the server: as a number of this page it would be rounded. */
function seedWords(data: TournamentData): string {
  const {results} = data;
  if (results.schedule === "imported")
    return results.seed === null ? "not known: the records do not contain it" : String(results.seed);
  return data.command === null ? "shown when the tournament has ended: whoever knows it knows all hands to come" :
                                 /--seed (\d+)/.exec(data.command)?.[1] ?? String(results.seed);
}

/** What a bot was; `alone` if it was the same on all boards. */
function buildLine(build: Build, bot: string, alone: boolean): HTMLElement {
  const name = build.says && build.says !== bot ? [shown(build.says)] : [];
  const said = [...name, ...(build.version ? [`version ${shown(build.version)}`] : [])].join(", ");
  const since = build.first_job === null ? "" : ` from job ${build.first_job}`;
  const boards = alone ? "" : `${plural(build.boards, "board")}${since}: `;
  return h("div", {class: "build"}, boards, said ? `says it is ${said}; ` : "", "files ",
    h("code", {}, shown(build.fingerprint, SentenceCharacters)));
}

/** What bots that are not trusted ran in. */
function sandboxWords(sandbox: NonNullable<Results["sandbox"]>): string {
  if (sandbox.kind === null) return "not known";
  if (sandbox.runs) return sandbox.runs.map((run) => `${run.kind} on ${plural(run.boards, "board")}`).join(", then ");
  return sandbox.protections.length ? `${sandbox.kind} (${sandbox.protections.join(", ")})` : sandbox.kind;
}

function configuration(data: TournamentData): HTMLElement {
  const {results} = data;
  const rules = Object.entries(results.rules).map(([key, value]) => `${key.replace(/_/g, " ")}: ${value}`).join(", ");
  const limits = Object.entries(data.limits)
                   .map(([key, value]) => `${key.replace(/_ms$/, "").replace(/_/g, " ")} ${value} ms`)
                   .join(", ");
  const bots = h("ul", {}, ...data.bots.map((bot) => {
    const options = Object.entries(bot.options).map(([key, value]) => `${key}=${value}`).join(", ");
    const builds = results.bots.find((known) => known.name === bot.name)?.builds ?? [];
    return h("li", {}, h("strong", {}, shown(bot.name)), ` ${bot.kind}, `,
      h("code", {}, shownLines([bot.path, ...bot.arguments].join(" "))), options ? `, ${shown(options)}` : "",
      ...builds.map((build) => buildLine(build, bot.name, builds.length === 1)));
  }));
  const imported = results.schedule === "imported";
  const planned = results.boards_planned === null ? "" : ` of ${grouped(results.boards_planned)}`;
  const rows: [string, Node|string][] = [
    ["Seed", seedWords(data)],
    ["Boards", `${results.board_format}, ${grouped(results.boards_played)}${planned} played`], ["Rules", rules],
    ...(imported ? [] : [["Limits", limits]] as [string, string][])
  ];
  if (results.sandbox && results.sandbox.bots.length > 0) rows.push(["Sandbox", sandboxWords(results.sandbox)]);
  rows.push(["Bots", bots], ["Made by", shown(data.program)]);
  const again = imported ?
    [h("p", {},
      data.bots.some((bot) => bot.kind === "person") ?
        "A person played here, so nothing can be played again." :
        "This tournament was made from records. Only the names of its bots are known, so nothing more can be played " +
          "in it, and it cannot be played again.")] :
    data.command === null ? [] :
                            [h("h3", {}, "To play it again"), copyable(data.command)];
  return section("configuration", "How it was played", null, facts(rows), ...again);
}

/** Which decisions lost points; null if nothing was analysed. */
function analysis(data: TournamentData, tournament: string|null): HTMLElement|null {
  const found = data.analysis;
  if (!found || found.summaries.length === 0) return null;
  const jobs = new Set(data.boards.map((board) => board[0]));
  const budget = found.simulations === undefined ? `${found.seconds ?? 0} s a round` :
                                                   `${grouped(found.simulations)} playouts a decision`;
  const judge = `${shown(found.analyst)} with ${budget}`;
  return section("analysis", "Where the points went",
    `What decisions lost against the best that their seats could know, judged by ${judge}; ± is half the 95 % ` +
      "interval. A loss is marked only where chance does not explain it: ?! from 5 points on, ? from 15, ?? from 40.",
    ...analysisParts(found, tournament, jobs));
}

const Parts: [string, string][] = [
  ["ladder", "Ladder"], ["pairs", "Pairs"], ["partners", "Partners"], ["history", "Over time"], ["margins", "Margins"],
  ["calls", "Calls"], ["analysis", "Losses"], ["times", "Times"], ["faults", "Faults"], ["boards", "Boards"],
  ["configuration", "Set-up"]
];

function jumpTo(id: string): void {
  const target = document.getElementById(id);
  target?.scrollIntoView({behavior: window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth"});
  target?.querySelector<HTMLElement>("h2")?.focus({preventScroll: true});
}

const ShownDamages = 20;

/** What cannot be read of the tournament; null if everything can. */
function damage(data: TournamentData): HTMLElement|null {
  const {damaged} = data;
  if (damaged.length === 0) return null;
  const more = damaged.length - ShownDamages;
  return h("div", {class: "damage", role: "alert"},
    h("p", {},
      `The stored data of this tournament is damaged in ` +
        `${plural(damaged.length, "place")}. What cannot be read is left out:`),
    h("ul", {}, ...damaged.slice(0, ShownDamages).map((text) => h("li", {}, shown(text, SentenceCharacters))),
      more > 0 ? h("li", {class: "quiet"}, `and ${grouped(more)} more`) : null));
}

/** One sentence; of equals nobody is named first. */
function whoIsFirst(results: Results): HTMLElement|string {
  const first = results.standings.filter((standing) => standing.rank === 1);
  if (results.boards_played === 0 || first.length === 0) return "No board has been played yet.";
  if (first.length > 1) return `${plural(first.length, "entrant")} are tied for first.`;
  const isOver = results.boards_planned === results.boards_played;
  return h("span", {}, h("strong", {}, shown(first[0].name)), isOver ? " came first." : " leads.");
}

/** The whole report. `tournament` is the tournament's name if a server has several. */
export function reportView(data: TournamentData, tournament: string|null, live: HTMLElement|null): HTMLElement {
  const {results} = data;
  const history = historyChart(data);
  const together = partners(results);
  return h("main", {class: "report"},
    h("header", {class: "title"},
      tournament ? h("p", {}, h("a", {class: "button", href: "#"}, "All tournaments")) : null,
      h("p", {class: "kicker"}, "Tichu arena"), h("h1", {}, shown(results.tournament)),
      h("p", {class: "lede"},
        `${plural(results.standings.length, "entrant")}, ${plural(results.boards_played, "board")}, ` +
          `${plural(data.rounds, "round")}. `,
        whoIsFirst(results)),
      live, damage(data),
      h("nav", {"aria-label": "Parts of the report"},
        ...Parts
          .filter(([id]) => (id !== "history" || history) && (id !== "partners" || together) &&
              (id !== "analysis" || data.analysis))
          .map(([id, text]) => h("button", {type: "button", click: () => jumpTo(id)}, text)))),
    ladder(results), pairs(results), together,
    history ? section("history", "Ratings over boards",
                "Elo over the number of boards counted: lines that still rise or fall need more boards.", history) :
              null,
    margins(data), calls(results), analysis(data, tournament), times(data), faults(data, tournament),
    boards(data, tournament), configuration(data));
}
