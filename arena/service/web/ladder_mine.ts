// My bots: every version of who is signed in, with its state, why it is in it, its steps and logs, and what can be done
// with it. Nothing of it is shown to anybody else.
import {clear, h, SentenceCharacters, shown} from "../../presentation/web/dom";
import {Following} from "../../presentation/web/following";

import {askForm, field, refusalText, signInForm, signOutButton, tokenInput} from "./ladder_forms";
import {pageHead} from "./ladder_head";
import {ask, ladder} from "./ladder_model";

import type {OwnAccount, OwnBot, OwnVersion, PlayRequest, QuotaUse} from "./ladder_model";
import {isOpen, RequestList, RequestsShown} from "./ladder_requests";
import {askSigned, session, showAgain, signIn, signOut} from "./ladder_session";
import {hasPlayed, isOnItsWay, isReady, plays, reason, stateWords, versionName, versionPath} from "./ladder_version";
import {showEnd, stepLog, stepTable, waitingText} from "./ladder_version";
import {botLink, stateBadge} from "./ladder_views";
import {copyable, section, timeText} from "../../presentation/web/parts";
import {grouped, plural} from "../../presentation/web/wording";

const BusyMilliseconds = 1500;
const QuietMilliseconds = 10_000;
/** So many versions of a bot are shown at once; earlier ones unfold. */
const VersionsShown = 4;

/** What an author can do with a version; what cannot be taken back asks once more. */
const Acts: Record < string, {
  words: string;
  means: string;
  final: boolean
}
> = {
  pause: {words: "Pause", means: "It plays no boards until you resume it.", final: false},
  resume: {words: "Resume", means: "It plays again.", final: false},
  retire: {words: "Retire", means: "It plays no more, for good. Its boards and its page stay.", final: true},
  open: {
    words: "Open files",
    means: "Everybody gets its files, to play against it at home. Who has them keeps them.",
    final: true
  },
  close: {words: "Close files", means: "Nobody gets its files any more.", final: false},
  withdraw: {
    words: "Withdraw",
    means: "It plays no more, for good: its files are deleted, and nobody sees its name. Its boards stay.",
    final: true
  }
};

/** One version; what the reader has opened stays open while it goes on. */
class VersionCard {
  readonly element: HTMLElement;
  private readonly state = h("div", {});
  private readonly acts = h("div", {class: "acts"});
  private readonly told = h("div", {"aria-live": "polite"});
  private readonly steps = h("div", {});
  private readonly more: HTMLDetailsElement;
  private drawn = "";

  constructor(private version: OwnVersion, isLatest: boolean, private readonly acted: () => void) {
    this.more = h("details", {toggle: () => this.showSteps()}, h("summary", {}, "Steps and log"), this.steps);
    this.element = h("article", {class: "version", "data-version": `${version.bot}@${version.number}`}, this.state,
      this.acts, this.told, this.more);
    this.draw();
    this.more.open = isLatest && ["refused", "internal_error"].includes(version.state);
  }

  /** Draws what has changed. */
  take(version: OwnVersion): void {
    const former = this.version;
    this.version = version;
    this.draw();
    if (former.state !== version.state || former.changed !== version.changed) this.showSteps();
  }

  private draw(): void {
    const text = JSON.stringify(this.version);
    if (text === this.drawn) return;
    this.drawn = text;
    const {version} = this;
    const {code, detail, failed_step: step} = version;
    const waits = waitingText(version);
    const facts = [
      `version ${version.number}`, shown(version.language), version.licence ? `licence ${shown(version.licence)}` : "",
      version.opened ? "files open to everybody" : "", version.plays_people ? "people may play with it" : "",
      version.note ? `“${shown(version.note, SentenceCharacters)}”` : ""
    ].filter(Boolean);
    clear(this.state);
    this.state.append(
      h("h3", {}, version.state === "withdrawn" ? versionName(version) : botLink(version.bot, version.number), " ",
        stateBadge(version.state), h("span", {class: "since"}, " since ", timeText(version.changed), " UTC")),
      h("p", {}, stateWords(version), waits ? ` It ${waits.startsWith("waits") ? waits : `is ${waits}`}.` : ""),
      ...(code ? [h("p", {class: "why"}, step ? `By the step ${step}: ` : "Why: ", reason(code, detail))] : []),
      h("p", {class: "quiet facts-line"}, facts.join(" · "), " · sent ", timeText(version.submitted)));
    const acts = [...version.acts, ...(version.opened ? ["close"] : hasPlayed(version) ? ["open"] : [])];
    const drawn = `${acts.join(" ")} ${version.plays_people}`;
    if (this.acts.dataset["acts"] === drawn) return;
    this.acts.dataset["acts"] = drawn;
    clear(this.acts);
    this.acts.append(...acts.filter((act) => act in Acts).map((act) => this.actButton(act)),
      ...(plays(version) ? [this.peopleButton()] : []));
  }

