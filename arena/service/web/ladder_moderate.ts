// For moderators: versions that wait or failed, pairs that surprise, accounts, and the audit log. Nothing of it is
// shown to anybody else.
import {clear, h, SentenceCharacters, shown} from "../../presentation/web/dom";

import {field, refusalText, signInForm, signOutButton} from "./ladder_forms";
import {pageHead} from "./ladder_head";

import type {Account, AuditEntry, ModeratedVersions, Residual, Residuals, VersionFacts} from "./ladder_model";
import {askAsModerator, moderator, session, showAgain, signInAsModerator} from "./ladder_session";
import {reason, showEnd, stepLog, versionPath} from "./ladder_version";
import {botLink, stateBadge} from "./ladder_views";
import {scroller, section, tableOf, timeText} from "../../presentation/web/parts";
import {fixed, grouped, signed} from "../../presentation/web/wording";

const MostVersions = 100;
const MostActs = 50;
const MostAccounts = 20;
const LongestReason = 500;

/** A button that asks for a reason before it acts; what was refused is said beside it. */
export function actButton(words: string, path: string): HTMLElement {
  const reason = h("input", {type: "text", name: "reason", required: true, maxlength: LongestReason});
  const told = h("span", {"aria-live": "polite"});
  const act = h("button", {type: "submit"}, words);
  const form = h("form", {
    class: "act",
    submit: (event) => {
      event.preventDefault();
      act.disabled = true;
      clear(told);
      askAsModerator(path, {reason: reason.value}).then(showAgain, (problem: unknown) => {
        act.disabled = false;
        told.append(refusalText(problem));
      });
    }
  },
    field("Reason", reason), act, told);
  const holder = h("div", {});
  const open = h("button", {
    type: "button",
    click: () => {
      open.replaceWith(form);
      reason.focus();
    }
  },
    `${words}…`);
  holder.append(open);
  return holder;
}

/** What a moderator can do with a version; null if nobody is signed in or there is nothing to do. */
export function versionActs(version: VersionFacts): HTMLElement|null {
  if (moderator() === null) return null;
  if (version.state === "quarantined") return actButton("Release", `${versionPath(version)}/release`);
  const plays = ["provisional", "rated", "paused"].includes(version.state);
  return plays ? actButton("Quarantine", `${versionPath(version)}/quarantine`) : null;
}

/** Shows what the step wrote that a version failed. */
function logButton(version: VersionFacts): HTMLElement {
  const told = h("div", {"aria-live": "polite"});
  const button = h("button", {
    type: "button",
    click: () => {
      clear(told);
      stepLog(version, version.failed_step ?? "built", moderator()?.token ?? "").then((log) => {
        told.append(log);
        showEnd(log);
      }, (problem: unknown) => told.append(refusalText(problem)));
    }
  },
    "Log");
  return h("div", {}, button, told);
}

function waitingRow(version: VersionFacts): HTMLElement {
  const {waiting} = version;
  const words = waiting === null ? "the ladder takes it in" :
    waiting.place > 0            ? `${waiting.for}: number ${waiting.place} of ${waiting.of}` :
                                   waiting.for || "a step of it is running";
  return h("tr", {}, h("th", {scope: "row"}, botLink(version.bot, version.number)),
    h("td", {class: "author"}, shown(version.author)), h("td", {}, stateBadge(version.state)), h("td", {}, words),
    h("td", {}, timeText(version.changed)));
}

function failedRow(version: VersionFacts, more: HTMLElement|null): HTMLElement {
  return h("tr", {}, h("th", {scope: "row"}, botLink(version.bot, version.number)),
    h("td", {class: "author"}, shown(version.author)), h("td", {}, stateBadge(version.state)),
    h("td", {class: "detail"}, reason(version.code, version.detail)), h("td", {}, timeText(version.changed)),
    h("td", {}, more));
}

