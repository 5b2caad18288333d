// Submitting a bot: in the browser, by the command, by curl; and what became of it.
import {clear, h, shown} from "../../presentation/web/dom";

import {ratingLine} from "./ladder_bot";
import {askForm, field, refusalText, tokenInput} from "./ladder_forms";
import {pageHead} from "./ladder_head";
import {numberWords} from "./ladder_mine";

import {ladder, problemOf, type VersionFacts} from "./ladder_model";
import {session, signIn} from "./ladder_session";
import {isOnItsWay, plays, reason, showEnd, stateWords, stepLog, stepTable, versionName} from "./ladder_version";
import {botLink, stateBadge} from "./ladder_views";
import {copyable, section} from "../../presentation/web/parts";

const PollMilliseconds = 1000;
const MostFailures = 60;
const NamePattern = "[a-z][a-z0-9\\-]{2,31}";
const FirstName = "my-bot";
const MostNameLetters = 32;
const NameRule = "3 to 32 small letters, digits and -, beginning with a letter";

/** The fields that several parts of the page share, so that nobody types a thing twice. */
interface Shared {
  token: HTMLInputElement;
  bot: HTMLInputElement;
  template: HTMLInputElement;
  /** Whether the bot's name was typed: then it is not guessed any more. */
  typed: boolean;
}

function sharedFields(): Shared {
  const shared = {
    token: tokenInput(),
    bot: h("input",
      {type: "text", name: "bot", required: true, pattern: NamePattern, title: NameRule, placeholder: FirstName}),
    template: h("input", {type: "text", name: "template", pattern: NamePattern, title: NameRule, value: FirstName}),
    typed: false
  };
  shared.token.value = session()?.token ?? "";
  shared.bot.addEventListener("input", () => {
    shared.typed = shared.bot.value !== "";
  });
  return shared;
}

function pause(): Promise<void> {
  return new Promise((go) => {
    window.setTimeout(go, PollMilliseconds);
  });
}

/** What follows, for who waits in front of the page. */
function outlook(version: VersionFacts): string {
  if (!isOnItsWay(version)) return stateWords(version);
  return `${
           stateWords(
             version)} You can leave this page: the bot goes on without it. Whatever becomes of it, you find ` +
    "it at My bots.";
}

/** What becomes of the bot's former versions. */
function formerWords(version: VersionFacts): string {
  const name = versionName(version);
  const words =
    isOnItsWay(version) ? `stays until ${name} plays, and retires then.` : `is retired: ${name} has taken its place.`;
  return (version.replaces ?? []).map((former) => `${shown(former)} ${words}`).join(" ");
}

/** Which number a version got, and where to follow it. */
function receipt(version: VersionFacts): HTMLElement {
  return h("p", {class: "receipt"}, "This is ", h("strong", {}, versionName(version)),
    `, version ${version.number} of ${shown(version.bot)}. ${numberWords(version.number)} Follow it at `,
    h("a", {href: "#mine"}, "My bots"), ".");
}

/**
 * Follows a version until it is rated or was refused: before it plays it is its author's alone. `arrived` is called
 * once it is on its way no more, so that the next can come.
 */
async function follow(version: VersionFacts, token: string, told: HTMLElement, arrived: () => void): Promise<void> {
  let failures = 0;
  for (;;) {
    const now = await ladder.version(version.bot, version.number, token).catch((problem: unknown) => {
      // The service may be started anew meanwhile.
      if (++failures > MostFailures) throw problem;
      return null;
    });
    if (!told.isConnected) return;
    if (now === null) {
      await pause();
      continue;
    }
    failures = 0;
    if (!isOnItsWay(now)) arrived();
    const standings = plays(now) ? (await ladder.standings()).standings : [];
    const row = standings.find((other) => other.bot === now.bot && other.number === now.number);
    clear(told);
    told.append(h("p", {}, plays(now) ? botLink(now.bot, now.number) : h("strong", {}, versionName(now)), " ",
                  stateBadge(now.state), " ", reason(now.code, now.detail)),
      h("p", {class: "note-line"}, outlook(now), " ", h("span", {class: "former"}, formerWords(now))));
    if (row && row.boards > 0) told.append(h("p", {class: "rating"}, ratingLine(row)));
    told.append(stepTable(now.steps ?? []));
    if (!isOnItsWay(now) && now.state !== "provisional") return;
    await pause();
  }
}

