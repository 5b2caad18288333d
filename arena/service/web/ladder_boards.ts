// Boards of the ladder, and finding some of them.
import {clear, h, shown} from "../../presentation/web/dom";

import {field, signInForm} from "./ladder_forms";
import {pageHead} from "./ladder_head";

import {type BoardLine, ladder, type Side} from "./ladder_model";
import {session, signIn} from "./ladder_session";
import {ownTags, tagInput} from "./ladder_tags";
import {botLink} from "./ladder_views";
import {scroller, section, tableOf, timeText} from "../../presentation/web/parts";
import {grouped, signed} from "../../presentation/web/wording";

export function sideName({bot, number}: {bot: string|null; number: number | null}): string {
  return bot === null ? "a withdrawn bot" : `${shown(bot)}@${number}`;
}

export function sideText(side: Side): Node|string {
  return side.bot === null ? sideName(side) : botLink(side.bot, side.number);
}

/** The line as the version tells it that was its second side: the same board with sides and signs changed. */
function turned(line: BoardLine): BoardLine {
  return {
    ...line,
    first: line.second,
    second: line.first,
    margin: -line.margin,
    verdict: 2 - line.verdict,
    faults: [line.faults[1], line.faults[0]]
  };
}

/** When a board was played; imported boards have no time. */
export function playedText(played: number|null): Node|string {
  return played === null ? "–" : timeText(played);
}

/** The same below a replay's heading. */
export function playedLine(played: number|null): HTMLElement|null {
  return played === null ? null : h("p", {class: "quiet"}, "Played ", timeText(played), " UTC");
}

function isSide(side: Side, about: Side|null): boolean {
  return about !== null && side.bot === about.bot && side.number === about.number;
}

const Outcomes = [["lost", "lost to"], ["drawn", "drew with"], ["won", "beat"]] as const;

function boardRow(line: BoardLine, address: (id: number) => string): HTMLElement {
  const [kind, words] = Outcomes[line.verdict] ?? Outcomes[1];
  const atFault = [line.first, line.second].filter((_, side) => line.faults[side]);
  return h("tr", {}, h("td", {class: "number"}, h("a", {href: address(line.id)}, grouped(line.id))),
    h("th", {scope: "row"}, sideText(line.first)), h("td", {class: kind}, words), h("td", {}, sideText(line.second)),
    h("td", {class: "number"}, signed(line.margin, 1)), h("td", {class: "played"}, playedText(line.played)),
    h("td", {class: atFault.length > 0 ? "bad" : null},
      ...atFault.flatMap((side, i) => [i === 0 ? "fault of " : " and of ", sideText(side)])));
}

/** Boards as a table, each with a link to its replay; all told from the side of `about`, if that is a version. */
export function boardTable(
  lines: BoardLine[], about: Side|null = null, address = (id: number) => `#board=${id}`): HTMLElement {
  if (lines.length === 0) return h("p", {}, "No such board has been played, or has the tag.");
  const rows = lines.map((line) => boardRow(isSide(line.second, about) ? turned(line) : line, address));
  const table = tableOf([">Board", "Bot", "", "Opponent", ">Points", "Played (UTC)", ""], rows);
  table.classList.add("board-lines");
  return scroller("Boards", table);
}

const Fields: [string, string, [string, string][]|null][] = [
  ["bot", "Bot (fox or fox@3)", null], ["opponent", "Against", null],
  ["outcome", "Result", [["", "any result"], ["lost", "lost"], ["drawn", "drawn"], ["won", "won"]]],
  [
    "fault", "Fault",
    [
      ["", "any or none"], ["any", "of any kind"],
      ["crash", "crash"], ["timeout", "timeout"], ["illegal_action", "illegal action"],
      ["bad_message", "bad message"], ["closed_output", "closed output"], ["limit_exceeded", "limit exceeded"]
    ]
  ],
  [
    "with", "In which the bot",
    [
      ["", "did anything (no filter)"], ["tichu", "called Tichu"], ["tichu_made", "made a Tichu"],
      ["grand_tichu", "called Grand Tichu"],
      ["grand_tichu_made", "made a Grand Tichu"], ["bomb", "had a bomb"], ["double_victory", "won by double victory"]
    ]
  ],
  ["margin", "Margin at least", null], ["since", "Played from (UTC)", null], ["until", "Played to (UTC)", null]
];
const InputTypes: Record<string, string> = {
  margin: "number",
  since: "date",
  until: "date"
};
const DaySeconds = 86_400;

/** What the API is asked for: the form's days are its seconds, the last one with all its hours. */
function apiQuery(form: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(form);
  for (const [name, later] of [["since", 0], ["until", DaySeconds]] as const) {
    const day = form.get(name);
    if (day !== null) query.set(name, String(Date.parse(day) / 1000 + later));
  }
  return query;
}

/** The search; the address keeps what was asked for. */
export function boardsPage(query: URLSearchParams): HTMLElement {
  const list = h("div", {"aria-live": "polite"});
  const inputs = new Map<string, HTMLInputElement|HTMLSelectElement>();
  const asked = () => {
    const wanted = new URLSearchParams();
    for (const [name, input] of inputs)
      if (input.value.trim()) wanted.set(name, input.value.trim());
    return wanted;
  };
  const labels: HTMLElement[] = Fields.map(([name, label, options]) => {
    const input = options ? h("select", {name}, ...options.map(([value, text]) => h("option", {value}, text))) :
                            h("input", {name, type: InputTypes[name] ?? "text", min: name === "margin" ? 0 : null});
    input.value = query.get(name) ?? "";
    inputs.set(name, input);
    return h("label", {}, h("span", {}, label), input);
  });
  const signedIn = session();
  if (signedIn !== null) {
    const input = tagInput(null);
    input.value = query.get("tag") ?? "";
    inputs.set("tag", input);
    labels.push(field("Your tag", input));
  }
  const show = async (after: number|null) => {
    const wanted = asked();
    history.replaceState(null, "", `#boards${[...wanted].map(([k, v]) => `&${k}=${encodeURIComponent(v)}`).join("")}`);
    const button = list.querySelector(":scope > button");
    try {
      const query = apiQuery(wanted);
      if (after !== null) query.set("after", String(after));
      const found = await ladder.boards(query, wanted.has("tag") ? signedIn?.token : null);
      if (after === null) clear(list);
      button?.remove();
      list.append(boardTable(found.boards));
      const {next} = found;
      if (next !== null) list.append(h("button", {click: () => void show(next)}, "Earlier boards"));
    } catch (problem) {
      clear(list);
      list.append(h("p", {class: "bad"}, shown(problem instanceof Error ? problem.message : String(problem), 300)));
    }
  };
  const form = h("form", {
    class: "filters",
    submit: (event) => {
      event.preventDefault();
      void show(null);
    }
  },
    ...labels, h("button", {type: "submit"}, "Find"));
  if (signedIn === null && query.has("tag")) {
    list.append(h("p", {}, "Tags are yours alone: sign in to find boards by them."), signInForm(signIn));
  } else {
    void show(null);
  }
  const tags = signedIn === null ?
    h("p", {class: "note-line"}, "Authors who sign in at ", h("a", {href: "#mine"}, "My bots"),
      " can put tags on boards that nobody else sees, and find boards by them.") :
    ownTags();
  return h("main", {class: "report"},
    pageHead("Boards", h("p", {class: "lede"}, "Every rated board, card by card; the latest first.")),
    section("boards", "Find boards", null, form, tags, list));
}
