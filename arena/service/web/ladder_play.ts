// Sitting down at a table with three bots: who they are, what is played, and whether it may be kept. The table itself
// is another page (arena/presentation/web/sit.ts), to which its link leads.
import {h, shown} from "../../presentation/web/dom";

import type {OfferedBot, People} from "./api";
import {daySection} from "./ladder_days";
import {field} from "./ladder_forms";
import {guestForm, LatestTable} from "./ladder_guest";
import {pageHead} from "./ladder_head";
import {ladder} from "./ladder_model";
import {TableSecrets} from "../../presentation/web/mine_link";
import {section} from "../../presentation/web/parts";
import {grouped, plural} from "../../presentation/web/wording";

const UsualPartner = "sampler";
const UsualOpponents = "steady";

/** "30 minutes", "7 days": the largest unit that fits. */
function spanWords(seconds: number): string {
  const units: [number, string][] = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];
  const [size, word] = units.find(([size]) => seconds >= size) ?? [1, "second"];
  return plural(Math.ceil(seconds / size), word);
}

function botSelect(name: string, bots: OfferedBot[], usual: string): HTMLSelectElement {
  const option = (bot: OfferedBot) => h("option", {value: bot.name, selected: bot.name === usual},
    bot.level ? `${bot.level[0].toUpperCase()}${bot.level.slice(1)} (${shown(bot.name)})` : shown(bot.name));
  const levels = bots.filter(({level}) => level !== "");
  const others = bots.filter(({level}) => level === "");
  return h("select", {name}, h("optgroup", {label: "Weakest to strongest"}, ...levels.map(option)),
    others.length ? h("optgroup", {label: "Bots of this ladder"}, ...others.map(option)) : null);
}

function roomWords({tables, busy, wait_s: wait}: People): string {
  if (wait === 0) return `${busy} of ${plural(tables, "table")} taken.`;
  return `All ${plural(tables, "table")} are taken. One is free in ${
    spanWords(wait)} at the latest, unless play goes on there.`;
}

function sitForm(people: People): HTMLElement {
  const partner = botSelect("partner", people.bots, UsualPartner);
  const opponents = botSelect("opponents", people.bots, UsualOpponents);
  const boards = h("select", {name: "boards"}, h("option", {value: 1}, "1 board"), h("option", {value: 8}, "8 boards"),
    h("option", {value: "game"}, `a game to ${grouped(people.target)}`));
  return guestForm({
    name: "sit-down",
    fields: [field("Your partner", partner), field("Your opponents", opponents), field("What is played", boards)],
    person: "Your name at the table",
    keep: "The boards may be kept, as a person\u2019s, for whoever studies the game",
    mustKeep: false,
    note:
      "Otherwise they are deleted once the table is over. No rating knows them, and bots are not told who sits there.",
    go: "Sit down",
    room: roomWords(people),
    sit: (guest) => ladder.sit({
      partner: partner.value,
      opponents: opponents.value,
      ...(boards.value === "game" ? {game: true} : {boards: Number(boards.value)}),
      ...guest
    })
  });
}

/** The ways back to the table that this browser opened last, and to what the boards of all its tables tell. */
function latestTable(): HTMLElement[] {
  const address = localStorage.getItem(LatestTable);
  if (address === null) return [];
  return [
    h("a", {class: "button", href: address}, "Back to my latest table"),
    h("a", {class: "button", href: `/mine#${localStorage.getItem(TableSecrets) ?? address.split("#")[1]}`}, "My boards")
  ];
}

/** Whoever agreed that boards are kept may change their mind. */
function takeAway(): HTMLElement|null {
  const secret = localStorage.getItem(LatestTable)?.split("#")[1];
  if (!secret) return null;
  const told = h("p", {class: "note-line", "aria-live": "polite"});
  const press = async () => {
    const response = await fetch("/api/v1/table", {method: "DELETE", headers: {authorization: `Bearer ${secret}`}});
    told.textContent = response.ok ? "Nothing of that table is kept once it is over." :
      response.status === 401      ? "No boards of that table are here any more." :
                                     "This cannot be done now.";
  };
  return h("div", {},
    h("button", {type: "button", class: "take-away", click: () => void press()},
      "Do not keep my latest table\u2019s boards"),
    told);
}

export async function playPage(): Promise<HTMLElement> {
  const [people, days] = await Promise.all([ladder.people(), ladder.days()]);
  const head = pageHead("Play",
    h("p", {class: "lede"},
      "Sit down with a partner against two opponents. No account is needed, and there is no clock."),
    h("nav", {}, ...latestTable(), h("a", {class: "button", href: "/docs/rules"}, "The rules")));
  if (people.tables === 0) {
    return h("main", {class: "report"}, head,
      section("play", "No tables", null,
        h("p", {}, "At this ladder no people play. At home the command ", h("code", {}, "tichu-arena sit"),
          " opens a table.")),
      days.days.length > 0 ? daySection(days) : null);
  }
  return h("main", {class: "report"}, head,
    section("play", "A table", null, sitForm(people), takeAway(),
      h("p", {class: "note-line"},
        `The table\u2019s link has its secret: it alone leads back to your seat, on any device, for ${
          spanWords(people.kept_hours * 3600)}. A table where nothing was done for ${
          spanWords(people.idle_s)} makes room for others, and goes on when you come back.`)),
    daySection(days));
}
