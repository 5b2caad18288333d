// A bot of the ladder with its versions, and a pair of bots.
import {formChart} from "../../presentation/web/charts";
import {h, SentenceCharacters, shown} from "../../presentation/web/dom";

import {boardTable, sideName} from "./ladder_boards";
import {cardTable} from "./ladder_cards";
import {pageHead} from "./ladder_head";
import {ladder, Problem} from "./ladder_model";

import type {BoardLine, Bot, Card, LadderRow, Opponents, Version} from "./ladder_model";
import {versionActs} from "./ladder_moderate";
import {session} from "./ladder_session";
import {filesLine, reason, stepTable, waitingText} from "./ladder_version";
import {botLink, ratingOf, stateBadge} from "./ladder_views";
import {scroller, section, tableOf, timeText, withError} from "../../presentation/web/parts";
import {fixed, grouped, percent, signed} from "../../presentation/web/wording";

function reasonOrNote(version: Version): HTMLElement|string {
  const waits = waitingText(version);
  if (waits !== null) return shown(waits, SentenceCharacters);
  return version.code ? reason(version.code, version.detail) : shown(version.note, SentenceCharacters);
}

/** Its language, and the memory if it asks for less than the ladder gives. */
function languageText(version: Version): string {
  return version.memory_mb === null ? version.language : `${version.language}, ${version.memory_mb} MiB`;
}

function versionRow(version: Version, chosen: boolean): HTMLElement {
  const row = version.rating;
  return h("tr", {"aria-current": chosen ? "true" : null},
    h("th", {scope: "row"}, botLink(version.bot, version.number)), h("td", {}, stateBadge(version.state)),
    row ? withError(signed(row.points, 1), fixed(row.points_error, 1)) : h("td", {class: "number"}, "–"),
    h("td", {class: "number"}, row ? grouped(row.boards) : "–"), h("td", {}, shown(languageText(version))),
    h("td", {}, timeText(version.submitted)), h("td", {class: "detail"}, reasonOrNote(version)));
}

function opponentsPart(name: string, data: Opponents): HTMLElement {
  const rows = [...data.opponents].sort((a, b) => a.points - b.points).map((met) => {
    const href = `#pair=${encodeURIComponent(name)},${encodeURIComponent(`${met.bot}@${met.number}`)}`;
    const link = met.bot === null ? sideName(met) : h("a", {href}, sideName(met));
    return h("tr", {}, h("th", {scope: "row"}, link),
      withError(signed(met.points, 1), met.points_error === null ? "?" : fixed(met.points_error, 1)),
      h("td", {class: "number"}, grouped(met.boards)),
      h("td", {class: "number"}, `${grouped(met.won)}–${grouped(met.drawn)}–${grouped(met.lost)}`),
      h("td", {class: met.faults > 0 ? "number bad" : "number"}, grouped(met.faults)));
  });
  return section("opponents", "Opponents", "The worst first: points per round of this version against each.",
    rows.length ?
      scroller("Opponents", tableOf(["Against", ">Points per round", ">Boards", ">won–drawn–lost", ">Faults"], rows)) :
      h("p", {}, "It has not played yet."));
}

/** A version's row of the standings, in words; or its rating if it is not there. */
export function ratingLine(row: LadderRow|undefined, rating: Version["rating"] = row ? ratingOf(row) : null): string {
  if (!rating) return "This version has no rating yet.";
  const place = row ? `Place ${row.place} (${row.place_low} to ${row.place_high})` :
                      "Not in the standings now; by the boards that it has played";
  return `${place}, ${signed(rating.points, 1)} ± ${fixed(rating.points_error, 1)} ` +
    `points per round against the field, Elo ${signed(rating.elo)} ± ${fixed(rating.elo_error)}, ${
      grouped(rating.boards)} boards, ` +
    `${percent(rating.faults, rating.boards, 1)} with a fault.`;
}

