// A version in words: its state, why it is in it, what it waits for, its steps and their logs.
import {h, SentenceCharacters, shown} from "../../presentation/web/dom";

import {codeLink} from "./ladder_forms";

import {askText, type Step, type VersionFacts} from "./ladder_model";
import {secondsText, stateBadge} from "./ladder_views";
import {scroller, tableOf} from "../../presentation/web/parts";

const OnTheirWay = new Set(["received", "unpacked", "screened", "built", "checked", "validated"]);

/** What each state means, for the version's author. */
const StateWords: Record<string, string> = {
  received: "It has arrived. Next its archive is unpacked.",
  unpacked: "Its archive is unpacked. Next bot.toml and its files are read.",
  screened: "Its files are in order. Next it is built.",
  built: "It is built. Next it is checked.",
  checked: "It has passed the checks. Next it plays a few boards against a bundled bot.",
  validated: "It has passed all steps. Next the ladder takes it in.",
  unranked: "It is ready, and you alone see it: it plays the matches and tests that you ask for.",
  provisional: "It plays. It is rated once it has enough boards and its rating is exact enough.",
  rated: "It plays, and it is rated.",
  paused: "It is paused: it plays no boards until you resume it.",
  retired: "It plays no more. Its boards and its page stay.",
  withdrawn: "It was withdrawn: its files are deleted, and nobody else sees its name.",
  quarantined: "It was taken out of play. A moderator can release it; or mend it and send it as the next version.",
  refused: "It was refused, and nobody else sees it. Mend it and send it again, as the next version.",
  internal_error: "This was the ladder's fault and counts against nobody. Send it once more."
};

export function isOnItsWay(version: VersionFacts): boolean {
  return OnTheirWay.has(version.state);
}

export function plays(version: VersionFacts): boolean {
  return version.state === "provisional" || version.state === "rated";
}

/** Whether matches and tests can be asked of it. */
export function isReady(version: VersionFacts): boolean {
  return hasPlayed(version) || version.state === "unranked";
}

/** Whether it has entered the ladder and is still shown, so that its files can be opened. */
export function hasPlayed(version: VersionFacts): boolean {
  return plays(version) || ["paused", "retired"].includes(version.state);
}

/** Where its files are, and under which licence; null if they are not opened. */
export function filesLine(version: VersionFacts): HTMLElement|null {
  if (!version.opened) return null;
  return h("p", {class: "note-line"}, h("a", {href: `/api/v1/${versionPath(version)}/files`}, "Its files"),
    ` are open to everybody, under the licence ${shown(version.licence)}.`);
}

export function stateWords(version: VersionFacts): string {
  return StateWords[version.state] ?? "";
}

/** "fox@3" */
export function versionName(version: VersionFacts): string {
  return `${shown(version.bot)}@${version.number}`;
}

export function versionPath(version: VersionFacts): string {
  return `bots/${encodeURIComponent(version.bot)}/versions/${version.number}`;
}

export function waitingText(version: VersionFacts): string|null {
  const {waiting} = version;
  if (waiting === null) return null;
  if (waiting.place === 0 && waiting.for) return `waits for ${waiting.for}`;
  if (waiting.place === 0)
    return `under way, done in about ${secondsText(waiting.about_s)} (at most ${secondsText(waiting.longest_s)})`;
  return `waits for ${waiting.for || "its turn"}: number ${waiting.place} of ${waiting.of}, about ${
    secondsText(waiting.about_s)}`;
}

/** A code with its link, and the sentence that came with it. */
export function reason(code: string, detail: string): HTMLElement {
  return h("span", {class: "reason"}, code ? codeLink(code) : null, code && detail ? ": " : null,
    shown(detail, SentenceCharacters));
}

/** The steps that a version has taken. */
export function stepTable(steps: Step[]): HTMLElement {
  const rows = steps.map((step) => h("tr", {}, h("th", {scope: "row"}, step.step, step.attempt > 1 ? " (again)" : ""),
                           h("td", {}, stateBadge(step.outcome)),
                           h("td", {class: "number"}, step.ended === null ? "…" : secondsText(step.ended - step.began)),
                           h("td", {class: "detail"}, reason(step.code, step.detail))));
  return scroller("Steps", tableOf(["Step", "Outcome", ">Took", ""], rows));
}

/** Shows a log that is in the page from its end on, where it says why a step failed. */
export function showEnd(log: HTMLElement): void {
  log.scrollTop = log.scrollHeight;
}

/** What a step of a version wrote: for its author and for moderators. */
export async function stepLog(version: VersionFacts, step: string, token: string): Promise<HTMLElement> {
  const text = await askText(`${versionPath(version)}/log?part=${encodeURIComponent(step)}`, token);
  return h("pre", {class: "log", tabindex: 0}, text);
}