/** The log of the step that refused a version: its author's alone. */
async function showLog(version: VersionFacts, token: string, told: HTMLElement): Promise<void> {
  const now = await ladder.version(version.bot, version.number, token);
  const failed = (now.steps ?? []).find((step) => step.outcome === "refused" && step.has_log);
  if (!failed) return;
  const log = await stepLog(now, failed.step, token);
  told.append(log);
  showEnd(log);
}

async function send({token: field, bot}: Shared, query: URLSearchParams, archive: File, told: HTMLElement,
  arrived: () => void): Promise<void> {
  const token = field.value.trim();
  told.append(h("p", {}, "Uploading…"));
  const response = await fetch(`/api/v1/bots/${encodeURIComponent(bot.value)}/versions?${query.toString()}`, {
    method: "PUT",
    body: archive,
    headers: {"authorization": `Bearer ${token}`, "content-type": "application/octet-stream"}
  });
  if (!response.ok) throw await problemOf(response);
  const version = (await response.json()) as VersionFacts;
  if (session() === null) await signIn(token).catch(() => undefined);  // a token that may do nothing else will do
  const story = h("div", {});
  clear(told);
  told.append(receipt(version), story);
  await follow(version, token, story, arrived);
  await showLog(version, token, story);
}

function uploadForm(shared: Shared): HTMLElement {
  const note = h("input", {type: "text", name: "note", maxlength: 200});
  const unranked = h("input", {type: "checkbox", name: "unranked"});
  const file = h("input", {
    type: "file",
    name: "archive",
    required: true,
    accept: ".gz,.tgz,.zip,.zst,.tar",
    change: () => {
      const named = /^([a-z][a-z0-9-]{2,31})\.(tar|tgz|zip)/.exec(file.files?.[0]?.name ?? "");
      if (named && !shared.typed) shared.bot.value = named[1] ?? "";
    }
  });
  const button = h("button", {type: "submit"}, "Submit");
  const told = h("div", {class: "told", "aria-live": "polite"});
  return h("form", {
    class: "upload",
    submit: (event) => {
      event.preventDefault();
      const archive = file.files?.[0];
      if (!archive) return;
      button.disabled = true;
      const enable = (): void => {
        button.disabled = false;
      };
      const story = h("div", {});  // whoever sends the next version follows this one no more
      clear(told);
      told.append(story);
      const query = new URLSearchParams({note: note.value, unranked: unranked.checked ? "1" : "0"});
      send(shared, query, archive, story, enable)
        .catch((problem: unknown) => {
          clear(story);
          story.append(refusalText(problem));
        })
        .finally(enable);
    }
  },
    h("div", {class: "filters"}, field("Token", shared.token), field("Name of the bot, as in bot.toml", shared.bot),
      field("Archive (.tar.gz, .zip)", file), field("About this version (optional)", note),
      field("Unranked: for matches and tests alone", unranked), button),
    told);
}

/** As if somebody had typed it. */
function nameTemplate(template: HTMLInputElement, bot: string): void {
  template.value = bot.slice(0, MostNameLetters);
  template.dispatchEvent(new Event("input"));
}

/** The form's work by curl, for who has no browser at hand. */
function accountByCurl(open: boolean, here: string): HTMLElement {
  const body = open ? "{\"name\": \"ada\"}" : "{\"name\": \"ada\", \"invitation\": \"inv_…\"}";
  return h("details", {}, h("summary", {}, "By curl"),
    command(`curl -H "Content-Type: application/json" -d '${body}' \\\n  ${here}api/v1/accounts`),
    h("p", {class: "note-line"}, "The answer has the account's token, which is shown this once."));
}

