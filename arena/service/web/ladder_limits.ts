// Everything that an upload, a bot, an author and a reader must keep to.
import {h, SentenceCharacters, shown} from "../../presentation/web/dom";

import {pageHead} from "./ladder_head";

import {type ExplainedLimit, ladder, type Limit, type Limits} from "./ladder_model";
import {facts} from "./ladder_views";
import {section} from "../../presentation/web/parts";
import {grouped} from "../../presentation/web/wording";

const Groups: [string, string, string][] = [
  ["submitting", "Submitting", "What is sent, and how much of it."],
  ["building", "Steps and builds", "What happens to a submission before it plays, and what a build may use."],
  ["playing", "Playing", "What a bot may use at its boards, and when it is rated or taken out."],
  ["asking", "Asking", "Matches, tests, analyses of boards, and what belongs to an account."]
];

function isTree(value: Limit|undefined): value is Limits {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function limitText(value: Limit): string {
  if (Array.isArray(value)) return value.map((element) => limitText(element)).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "number" ? grouped(value) : shown(String(value));
}

function amount({value, unit}: ExplainedLimit): string {
  const number = grouped(Number(value.toPrecision(6)));
  return unit ? `${number}\u202f${shown(unit)}` : number;
}

function limitList(limits: ExplainedLimit[]): HTMLElement {
  return h("dl", {class: "limits"},
    ...limits.map(
      (limit) => h("div", {},
        h("dt", {}, shown(limit.meaning, SentenceCharacters), " ", h("code", {class: "key"}, shown(limit.key))),
        h("dd", {}, amount(limit)))));
}

/** The rules that are played, and the bots that came with the arena. */
function rulesSection(play: Limits): HTMLElement {
  const rules = isTree(play["rules"]) ? play["rules"] : {};
  const inWords = (text: string): string => text.replace(/_/g, " ");
  const rows =
    Object.entries(rules).map(([name, value]): [string, string] => [inWords(name), inWords(limitText(value))]);
  const bundled = limitText(play["references"] ?? null);
  return section("rules", "Rules",
    `The bots that came with the arena play along: ${bundled}. The Elo of ${limitText(play["anchor"] ?? null)} is 0.`,
    facts(rows));
}

export async function limitsPage(): Promise<HTMLElement> {
  const limits = await ladder.limits();
  const explained = (limits["explained"] ?? []) as unknown as ExplainedLimit[];
  const accounts =
    limits["open_accounts"] === true ? "Anybody may make an account." : "An account needs an invitation.";
  const parts =
    Groups.map(([about, title, note]) => section(about, title, about === "submitting" ? `${note} ${accounts}` : note,
                 limitList(explained.filter((limit) => limit.about === about))));
  return h("main", {class: "report"},
    pageHead("Limits",
      h("p", {class: "lede"}, "All limits, each with the setting that controls it. ",
        h("code", {}, `tichu-arena check BOT --ladder ${location.origin}/`),
        " checks a bot at home by exactly these.")),
    ...parts, isTree(limits["play"]) ? rulesSection(limits["play"]) : null);
}