function versionsSection(versions: ModeratedVersions): HTMLElement {
  const failedHeadings = ["Version", "Author", "State", "Why", "Since (UTC)", ""];
  const table = (label: string, headings: string[], rows: HTMLElement[]) =>
    rows.length ? scroller(label, tableOf(headings, rows)) : h("p", {}, "None.");
  return section("queue", "Versions", null, h("h3", {}, "On their way"),
    table(
      "On their way", ["Version", "Author", "Passed", "Waits for", "Since (UTC)"], versions.waiting.map(waitingRow)),
    h("h3", {}, "In quarantine"),
    table(
      "In quarantine", failedHeadings, versions.quarantined.map((version) => failedRow(version, versionActs(version)))),
    h("h3", {}, "Failed"),
    table("Failed", failedHeadings, versions.failed.map((version) => failedRow(version, logButton(version)))));
}

/** Has the boards of a pair of versions left out of the ratings, or count again. */
function pairAct(row: Residual): HTMLElement {
  const path = `pairs/${encodeURIComponent(row.first)}/${encodeURIComponent(row.second)}`;
  return row.struck ? actButton("Count again", `${path}/restore`) : actButton("Leave out", `${path}/strike`);
}

function residualTable(label: string, rows: Residual[], link: (name: string) => Node | string,
  act: (row: Residual) => HTMLElement | null): HTMLElement {
  if (rows.length === 0) return h("p", {}, "None has enough boards yet.");
  const mark = (words: string, holds: boolean) => holds ? h("span", {class: "state refused"}, words) : null;
  const headings =
    ["First", "Second", ">Boards", ">Points per round", ">Expected", ">Standard deviations", ">Extremes", "", ""];
  const line = (row: Residual) => h("tr", {}, h("th", {scope: "row"}, link(row.first)),
    h("th", {scope: "row"}, link(row.second)), h("td", {class: "number"}, grouped(row.boards)),
    h("td", {class: "number"}, signed(row.margin, 1)), h("td", {class: "number"}, signed(row.expected, 1)),
    h("td", {class: row.alarm ? "number bad" : "number"}, fixed(row.surprise, 1)),
    h("td", {class: row.alarm ? "number bad" : "number"}, fixed(row.extremes, 1)),
    h("td", {}, mark("alarm", row.alarm), mark("left out", row.struck)), h("td", {}, act(row)));
  return scroller(label, tableOf(headings, rows.map(line)));
}

function residualsSection(residuals: Residuals): HTMLElement {
  const versionLink = (name: string) => {
    const [bot, number] = name.split("@");
    return botLink(bot ?? name, number ? Number(number) : null);
  };
  return section("residuals", "Pairs that surprise",
    "Boards that came out otherwise than strengths let expect, or are extreme more often than the two's " +
      "others; both in standard deviations. Beyond 5 the audit log below has an alarm. Boards that are thrown " +
      "look like this, and so do styles that do not suit each other. If the boards say so, what the two played " +
      "against each other can be left out of the ratings.",
    h("h3", {}, "Versions"), residualTable("Versions", residuals.versions, versionLink, pairAct),
    h("h3", {}, "Authors"), residualTable("Authors", residuals.authors, shown, () => null));
}

function accountRow(account: Account): HTMLElement {
  const path = `accounts/${encodeURIComponent(account.name)}`;
  const act = account.role !== "author" ? null :
    account.banned                      ? actButton("Lift the ban", `${path}/unban`) :
                                          actButton("Ban", `${path}/ban`);
  return h("tr", {}, h("th", {scope: "row"}, shown(account.name)), h("td", {}, account.role),
    h("td", {}, account.banned ? h("span", {class: "state refused"}, "banned") : null), h("td", {}, act),
    h("td", {}, timeText(account.created)));
}

