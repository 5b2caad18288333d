// Submitting a bot: in the browser, by the command, by curl; and what became of it.
import {clear, h, SentenceCharacters, shown} from "./dom";
import {stepTable} from "./ladder_bot";
import {ask, ladder, Problem, problemOf, type Version} from "./ladder_model";
import {botLink, stateBadge} from "./ladder_views";
import {section} from "./parts";

const PollMilliseconds = 1000;
const OnTheirWay = new Set(["received", "unpacked", "screened", "built", "checked", "validated"]);

function refusalText(problem: unknown): HTMLElement {
  const code = problem instanceof Problem && problem.code ? h("code", {}, problem.code) : null;
  const wait =
    problem instanceof Problem && problem.retryAfter !== null ? ` It can work in ${problem.retryAfter} s.` : "";
  const words = problem instanceof Error ? problem.message : String(problem);
  return h("p", {class: "bad", role: "alert"}, code, " ", shown(words, SentenceCharacters), wait);
}

function field(label: string, input: HTMLElement): HTMLElement {
  return h("label", {}, h("span", {}, label), input);
}

/** Follows a version until it plays or was refused: before it plays it is its author's alone. */
async function follow(version: Version, token: string, told: HTMLElement): Promise<void> {
  for (;;) {
    const now = await ladder.version(version.bot, version.number, token);
    clear(told);
    told.append(h("p", {}, botLink(now.bot, now.number), " ", stateBadge(now.state), " ",
                  now.code ? h("code", {}, now.code) : null, " ", shown(now.detail, SentenceCharacters)),
      stepTable(now.steps ?? []));
    if (!OnTheirWay.has(now.state) || !told.isConnected) return;
    await new Promise((go) => {
      window.setTimeout(go, PollMilliseconds);
    });
  }
}

/** The log of the step that refused a version: its author's alone. */
async function showLog(version: Version, token: string, told: HTMLElement): Promise<void> {
  const now = await ladder.version(version.bot, version.number, token);
  const failed = (now.steps ?? []).find((step) => step.outcome === "refused" && step.has_log);
  if (!failed) return;
  const path = `/api/v1/bots/${encodeURIComponent(now.bot)}/versions/${now.number}/log?part=${failed.step}`;
  const response = await fetch(path, {headers: {authorization: `Bearer ${token}`}});
  if (response.ok) told.append(h("pre", {class: "log", tabindex: 0}, await response.text()));
}

function uploadForm(): HTMLElement {
  const token =
    h("input", {type: "password", name: "token", autocomplete: "off", required: true, placeholder: "tch_…"});
  const bot = h("input", {type: "text", name: "bot", required: true, pattern: "[a-z0-9\\-]{3,32}", placeholder: "fox"});
  const note = h("input", {type: "text", name: "note", maxlength: 200});
  const file = h("input", {type: "file", name: "archive", required: true, accept: ".gz,.tgz,.zip,.zst,.tar"});
  const button = h("button", {type: "submit"}, "Submit");
  const told = h("div", {class: "told", "aria-live": "polite"});
  const send = async () => {
    const archive = file.files?.[0];
    if (!archive) return;
    clear(told);
    told.append(h("p", {}, "Uploading…"));
    const query = note.value ? `?note=${encodeURIComponent(note.value)}` : "";
    const response = await fetch(`/api/v1/bots/${encodeURIComponent(bot.value)}/versions${query}`, {
      method: "PUT",
      body: archive,
      headers: {"authorization": `Bearer ${token.value}`, "content-type": "application/octet-stream"}
    });
    if (!response.ok) throw await problemOf(response);
    const version = (await response.json()) as Version;
    await follow(version, token.value, told);
    await showLog(version, token.value, told);
  };
  return h("form", {
    class: "upload",
    submit: (event) => {
      event.preventDefault();
      button.disabled = true;
      send()
        .catch((problem: unknown) => {
          clear(told);
          told.append(refusalText(problem));
        })
        .finally(() => {
          button.disabled = false;
        });
    }
  },
    h("div", {class: "filters"}, field("Token", token), field("Name of the bot", bot),
      field("About this version", note), field("Archive (.tar.gz, .zip)", file), button),
    told);
}

