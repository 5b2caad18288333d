// The ladder itself, how it is getting on, and its limits.
import {intervalBar, intervalScale} from "../../presentation/web/charts";
import {clear, h, SentenceCharacters, shown} from "../../presentation/web/dom";

import {codeLink} from "./ladder_forms";
import {pageHead} from "./ladder_head";

import {ladder, type Ladder, type LadderRow, type Season, type Status, type Version} from "./ladder_model";
import {alikeNotes, scroller, section, tableOf, timeText, withError} from "../../presentation/web/parts";
import {workersTable} from "../../presentation/web/workers";
import {duration, fixed, grouped, plural, signed} from "../../presentation/web/wording";

const BarWidth = 180;
const RowsShown = 200;

export function botLink(name: string, number: number|null = null): HTMLElement {
  const text = number === null ? shown(name) : `${shown(name)}@${number}`;
  const version = number === null ? "" : `&version=${number}`;
  return h("a", {href: `#bot=${encodeURIComponent(name)}${version}`}, text);
}

export function stateBadge(state: string): HTMLElement {
  return h("span", {class: `state ${state}`}, state.replace(/_/g, " "));
}

export function secondsText(seconds: number): string {
  if (seconds <= 0) return "0 s";
  if (seconds < 1) return duration(seconds * 1e6);
  if (seconds < 120) return `${fixed(seconds)} s`;
  if (seconds < 7200) return `${fixed(seconds / 60)} min`;
  if (seconds < 172800) return `${fixed(seconds / 3600)} h`;
  return plural(Math.round(seconds / 86400), "day");
}

function likelihood(value: number|null|undefined): string {
  if (value === null || value === undefined) return "–";
  return value < 0.001 ? "< 0.1\u202f%" : value > 0.999 ? "> 99.9\u202f%" : `${fixed(100 * value, 1)}\u202f%`;
}

/** A row's numbers; null before its first board. */
export function ratingOf(row: LadderRow): Version["rating"] {
  const {points, points_error, elo, elo_error, boards, opponents, faults} = row;
  if (points === null || points_error === null || elo === null || elo_error === null) return null;
  return {points, points_error, elo, elo_error, boards, opponents, faults};
}

/** The standings as a table that follows the ladder. */
export class LadderTable {
  readonly element: HTMLElement;
  private readonly body = h("div", {class: "standings"});
  private readonly filter =
    h("input", {type: "search", placeholder: "bot or author", "aria-label": "Bot or author", input: () => this.draw()});
  private all = false;

  constructor(private data: Ladder) {
    this.element = section("ladder", "Standings",
      "Points per round against the field: all other bots of this table, each counted once, met or not; with " +
        "half the 95 % interval. The places between which a bot stands with a likelihood of 90 %; how likely it is " +
        "stronger than the next below, against the field. Grey bots have few boards so far.",
      h("div", {class: "filters"}, h("label", {}, h("span", {}, "Show"), this.filter),
        h("a", {class: "button", href: "#cards"}, "Cards of the benchmark")),
      this.body);
    this.draw();
  }

  take(data: Ladder): void {
    this.data = data;
    this.draw();
  }

  private row(row: LadderRow, scale: ReturnType<typeof intervalScale>): HTMLElement {
    const rating = ratingOf(row);
    const place = row.place;
    const below = place === null ? null : this.data.standings.find((other) => other.place === place + 1)?.above;
    const ahead = typeof below === "number" ? 1 - below : null;
    const places =
      row.place_low === row.place_high ? String(row.place_low ?? "–") : `${row.place_low}–${row.place_high}`;
    const none = () => h("td", {class: "number"}, "–");
    const label = rating === null ? "" :
                                    `${signed(rating.points, 1)} points per round, 95 % interval ` +
        `${signed(rating.points - rating.points_error, 1)} to ${signed(rating.points + rating.points_error, 1)}`;
    return h("tr", {class: row.state === "provisional" ? "provisional" : null},
      h("td", {class: "number rank"}, place ?? "–"), h("td", {class: "number quiet"}, places),
      h("th", {scope: "row"}, botLink(row.bot, row.number),
        row.reference           ? h("span", {class: "state", title: "came with the arena"}, "reference") :
          row.state === "rated" ? null :
                                  stateBadge(row.state),
        h("span", {class: "under"}, row.author ? `by ${shown(row.author)} · ` : "",
          place === null ? "no board yet" : `${row.place_low === row.place_high ? "place" : "places"} ${places}`)),
      h("td", {class: "author"}, shown(row.author)),
      rating ? withError(signed(rating.points, 1), fixed(rating.points_error, 1)) : none(),
      h("td", {}, rating ? intervalBar(rating.points, rating.points_error, scale, BarWidth, label) : null),
      rating ? withError(signed(rating.elo), fixed(rating.elo_error)) : none(),
      h("td", {class: "number"}, likelihood(ahead)), h("td", {class: "number"}, grouped(row.boards)),
      h("td", {class: row.faults > 0 ? "number bad" : "number"}, grouped(row.faults)));
  }