/** A table that grows by a button: each piece says where the next begins. */
async function growing<T>(label: string, headings: string[], row: (thing: T) => HTMLElement,
  piece: (after: string|number|null) => Promise<{rows: T[]; next: string | number | null}>): Promise<HTMLElement> {
  const table = tableOf(headings, []);
  const holder = h("div", {}, scroller(label, table));
  const grow = async (after: string|number|null) => {
    const {rows, next} = await piece(after);
    table.querySelector("tbody")?.append(...rows.map(row));
    if (next === null) return;
    const more = h("button", {
      type: "button",
      click: () => {
        more.remove();
        void grow(next).catch((problem: unknown) => holder.append(refusalText(problem)));
      }
    },
      "More");
    holder.append(more);
  };
  await grow(null);
  return holder;
}

async function accountsSection(): Promise<HTMLElement> {
  const table =
    await growing<Account>("Accounts", ["Account", "Role", "", "", "Made (UTC)"], accountRow, async (after) => {
      const found = await askAsModerator<{accounts: Account[]; next: string | null}>(
        `accounts?most=${MostAccounts}${after === null ? "" : `&after=${encodeURIComponent(after)}`}`);
      return {rows: found.accounts, next: found.next};
    });
  return section("accounts", "Accounts", "A ban ends an account's tokens and retires its versions.", table);
}

function auditRow(entry: AuditEntry): HTMLElement {
  return h("tr", {}, h("td", {}, timeText(entry.time)), h("th", {scope: "row"}, shown(entry.actor)),
    h("td", {class: entry.act === "alarm" ? "bad" : null}, shown(entry.act)),
    h("td", {class: "detail"}, shown(entry.target)),
    h("td", {class: "detail"}, shown(entry.reason, SentenceCharacters)));
}

async function auditSection(): Promise<HTMLElement> {
  const table =
    await growing<AuditEntry>("Acts", ["When (UTC)", "Who", "Act", "On", "Reason"], auditRow, async (after) => {
      const found = await askAsModerator<{audit: AuditEntry[]; next: number | null}>(
        `audit?latest=1&most=${MostActs}${after === null ? "" : `&after=${after}`}`);
      return {rows: found.audit, next: found.next};
    });
  return section("audit", "Acts", "What moderators and the ladder's own rules did, the latest first.", table);
}

function signInPage(): HTMLElement {
  const other = session();
  return h("main", {class: "report"},
    pageHead("Moderation",
      h("p", {class: "lede"},
        "For accounts with the role moderator or admin. The token stays in this page, and is " +
          "forgotten when you leave it.",
        other === null ? "" : ` ${shown(other.account.name)}, who is signed in, is none.`)),
    section("sign-in", "Sign in", null, signInForm(signInAsModerator)));
}

function headOf(name: string): HTMLElement {
  return pageHead("Moderation",
    h("p", {class: "lede"}, "Signed in as ", h("strong", {}, shown(name)),
      ". A bot's page has the same acts for its " +
        "versions while you are."),
    h("nav", {}, signOutButton(), h("button", {type: "button", click: showAgain}, "Look again")));
}

/** Whether rated boards are played, and the act that changes it. */
function playSection(playing: boolean): HTMLElement {
  return section("play", "Rated boards",
    playing ? "They are being played. A pause begins no more of them." :
              "They are not being played: somebody paused the ladder, or its status says why.",
    playing ? actButton("Pause the ladder", "ladder/pause") : actButton("Let the ladder go on", "ladder/resume"));
}

export async function moderatePage(): Promise<HTMLElement> {
  const session = moderator();
  if (session === null) return signInPage();
  const [versions, residuals, status, accounts, audit] = await Promise.all([
    askAsModerator<ModeratedVersions>(`versions?most=${MostVersions}`), askAsModerator<Residuals>("residuals?most=25"),
    askAsModerator<{playing: boolean}>("status"), accountsSection(), auditSection()
  ]);
  return h("main", {class: "report"}, headOf(session.account.name), versionsSection(versions),
    residualsSection(residuals), audit, accounts, playSection(status.playing));
}