function accountForm(open: boolean): HTMLElement {
  const name = h("input", {type: "text", name: "name", required: true, pattern: "[a-z0-9\\-]{3,32}"});
  const invitation = h("input", {type: "text", name: "invitation", required: !open, placeholder: "inv_…"});
  const told = h("div", {"aria-live": "polite"});
  return h("form", {
    class: "account",
    submit: (event) => {
      event.preventDefault();
      const body = JSON.stringify({name: name.value, invitation: invitation.value});
      ask<{token: string}>("accounts", {method: "POST", body, headers: {"content-type": "application/json"}})
        .then((made) => {
          clear(told);
          told.append(h("p", {}, "This is your token. It is shown once: keep it where nobody else can read it."),
            h("pre", {class: "token", tabindex: 0}, made.token));
        })
        .catch((problem: unknown) => {
          clear(told);
          told.append(refusalText(problem));
        });
    }
  },
    h("div", {class: "filters"}, field("Your name", name),
      field(open ? "Invitation (not needed)" : "Invitation", invitation),
      h("button", {type: "submit"}, "Make an account")),
    told);
}

function command(text: string): HTMLElement {
  return h("pre", {class: "example", tabindex: 0}, text);
}

export async function submitPage(help: string|null): Promise<HTMLElement> {
  const limits = await ladder.limits();
  const open = limits["open_accounts"] === true;
  const here = `${location.origin}/`;
  return h("main", {class: "report"},
    h("header", {class: "title"}, h("p", {class: "kicker"}, "Tichu ladder"), h("h1", {}, "Submit a bot"),
      h("p", {class: "lede"},
        "A bot is a folder with a bot.toml. It is built here without network, checked, tried against a bot that came " +
          "with the arena, and then plays without end. Whatever goes wrong is told with a reason and a log."),
      help ? h("p", {class: "trouble", role: "alert"}, "What was refused: ", h("code", {}, shown(help)), ". ",
               h("a", {href: "/api/v1/errors"}, "All codes")) :
             null),
    section("account", "1. An account",
      open ? "Anybody may make one." : "Whoever has an account, or runs the ladder, can invite you.",
      accountForm(open)),
    section("write", "2. A bot", "The arena's program makes a folder with a bot that plays, in C++, C or Python:",
      command("tichu-arena new-bot fox --lang python"),
      h("p", {class: "note-line"}, "Check it at home by exactly this ladder's limits:"),
      command(`tichu-arena check fox=program:fox/bot.py --ladder ${here}`)),
    section("upload", "3. Submit it", "By the command, which waits, tells each step and ends with 0 if the bot plays:",
      command(`export TICHU_TOKEN=tch_…\ntichu-arena submit fox --to ${here}`),
      h("p", {class: "note-line"}, "By curl:"),
      command(
        `tar czf fox.tar.gz -C fox .\ncurl --upload-file fox.tar.gz -H "Authorization: Bearer $TICHU_TOKEN" \\\n` +
        `  ${here}api/v1/bots/fox/versions\n` +
        `curl -H "Authorization: Bearer $TICHU_TOKEN" ${here}api/v1/bots/fox/versions/1`),
      h("p", {class: "note-line"}, "Or here. The token stays in this page and goes nowhere but to this ladder:"),
      uploadForm()),
    section("then", "4. Then", null,
      h("ul", {},
        h("li", {}, "New versions of a bot are new entrants; the former one retires when the new one is validated."),
        h("li", {}, "What a bot does wrong costs the board; what this machine does wrong is played again."),
        h("li", {}, "tichu-arena status, logs and withdraw tell how a bot is, why, and take it back."),
        h("li", {}, h("a", {href: "#limits"}, "Limits and quotas"), " · ",
          h("a", {href: "/openapi.json"}, "the API's description")))));
}
