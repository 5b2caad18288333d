// One table as it is seen: four hands around the cloth, the trick in the middle.
import {cardBack, cardFace} from "./cards";
import {h, shown} from "./dom";
import type {Replay, Step, Table} from "./model";
import type {Played, Position} from "./positions";
import {fixed, plural, rankName, signed} from "./wording";

/** Whose view is shown: a seat's, or null with all cards open. */
export type View = number|null;

const Places = ["south", "east", "north", "west"];

/** Where a seat is drawn: the viewing seat sits at the south, and play goes counter-clockwise. */
function placeOf(seat: number, view: View): string {
  return Places[(seat - (view ?? 0) + 4) % 4];
}

/** Which of the board's two sides a seat plays for: sides change places with each seating. */
export function sideOf(seat: number, seating: number): number {
  return (seat + seating) % 2;
}

function hand(position: Position, seat: number, hidden: boolean): HTMLElement {
  const cards = position.hands[seat];
  const label = hidden ? plural(cards.length, "hidden card") : undefined;
  return h("div", {class: "hand", role: "group", "aria-label": label ?? "hand"},
    ...cards.map((card) => (hidden ? cardBack() : cardFace(card, {received: position.received[seat].has(card)}))));
}

function badges(position: Position, seat: number, view: View): HTMLElement[] {
  const list: HTMLElement[] = [];
  const call = position.calls[seat];
  if (call) list.push(h("span", {class: `badge call ${call}`}, call === "grand" ? "Grand Tichu" : "Tichu"));
  const place = position.out.indexOf(seat);
  if (place >= 0) list.push(h("span", {class: "badge out"}, ["first out", "second out", "third out"][place] ?? "out"));
  const mayBomb = position.step.bombs?.includes(seat) && (view === null || view === seat);
  if (mayBomb) list.push(h("span", {class: "badge bomb"}, "may bomb"));
  return list;
}

function nameplate(position: Position, seat: number, view: View, seating: number, bot: string): HTMLElement {
  const count = position.hands[seat].length;
  const won = position.won[seat];
  return h("div", {class: `nameplate side${sideOf(seat, seating)}`},
    h("span", {class: "seat-number", title: `seat ${seat}`}, seat), h("span", {class: "bot"}, shown(bot)),
    h("span", {class: "count", title: "cards in hand"}, plural(count, "card")),
    won !== 0 ? h("span", {class: "count", title: "points in tricks"}, plural(won, "point")) : null,
    ...badges(position, seat, view));
}

function zone(place: string, entry: Played|"pass"|null, top: boolean): HTMLElement {
  const classes = `zone ${place}${top ? " top" : ""}`;
  if (entry === null) return h("div", {class: classes});
  if (entry === "pass") return h("div", {class: classes}, h("span", {class: "pass"}, "pass"));
  const {step, cards} = entry;
  const as = step.phoenix_as ? h("span", {class: "tag"}, `Phoenix = ${rankName(step.phoenix_as)}`) : null;
  const bomb = step.bomb ? h("span", {class: "tag bomb"}, step.out_of_turn ? "bomb, out of turn" : "bomb") : null;
  return h("div", {class: classes}, h("div", {class: "laid"}, ...cards.map((card) => cardFace(card))), as, bomb);
}

/** How the round ended, in the colours of the sides. */
function outcome(step: Step, seating: number): HTMLElement[] {
  if (step.do === "fault") return [h("span", {class: "tag bomb"}, `fault: ${(step.kind ?? "").replace(/_/g, " ")}`)];
  if (step.do !== "end" || !step.score) return [];
  const team = sideOf(0, seating);
  return [0, 1].map(
    (side) => h("span", {class: `result side${side}`}, signed(step.score?.[side === team ? 0 : 1] ?? 0)));
}

function centre(position: Position, view: View, seating: number): HTMLElement {
  const zones = [0, 1, 2, 3].map((seat) => zone(placeOf(seat, view), position.trick[seat], position.leader === seat));
  const {wish, trick} = position.step;
  return h("div", {class: "cloth"}, ...zones,
    h("div", {class: "middle"}, ...outcome(position.step, seating),
      wish ? h("span", {class: "wish", title: "the wish that binds"}, `wish: ${rankName(wish)}`) : null,
      trick ? h("span", {class: "trick-points"}, `${fixed(trick)} on the table`) : null));
}

/** The table at a step. `seating` colours the sides. */
export function tableView(table: Table, replay: Replay, position: Position, view: View): HTMLElement {
  const seats = [0, 1, 2, 3].map((seat) => {
    const onTurn = position.step.next?.includes(seat) ?? false;
    const classes = `seat ${placeOf(seat, view)}${onTurn ? " on-turn" : ""}`;
    return h("div", {class: classes, "data-seat": seat},
      nameplate(position, seat, view, table.seating, replay.bots?.[seat] ?? `seat ${seat}`),
      hand(position, seat, view !== null && view !== seat));
  });
  return h("div", {class: `table${view === null ? " open" : ""}`}, ...seats, centre(position, view, table.seating));
}
