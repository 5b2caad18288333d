// The board of the day: sitting down to it, and what people made of it once the day is over.
import {h, shown} from "../../presentation/web/dom";

import type {DayResult, Days} from "./api";
import {guestForm} from "./ladder_guest";
import {kicker, pageHead} from "./ladder_head";
import {ladder} from "./ladder_model";
import {scroller, section, tableOf} from "../../presentation/web/parts";
import {readPlace} from "../../presentation/web/place";
import {personNames, sidesNamed, Viewer} from "../../presentation/web/viewer";
import {grouped, signed} from "../../presentation/web/wording";

/** Where this browser keeps its guest's secret. */
const GuestSecret = "guest";
const SecretBytes = 16;

function guestSecret(): string {
  const kept = localStorage.getItem(GuestSecret);
  if (kept !== null) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(SecretBytes));
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem(GuestSecret, secret);
  return secret;
}

function dayForm(): HTMLElement {
  return guestForm({
    name: "sit-to-day",
    fields: [],
    person: "Your name in the results",
    keep: "My board is kept, and from tomorrow on shown here to all, with this name",
    mustKeep: true,
    note: null,
    go: "Play the board of the day",
    room: "",
    sit: (guest) => ladder.sitToDay({guest: guestSecret(), ...guest})
  });
}

/** Where people sit down to it, and the way to former ones. */
export function daySection({today, partner, opponents, days}: Days): HTMLElement {
  return section("day", today === null ? "Boards of the day" : `Board of the day, ${shown(today.day)}`,
    `The same deal for everybody, once a day (UTC): ${shown(partner)} is your partner, ${
      shown(opponents)} plays both opponents. ` +
      "What all made of it is told on the next day. Nobody checks that a guest plays it once.",
    today === null ? null : dayForm(),
    today === null ? null :
                     h("p", {class: "note-line"}, "Nobody can know the deal before: the hash of its seed is ",
                       h("code", {class: "hash"}, shown(today.commitment, 64)), ", the seed itself is told tomorrow."),
    days.length === 0 ?
      null :
      h("p", {class: "days"}, "Results: ",
        ...days.flatMap(
          ({day}, i) => [i === 0 ? "" : " · ", h("a", {href: `#day=${encodeURIComponent(day)}`}, shown(day))])));
}

function resultRow(day: string, result: DayResult, results: DayResult[]): HTMLElement {
  const place = 1 + results.filter(({points}) => points > result.points).length;
  return h("tr", {}, h("td", {class: "number"}, grouped(place)), h("th", {scope: "row"}, shown(result.person)),
    h("td", {class: "number"}, signed(result.points)),
    h("td", {}, h("a", {href: `#day=${encodeURIComponent(day)}&deal=${encodeURIComponent(result.board)}`}, "Replay")));
}

/** What people made of a day's board. */
export async function dayPage(day: string): Promise<HTMLElement> {
  const {seed, salt, commitment, results} = await ladder.day(day);
  return h("main", {class: "report"},
    pageHead(`Board of ${shown(day)}`,
      h("p", {class: "lede"}, "The same deal for everybody. ", h("a", {href: "#play"}, "Play today\u2019s"))),
    section("results", "Results",
      "Points: one\u2019s own less the opponents\u2019. A single board says little of skill. A replay shows the " +
        "house\u2019s beside it.",
      results.length === 0 ?
        h("p", {}, "Nobody played it to its end on that day.") :
        scroller("Results",
          tableOf([">Place", "Name", ">Points", ""], results.map((result) => resultRow(day, result, results))))),
    section("deal", "Its deal", null,
      h("p", {class: "note-line"}, "The seed ", h("code", {class: "hash"}, shown(seed, 16)), " and the salt ",
        h("code", {class: "hash"}, shown(salt, 64)), " have the hash ",
        h("code", {class: "hash"}, shown(commitment, 64)), ", which was told before.")));
}

/** One of the day's boards, card by card. */
export async function dayViewer(day: string, id: string): Promise<Viewer> {
  const [board, {partner, opponents}] = await Promise.all([ladder.dayBoard(day, id), ladder.days()]);
  const sides = sidesNamed(board.replay, `${board.person} and ${partner}`, opponents);
  return new Viewer(board.replay, sides, {...readPlace(location.hash), job: board.replay.job}, {
    back: `#day=${encodeURIComponent(day)}`,
    backText: "All results",
    above: kicker(),
    names: {...personNames("This table", board.replay), board: `Board of ${shown(day)}`}
  });
}