/** For the version's author: how a board is played again at home; of the boards with its fault the latest. */
function againPart(version: Version, lines: BoardLine[]): HTMLElement|null {
  const isAtFault = (line: BoardLine) => {
    const isFirst = line.first.bot === version.bot && line.first.number === version.number;
    return line.faults[isFirst ? 0 : 1];
  };
  const line = lines.find(isAtFault) ?? lines[0];
  if (!line || !version.author) return null;
  return h("details", {}, h("summary", {}, "Is it yours? Play a board of it again at home"),
    h("p", {class: "note-line"},
      "With the arena's program, your token and the bot's files; its seat gets what it got there, and the others do " +
        "as they did. GET /api/v1/boards/…/faults has this command for each fault, with standard error."),
    h("pre", {class: "example", tabindex: 0},
      `export TICHU_TOKEN=tch_…\ntichu-arena replay --board ${line.id} --to ${location.origin}/ --bot program:FILE`));
}

/** How the decisions of all boards of a version are judged together, by its name in the dump. */
function decisionsPart(stored: string): HTMLElement {
  return h("details", {}, h("summary", {}, "Which of its decisions cost most?"),
    h("p", {class: "note-line"},
      "The page analyses one board; the arena's program all boards of a version together, at home. The dump has each " +
        "rated board, an hour late at most."),
    h("pre", {class: "example", tabindex: 0},
      `mkdir dump\ncurl --output dump/tournament.sqlite ${location.origin}/api/v1/dump\n` +
        `tichu-arena analyse dump --bot ${stored} --rounds 200`));
}

/** What a moderator who is signed in can do here; null for everybody else. */
function moderationPart(version: Version): HTMLElement|null {
  const acts = versionActs(version);
  return acts && section("moderation", "Moderation", `Of version ${version.number}, for you as a moderator.`, acts);
}

/** Its card, if it has one that is for everybody. */
function cardPart(cards: Card[]): HTMLElement|null {
  if (cards.length === 0) return null;
  return section("card", "Card", "In TichuBench, on secret boards: points per round with half the 95 % interval.",
    cardTable(cards), h("p", {}, h("a", {href: "#cards"}, "All cards")));
}

/** The wanted version, or without a wish the one that plays; null: there is none, or the reader may not see it. */
function chosenVersion(bot: Bot, wanted: string|null): Version|null {
  const number = Number(wanted);
  if (wanted !== null) return bot.versions.find((version) => version.number === number) ?? null;
  return bot.versions.find((version) => version.state === "rated" || version.state === "provisional") ??
    bot.versions[0] ?? null;
}

/** Why nothing is shown where a link led, and where the author finds it. */
function missingWords(what: string): HTMLElement {
  const who = session();
  return h("p", {class: "missing", role: "alert"},
    `There is no ${what} that ${who === null ? "everybody" : shown(who.account.name)} may see: it does not exist, or ` +
      "it has not come to play and its author alone may see it. ",
    who === null ? "Is it yours? Sign in at " : "All of yours are at ", h("a", {href: "#mine"}, "My bots"), ".");
}

function missingBot(name: string): HTMLElement {
  return h("main", {class: "report"}, pageHead(shown(name)),
    section("missing", "No such bot", null, missingWords(`bot ${shown(name)}`)));
}