function accountForm(open: boolean, shared: Shared): HTMLElement {
  const name =
    h("input", {type: "text", name: "name", required: true, pattern: NamePattern, title: NameRule, placeholder: "ada"});
  const invitation = h("input", {type: "text", name: "invitation", required: !open, placeholder: "inv_…"});
  const fields = [field("Your name", name), field(open ? "Invitation (not needed)" : "Invitation", invitation)];
  return askForm("account", fields, "Make an account", async (told) => {
    const made = await ladder.makeAccount(name.value, invitation.value.trim());
    shared.token.value = made.token;
    if (shared.template.value === FirstName) nameTemplate(shared.template, `${name.value}-bot`);
    told.append(h("p", {},
                  "This is your token. It is shown once: keep it where nobody else can read it. In the form below " +
                    "it is filled in."),
      copyable(made.token, "token"),
      h("p", {}, "And this is for the day on which it is lost: with it you get another, at My bots."),
      copyable(made.recovery, "recovery"));
  });
}

function command(text: string): HTMLElement {
  return h("pre", {class: "example", tabindex: 0}, text);
}

/** Of the bot.toml of a program without a template, below its name. */
const ProgramLines = [
  `language = "program"  # or "plugin"`, `entry = "bot.pl"  # an executable file, or a script that begins with #!`,
  `protocol = "json"  # leave this out for Protobuf`
];

/** The templates: language, its name, the source. */
const Languages = [
  ["python", "Python", "bot.py"], ["python-plain", "Python, without packages", "bot.py"],
  ["javascript", "JavaScript", "bot.js"], ["cpp", "C++", "bot.cpp"], ["c", "C", "bot.c"]
] as const;

/** A template to download, and what to do with it. The bot's name and language stand in both. */
function botNamed({template}: Shared): string {
  return template.validity.valid && template.value ? template.value : FirstName;
}

/** A command with the bot's name in it, which follows the name that the template has. */
function commandForBot(shared: Shared, text: (bot: string) => string): HTMLElement {
  const shownCommand = command("");
  const draw = () => {
    shownCommand.textContent = text(botNamed(shared));
  };
  shared.template.addEventListener("input", draw);
  draw();
  return shownCommand;
}

function templateForm(shared: Shared): HTMLElement {
  const name = shared.template;
  const language = h("select", {name: "language", change: () => draw()},
    ...Languages.map(([value, text]) => h("option", {value}, text)));
  const link = h("a", {class: "button template"}, "Download");
  const steps = command("");
  const draw = () => {
    const bot = botNamed(shared);
    link.setAttribute("href", `/api/v1/templates/${language.value}?name=${encodeURIComponent(bot)}`);
    link.setAttribute("download", `${bot}.tar.gz`);
    const source = Languages[language.selectedIndex]?.[2] ?? "";
    steps.textContent = `tar xzf ${bot}.tar.gz\n# change ${bot}/${source}; ${bot}/README.md says how\n` +
      `tar czf ${bot}.tar.gz ${bot}`;
    shared.bot.value = bot;
  };
  name.addEventListener("input", draw);
  draw();
  return h("div", {class: "start"},
    h("div", {class: "filters"}, field("Name of the bot", name), field("Language", language), link),
    h("p", {class: "note-line"},
      "It plays as it comes, and can be submitted at once. To change it, unpack it, and pack " +
        "it again (a zip will do too):"),
    steps);
}