  private draw(): void {
    const wanted = this.filter.value.trim().toLowerCase();
    const rows = this.data.standings.filter(
      (row) => row.bot.toLowerCase().includes(wanted) || row.author.toLowerCase().includes(wanted));
    clear(this.body);
    if (this.data.standings.length === 0) {
      this.body.append(h("p", {}, "No bot is ranked yet: the first boards are being played."));
      return;
    }
    this.body.append(...alikeNotes(this.data.alike));
    const known = rows.flatMap((row) => {
      const rating = ratingOf(row);
      return rating ? [{value: rating.points, error: rating.points_error}] : [];
    });
    const scale = intervalScale(known, BarWidth);
    const [low = 0, high = 0] = scale.domain();
    const most = this.all ? rows.length : RowsShown;
    this.body.append(scroller("Standings",
      tableOf(
        [
          ">#", ">Places", "Bot", "Author", ">Points per round", `95 % interval, ${signed(low)} to ${signed(high)}`,
          ">Elo", ">Ahead of next", ">Boards", ">Faults"
        ],
        rows.slice(0, most).map((row) => this.row(row, scale)))));
    if (rows.length > most) {
      this.body.append(h("button", {
        click: () => {
          this.all = true;
          this.draw();
        }
      },
        `Show all ${grouped(rows.length)}`));
    }
  }
}

export function facts(rows: [string, Node|string][]): HTMLElement {
  return h("dl", {class: "facts"}, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

function statusFacts(status: Status): HTMLElement {
  const {season} = status;
  return facts([
    ["Rated boards", status.playing ? "are being played" : "are not being played"],
    ["Uploads", status.accepts_uploads ? "are accepted" : "are not accepted"],
    ["Boards", `${grouped(status.boards)}, ${fixed(status.boards_a_minute)} in the last minute`],
    ["Latest board", `${secondsText(status.last_board_age_s)} ago`],
    ["Bots that play", grouped(status.bots_playing)],
    ["Matches, tests and benchmarks", `${grouped(status.requests_waiting)} waiting`],
    ["People", `play at ${plural(status.people_tables, "table")}`],
    ["Done again", `${grouped(status.machine_faults)} boards or steps, because the machine failed; nobody's loss`],
    ["Latest backup", status.last_backup === null ? "none yet" : timeText(status.last_backup)],
    ["Running for", secondsText(status.uptime_s)],
    ["Season", grouped(season.season)],
  ]);
}

function seasonRow(season: Season): HTMLElement {
  const secret = season.seed === null ? h("span", {class: "quiet"}, "told at its end") :
                                        h("code", {class: "hash"}, `${shown(season.seed)}:${shown(season.salt ?? "")}`);
  return h("tr", {}, h("th", {scope: "row", class: "number"}, season.season),
    h("td", {class: "number"}, season.first_board === null ? "soon" : grouped(season.first_board)),
    h("td", {}, season.began === null ? "" : timeText(season.began)),
    h("td", {}, season.ended === null ? "" : timeText(season.ended)),
    h("td", {class: "detail"}, h("code", {class: "hash"}, shown(season.commitment))),
    h("td", {class: "detail"}, secret));
}

function seasonsSection(seasons: Season[]): HTMLElement {
  return section("seasons", "Seasons",
    "The cards of all boards of a season come from one secret seed. Its SHA-256 is published before its first " +
      "board, seed and salt at its end; from then on everybody can compute every deal again. Bots and ratings go on.",
    scroller("Seasons",
      tableOf([">Season", ">From board", "Since (UTC)", "Until (UTC)", "SHA-256", "Seed:salt"],
        seasons.map((season) => seasonRow(season)))),
    h("p", {}, h("a", {href: "/api/v1/dump"}, "All boards"), " as a database; ",
      h("code", {}, "tichu-arena verify tournament.sqlite"),
      " judges every one of them, and the seeds that are told."));
}

export async function statusPage(): Promise<HTMLElement> {
  const [status, events, {seasons}] = await Promise.all([ladder.status(), ladder.events(), ladder.seasons()]);
  const queues = status.queues.map(
    (queue) => h("tr", {}, h("th", {scope: "row"}, queue.step), h("td", {class: "number"}, queue.waiting),
      h("td", {class: "number"}, queue.running), h("td", {class: "number"}, secondsText(queue.oldest_wait_s))));
  const states = Object.entries(status.versions).filter(([, count]) => count > 0).map(([state,
    count]) => h("tr", {}, h("th", {scope: "row"}, stateBadge(state)), h("td", {class: "number"}, grouped(count))));
  const happened = events.events.map(
    (event) => h("tr", {}, h("td", {}, timeText(event.time)), h("td", {}, event.kind.replace(".", " ")),
      h("th", {scope: "row"}, event.bot ? botLink(event.bot, event.number || null) : ""), h("td", {}, event.state),
      h("td", {class: "detail"}, event.code && event.code !== "passed" ? codeLink(event.code) : event.code, " ",
        shown(event.detail, SentenceCharacters))));
  return h("main", {class: "report"},
    pageHead("Status",
      h("p", {class: status.trouble ? "lede bad" : "lede"},
        status.trouble ? shown(status.trouble, SentenceCharacters) : "Everything is as it should be.")),
    section("now", "Now", null, statusFacts(status)),
    status.workers === null ?
      null :
      section("workers", "Workers", `They play the rated boards: ${shown(status.workers.text, SentenceCharacters)}.`,
        workersTable(status.workers)),
    section("queues", "What waits", "Versions on their way into the ladder, by the step that comes next.",
      scroller("Queues", tableOf(["Step", ">Waiting", ">Running", ">Longest wait"], queues))),
    seasonsSection(seasons),
    section("states", "Versions", null, scroller("Versions", tableOf(["State", ">Versions"], states))),
    section("events", "What happened", null,
      scroller("Events", tableOf(["When (UTC)", "What", "Bot", "State", ""], happened)),
      h("p", {}, h("a", {href: "/api/v1/ladder.atom"}, "Atom feed"), " · ",
        h("a", {href: "#moderate"}, "For moderators"))));
}
