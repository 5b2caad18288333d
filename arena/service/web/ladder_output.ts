// What bots of who is signed in, or for a moderator all bots, wrote to their standard error at a board.
import {h, shown} from "../../presentation/web/dom";

import type {BotOutput, Seats} from "./api";
import {askSigned, moderator, session} from "./ladder_session";

/** All of it; null if there is none. */
export function outputPart(all: BotOutput[]): HTMLElement|null {
  const told = all.filter(({output}) => output !== "");
  if (told.length === 0) return null;
  return h("details", {class: "bot-output"},
    h("summary", {}, `What ${moderator() === null ? "your " : ""}bots wrote to standard error`),
    ...told.flatMap(({table, seat, version, output}) => [h("p", {class: "note-line"},
                                                           `${shown(version)} at table ${table + 1}, seat ${seat}:`),
                      h("pre", {class: "log", tabindex: 0}, output)]));
}

/** The same of a rated board; it comes later. */
export function ownOutput(board: number): HTMLElement|null {
  if (session() === null) return null;
  const place = h("div", {});
  askSigned<Seats>(`boards/${board}/seats`).then(({seats}) => {
    const part = outputPart(seats);
    if (part !== null) place.append(part);
  }, () => undefined);  // a token that may not read it shows none
  return place;
}