  private actButton(act: string): HTMLElement {
    const {words, means, final} = Acts[act];
    return h("button",
      {type: "button", title: means, "data-act": act, click: () => (final ? this.askOnce(act) : this.act(act))},
      final ? `${words}…` : words);
  }

  /** Whether people may choose it for their tables. */
  private peopleButton(): HTMLElement {
    const open = this.version.plays_people;
    return h("button", {
      type: "button",
      "data-act": "people",
      title: open ? "People choose it no more. Tables that are open go on." :
                    "People may choose it for their tables, which no rating knows.",
      click: () => this.act("people", open ? "DELETE" : "POST")
    },
      open ? "Close to people" : "Open to people");
  }

  /** What cannot be taken back is said first. */
  private askOnce(act: string): void {
    const {words, means} = Acts[act];
    clear(this.told);
    const sure = h("button", {type: "button", click: () => this.act(act)}, `${words} ${versionName(this.version)}`);
    this.told.append(h("p", {class: "act"}, h("span", {}, means), sure,
      h("button", {type: "button", click: () => clear(this.told)}, "Leave it")));
    sure.focus();
  }

  private act(act: string, method = "POST"): void {
    clear(this.told);
    askSigned(`${versionPath(this.version)}/${act}`, method)
      .then(this.acted, (problem: unknown) => this.told.append(refusalText(problem)));
  }

  /** Its steps, and the log of the one that refused it, or else of its build. */
  private showSteps(): void {
    const token = session()?.token;
    if (!this.more.open || token === undefined) return;
    const {version} = this;
    ladder.version(version.bot, version.number, token)
      .then(async ({steps = []}) => {
        const last = steps.filter((step) => step.has_log).pop();
        const failed =
          version.failed_step ?? steps.find((step) => step.step === "built" && step.has_log)?.step ?? last?.step;
        const log = failed === undefined ? null : await stepLog(version, failed, token).catch(() => null);
        if (version !== this.version && version.state !== this.version.state) return;
        clear(this.steps);
        this.steps.append(stepTable(steps));
        if (!log) return;
        this.steps.append(h("p", {class: "note-line"}, `The log of the step ${failed}, to its end:`), log);
        showEnd(log);
      })
      .catch((problem: unknown) => {
        clear(this.steps);
        this.steps.append(refusalText(problem));
      });
  }
}

const QuotaWords: Record<string, string> = {
  uploads: "uploads",
  match_boards: "boards of matches",
  tests: "tests"
};

function quotaText(quotas: QuotaUse[]): string {
  const parts = quotas.filter(({name}) => name in QuotaWords).map(({name,
    used,
    limit}) => `${grouped(used)} of ${grouped(limit)} ${QuotaWords[name]}`);
  return parts.length ? `Used today (UTC): ${parts.join(", ")}.` : "";
}

/** How the versions of a bot are numbered, for who waits for a certain number. */
export function numberWords(latest: number): string {
  return `The next upload is version ${latest + 1}: every upload takes the next number, also one that is refused.`;
}

/** The page of who is signed in, which follows its versions. */
export class MyBots extends Following {
  readonly element: HTMLElement;
  private readonly quotas = h("p", {class: "lede"});
  private readonly trouble = h("div", {"aria-live": "polite"});
  private readonly bots = h("div", {});
  private readonly requests = new RequestList(() => this.follow());
  private readonly cards = new Map<string, VersionCard>();
  private order = "";

  constructor(name: string) {
    super(BusyMilliseconds);
    this.element = h("main", {class: "report"},
      pageHead("My bots",
        h("p", {class: "lede"}, "Signed in as ", h("strong", {}, shown(name)),
          ". Versions on their way, and refused ones, are shown to you alone."),
        this.quotas,
        h("nav", {}, h("a", {class: "button", href: "#submit"}, "Submit a version"), signOutButton(),
          h("button", {type: "button", click: () => this.follow()}, "Look again"))),
      this.trouble, this.bots, this.requests.element, deletionPart(name));
    this.follow();
  }