function writePart(here: string, shared: Shared): HTMLElement {
  return section("write", "2. A bot",
    "A bot is a folder with a bot.toml that says what it is. Here is one that plays, to start from. C++ and C are " +
      "built on this ladder, without network; nothing has to be installed at home.",
    templateForm(shared),
    h("p", {class: "note-line"},
      "Who has the arena's program can make the same folder, try the bot at home, and check it " +
        "by exactly this ladder's limits:"),
    commandForBot(shared,
      (bot) => `tichu-arena new-bot ${bot} --lang python\n` +
        `tichu-arena check ${bot}=program:${bot}/bot.py --ladder ${here}`),
    h("p", {class: "note-line"},
      "In other languages, any Linux program for x86-64 that speaks the arena's protocol, in ",
      h("a", {href: "/docs/json"}, "lines of JSON"), " or in ", h("a", {href: "/docs/protocol"}, "Protobuf"), " (",
      h("a", {href: "/docs/tichu.proto"}, "tichu.proto"), "), or a ", h("a", {href: "/docs/plugins"}, "shared library"),
      ". Go, Rust, JavaScript and scripts need their tools on this ladder's machine. The ",
      h("a", {href: "/docs/sdk"}, "SDK's page"), " tells what a bot decides, the ",
      h("a", {href: "/docs/rules"}, "rules"), " what is legal. Beside the program lies its bot.toml:"),
    commandForBot(shared, (bot) => [`name = "${bot}"`, ...ProgramLines].join("\n")));
}

function uploadPart(here: string, shared: Shared): HTMLElement {
  return section("upload", "3. Submit it",
    "Here, where each step is shown as it happens. The token stays in this page and goes nowhere but to this ladder.",
    uploadForm(shared),
    h("p", {class: "note-line"}, "By the command, which waits, tells each step and ends with 0 if the bot plays:"),
    commandForBot(shared, (bot) => `export TICHU_TOKEN=tch_…\ntichu-arena submit ${bot} --to ${here}`),
    h("p", {class: "note-line"}, "By curl:"),
    commandForBot(shared,
      (bot) => `tar czf ${bot}.tar.gz -C ${bot} .\n` +
        `curl --upload-file ${bot}.tar.gz -H "Authorization: Bearer $TICHU_TOKEN" \\\n` +
        `  ${here}api/v1/bots/${bot}/versions\n` +
        `curl -H "Authorization: Bearer $TICHU_TOKEN" ${here}api/v1/bots/${bot}/versions/1`));
}

export async function submitPage(): Promise<HTMLElement> {
  const limits = await ladder.limits();
  const open = limits["open_accounts"] === true;
  const here = `${location.origin}/`;
  const shared = sharedFields();
  return h("main", {class: "report"},
    pageHead("Submit a bot",
      h("p", {class: "lede"},
        "An account, a bot, an archive of it: it is built here without network, checked, tried against a bot that " +
          "came with the arena, and then plays without end. Whatever goes wrong is told with a reason and a log. " +
          "What you have sent is at ",
        h("a", {href: "#mine"}, "My bots"), ".")),
    section("account", "1. An account",
      open ? "Anybody may make one." :
             "Ask any author, or the operator, for an invitation. If you have a token, skip to step 2.",
      accountForm(open, shared), accountByCurl(open, here)),
    writePart(here, shared), uploadPart(here, shared),
    section("then", "4. Then", null,
      h("ul", {},
        h("li", {},
          "New versions of a bot are new entrants. Once one plays, the former one retires: it plays no more, and its " +
            "boards and page stay. A version that is refused changes nothing for it; submit --keep leaves both."),
        h("li", {},
          "An unranked version plays no rated boards, and nobody else sees it. Ask for its matches at My bots; if it " +
            "is better, change the box and send it again."),
        h("li", {},
          "Versions are numbered by uploads, from 1: one that is refused keeps its number, and the next counts on."),
        h("li", {},
          "What a bot does wrong costs the board; what this machine does wrong is played again. Time in which " +
            "a bot wanted a processor and got none is not its own."),
        h("li", {}, h("a", {href: "#mine"}, "My bots"),
          " shows all your versions, with reasons and logs; there you pause, retire or withdraw one."),
        h("li", {},
          "tichu-arena status, logs and withdraw tell how a bot is, why, and take it back; replay --board " +
            "plays a board of it again at home."),
        h("li", {}, h("a", {href: "#limits"}, "Limits and quotas"), " · ",
          h("a", {href: "#help"}, "what each code means"), " · ",
          h("a", {href: "/openapi.json"}, "the API's description")))));
}