export async function botPage(name: string, wanted: string|null): Promise<HTMLElement> {
  const token = session()?.token ?? null;
  const [bot, standings] = await Promise.all([
    ladder.bot(name, token).catch((problem: unknown) => {
      if (problem instanceof Problem && problem.status === 404) return null;
      throw problem;
    }),
    ladder.standings()
  ]);
  if (bot === null) return missingBot(name);
  const chosen = chosenVersion(bot, wanted);
  const rowOf = (version: Version) =>
    standings.standings.find((row) => row.bot === version.bot && row.number === version.number);
  const head = pageHead(shown(bot.name),
    h("p", {class: "lede"}, bot.author ? `by ${shown(bot.author)}` : "Came with the arena",
      bot.description ? `: ${shown(bot.description, SentenceCharacters)}` : ""));
  const versions = section("versions", "Versions", "Each version is an entrant of its own and keeps its own rating.",
    scroller("Versions",
      tableOf(["Version", "State", ">Points per round", ">Boards", "Language", "Submitted (UTC)", ""],
        bot.versions.map((version) => versionRow(version, version === chosen)))));
  if (!chosen) {
    const missing = wanted === null ? null :
                                      section("missing", `No version ${shown(wanted)}`, null,
                                        missingWords(`version ${shown(wanted)} of ${shown(name)}`));
    return h("main", {class: "report"}, head, missing, versions);
  }
  const [version, {cards}, opponents, boards] = await Promise.all([
    ladder.version(bot.name, chosen.number, token), ladder.cards(), ladder.opponents(bot.name, chosen.number, token),
    ladder.boards(new URLSearchParams({bot: `${bot.name}@${chosen.number}`, most: "20"}), token)
  ]);
  const full = `${bot.name}@${chosen.number}`;
  const badge = `${location.origin}/api/v1/badges/${encodeURIComponent(bot.name)}`;
  return h("main", {class: "report"}, head, versions,
    section("form", `Version ${chosen.number}`, ratingLine(rowOf(chosen), chosen.rating), formChart(opponents.form),
      opponents.form.length > 1 ?
        h("p", {class: "note-line"},
          "Its margins plus its opponents' present ratings, averaged over its boards; the band is the 95 % interval.") :
        null,
      filesLine(version), version.steps?.length ? stepTable(version.steps) : null),
    moderationPart(version), cardPart(cards.filter((card) => card.bot === bot.name && card.number === chosen.number)),
    opponentsPart(full, opponents),
    section("latest", "Latest boards", null, boardTable(boards.boards, {bot: bot.name, number: chosen.number}),
      h("p", {}, h("a", {href: `#boards&bot=${encodeURIComponent(full)}`}, "Find others"), " · ",
        h("a", {href: `#boards&bot=${encodeURIComponent(full)}&fault=any`}, "those with its faults")),
      boards.boards.length > 0 ? decisionsPart(bot.author ? full : bot.name) : null, againPart(version, boards.boards)),
    section("badge", "For your own page", null,
      h("img", {class: "ladder-badge", src: badge, alt: `Place of ${shown(bot.name)}`}),
      h("pre", {class: "example"}, `![${bot.name}](${badge})`),
      h("p", {}, h("a", {href: `/api/v1/bots/${encodeURIComponent(bot.name)}/feed.atom`}, "Atom feed"))));
}

export async function pairPage(names: string): Promise<HTMLElement> {
  const [first, second] = names.split(",");
  const pair = await ladder.pair(first ?? "", second ?? "");
  const error = pair.points_error === null ? "" : ` ± ${fixed(pair.points_error, 1)}`;
  return h("main", {class: "report"},
    pageHead(h("span", {}, sideName(pair.first), h("span", {class: "versus"}, " against "), sideName(pair.second)),
      h("p", {class: "lede"},
        pair.boards === 0 ? "They have not met." :
                            `${grouped(pair.boards)} boards: ${signed(pair.points, 1)}${error} points per round for ${
                              sideName(pair.first)}; ` +
            `${grouped(pair.won)} won, ${grouped(pair.drawn)} drawn, ${
              grouped(pair.lost)} lost; boards with a fault: ` +
            `${grouped(pair.faults)} of ${sideName(pair.first)}, ${grouped(pair.opponent_faults)} of ${
              sideName(pair.second)}.`)),
    section("latest", "Latest boards", null, boardTable(pair.latest, pair.first),
      h("p", {},
        h("a", {href: `#boards&bot=${encodeURIComponent(first ?? "")}&opponent=${encodeURIComponent(second ?? "")}`},
          "All of them"))));
}