  protected override async take(): Promise<void> {
    try {
      const asked = askSigned<{requests: PlayRequest[]}>(`requests?most=${RequestsShown}`)
                      .then(({requests}) => () => this.showRequests(requests),
                        (problem: unknown) => () => this.requests.fail(problem));
      const account = await askSigned<OwnAccount>("account");
      if (this.isLeft()) return;
      clear(this.trouble);
      this.show(account);
      const showAsked = await asked;
      if (!this.isLeft()) showAsked();
    } catch (problem) {
      clear(this.trouble);
      this.trouble.append(refusalText(problem));
      throw problem;
    }
  }

  private show({bots, quotas}: OwnAccount): void {
    const versions = bots.flatMap((bot) => bot.versions);
    this.milliseconds = versions.some(isOnItsWay) ? BusyMilliseconds : QuietMilliseconds;
    this.quotas.textContent = quotaText(quotas);
    const order = versions.map(({bot, number}) => `${bot}@${number}`).join(" ");
    if (order !== this.order || bots.length === 0) {
      this.order = order;
      for (const bot of bots) {
        for (const version of bot.versions) this.makeCard(version, version === bot.versions[0]);
      }
      clear(this.bots);
      this.bots.append(...(bots.length ? bots.map((bot) => this.botSection(bot)) : [noBots()]));
    }
    this.requests.offer(versions.filter(isReady).map(({bot, number}) => `${bot}@${number}`));
    for (const version of versions) this.cards.get(`${version.bot}@${version.number}`)?.take(version);
  }

  private showRequests(requests: PlayRequest[]): void {
    if (requests.some(isOpen)) this.milliseconds = BusyMilliseconds;
    this.requests.take(requests);
  }

  private makeCard(version: OwnVersion, isLatest: boolean): void {
    const name = `${version.bot}@${version.number}`;
    if (!this.cards.has(name)) this.cards.set(name, new VersionCard(version, isLatest, () => this.follow()));
  }

  private botSection(bot: OwnBot): HTMLElement {
    const cards = bot.versions.flatMap(({bot: name, number}) => this.cards.get(`${name}@${number}`)?.element ?? []);
    const earlier = cards.slice(VersionsShown);
    const note = bot.versions.length ? numberWords(bot.versions[0].number) : null;
    return section(`bot-${bot.name}`, shown(bot.name), note, ...cards.slice(0, VersionsShown),
      earlier.length ? h("details", {}, h("summary", {}, plural(earlier.length, "earlier version")), ...earlier) :
                       null);
  }
}

function noBots(): HTMLElement {
  return section("none", "No bot yet", null,
    h("p", {}, "You have sent no bot. ", h("a", {href: "#submit"}, "Submit a bot"),
      " leads from here to one that plays."));
}

export function signInPage(): HTMLElement {
  return h("main", {class: "report"},
    pageHead("My bots",
      h("p", {class: "lede"},
        "All your versions, refused ones too: how each is, why, its steps and logs, and what you can do with it; and " +
          "the matches and tests that you asked for. The " +
          "token stays in this page, and is forgotten when you leave it.")),
    section("sign-in", "Sign in", null, signInForm(signIn),
      h("p", {class: "note-line"}, "Who has no token yet ", h("a", {href: "#submit"}, "makes an account"), ".")),
    section("recover", "A lost token",
      "The recovery token that you got with your account ends all its tokens, itself too, and gives others.",
      recoveryForm()));
}

function recoveryForm(): HTMLElement {
  const recovery = tokenInput("recovery");
  return askForm("recover", [field("Recovery token", recovery)], "Get a new token", async (told) => {
    const headers = {authorization: `Bearer ${recovery.value.trim()}`};
    const made = await ask<{token: string; recovery: string}>("account/recover", {method: "POST", headers});
    told.append(h("p", {}, "Your new token, and the next recovery token:"), copyable(made.token, "token"),
      copyable(made.recovery, "recovery"));
  });
}

/** Deletes the account, once its name was typed. */
function deletionPart(name: string): HTMLElement {
  const typed = h("input", {type: "text", name: "name", autocomplete: "off", required: true, pattern: name});
  return h("details", {class: "deletion"}, h("summary", {}, "Delete this account"),
    h("p", {class: "note-line"},
      "All your versions are withdrawn and their files deleted; tokens, hooks, tags and your name are forgotten. " +
        "Boards stay, as those of a withdrawn bot. This cannot be undone."),
    askForm("delete", [field("Your name, to be sure", typed)], "Delete", async () => {
      await askSigned("account", "DELETE");
      signOut();
      showAgain();
    }));
}
