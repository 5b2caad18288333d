// The table as its person sees it: the others around the cloth, what lies on it, what was pushed, and the result.
import {cardBack, cardFace} from "./cards";
import {h, shown} from "./dom";
import type {BySide, Other, Scores, Seen, Side, Snapshot, TableRound} from "./sit_model";
import {cardsOf, nameAt, Others} from "./sit_model";
import {isBomb, isFirstTrick, topOf, tricksOf, zonesOf} from "./sit_tricks";
import {cardName, fixed, plural, signed} from "./wording";

const Places: BySide<string> = {
  me: "south",
  right: "east",
  partner: "north",
  left: "west"
};
const OutWords = ["first out", "second out", "third out"];

/** The colour of a side: the own team has the first. */
const team = (side: Side): string => (side === "me" || side === "partner" ? "side0" : "side1");

function badges(seen: Seen, side: Side): HTMLElement[] {
  const list: HTMLElement[] = [];
  const call = seen.calls[side];
  if (call) {
    const words = call === "grand_tichu" ? "Grand Tichu" : "Tichu";
    list.push(h("span", {class: `badge call ${call === "grand_tichu" ? "grand" : ""}`}, words));
  }
  const place = seen.out.indexOf(side);
  if (place >= 0) list.push(h("span", {class: "badge out"}, OutWords[place] ?? "out"));
  return list;
}

/** What was pushed to and by this seat, as long as the first trick lasts. */
function pushMarks(seen: Seen, side: Side): HTMLElement|null {
  if (side === "me" || !isFirstTrick(seen) || !seen.given || !seen.received) return null;
  const mark = (words: string, card: string) =>
    h("span", {class: "pushed"}, h("span", {class: "pushed-word"}, words), cardFace(card));
  return h("div", {class: "push-marks"}, mark("to", seen.given[side]), mark("from", seen.received[side]));
}

/** Whether another person is there; of a bot nothing. */
function presence({people}: Snapshot, side: Side): HTMLElement|null {
  const person = side === "me" ? undefined : people.presence[side];
  if (!person) return null;
  return h("span", {class: `presence${person.connected ? "" : " away"}`}, person.connected ? "here" : "away");
}

/** Before the first round, until all people have come. */
export function gathering(snapshot: Snapshot): HTMLElement {
  const {names, people} = snapshot;
  const rows = (["me", "left", "partner", "right"] as const).map((side) => {
    const person = people.presence[side];
    const words = !person ? "a bot" : side === "me" ? "you" : person.ready ? "is here" : "has not come yet";
    const place = side === "me" ? "" : side === "partner" ? ", your partner" : `, at the ${side}`;
    return h("li", {class: person && !person.ready ? "missing" : ""}, h("strong", {}, shown(names[side], 20)), place,
      `: ${words}`);
  });
  return h("div", {class: "table sit-table gathering"},
    h("div", {class: "cloth result-card", role: "group", "aria-label": "Who is here"},
      h("h2", {}, "The table waits for everybody"),
      h("p", {},
        "Each person has a link of their own, which the program that opened the table printed. There is no hurry."),
      h("ul", {}, ...rows)));
}

function seatView(snapshot: Snapshot, seen: Seen, side: Side, extra: HTMLElement|null): HTMLElement {
  const count = seen.hand_size[side];
  const won = seen.won[side];
  const onTurn = seen.stage === "play" && snapshot.stage === "round" && seen.to_act === side;
  const name = side === "me" ? snapshot.names.me : snapshot.names[side];
  const backs = side === "me" ?
    null :
    h("div", {class: "hand", "aria-hidden": "true"}, ...Array.from({length: count}, () => cardBack()));
  return h("div", {class: `seat ${Places[side]}${onTurn ? " on-turn" : ""}`, "data-side": side},
    h("div", {class: `nameplate ${team(side)}`}, h("span", {class: "turn-mark", "aria-hidden": "true"}),
      h("span", {class: "bot"}, shown(name)),
      side === "me" ? null : h("span", {class: "role"}, side === "partner" ? "partner" : side),
      presence(snapshot, side), h("span", {class: `count${count === 1 ? " last" : ""}`}, plural(count, "card")),
      won !== 0 ? h("span", {class: "count"}, plural(won, "point")) : null, ...badges(seen, side)),
    backs, pushMarks(seen, side), extra);
}

function zone(side: Side, entry: string|"pass"|null, top: boolean): HTMLElement {
  const classes = `zone ${Places[side]}${top ? " top" : ""}`;
  if (entry === null) return h("div", {class: classes});
  if (entry === "pass") return h("div", {class: classes}, h("span", {class: "pass"}, "pass"));
  const phoenix = /Phx=(\S)/.exec(entry);
  return h("div", {class: classes}, h("div", {class: "laid"}, ...cardsOf(entry).map((card) => cardFace(card))),
    phoenix ? h("span", {class: "tag"}, `Phoenix = ${phoenix[1].replace("T", "10")}`) : null,
    isBomb(entry) ? h("span", {class: "tag bomb"}, "bomb") : null);
}

function middle(snapshot: Snapshot, seen: Seen, words: string): HTMLElement {
  return h("div", {class: "middle"},
    seen.wish ? h("span", {class: "wish"}, `wish: ${seen.wish.replace("T", "10")}`) : null,
    seen.trick_points ? h("span", {class: "trick-points"}, `${plural(seen.trick_points, "point")} on the table`) : null,
    words && snapshot.stage === "round" ? h("span", {class: "tag"}, words) : null);
}

/** What lies on the cloth: the open trick or, until the next lead, the last one. */
function cloth(snapshot: Snapshot, seen: Seen): HTMLElement {
  const tricks = tricksOf(seen.events);
  const last = tricks[tricks.length - 1];
  const zones: BySide<string|"pass"|null> = last ? zonesOf(last) : {me: null, right: null, partner: null, left: null};
  const top = last && !last.taken ? topOf(last) : null;
  const name = (side: Side) => (side === "me" ? "you" : nameAt(snapshot.names, side, 16));
  const taken = last?.taken;
  const words = taken ?
    `${name(taken.by)} ${taken.by === "me" ? "take" : "takes"} ${taken.points ? plural(taken.points, "point") : "it"}` +
      `${taken.to !== taken.by ? `, for ${name(taken.to)}` : ""}` :
                                 "";
  return h("div", {class: `cloth${taken ? " taken" : ""}`, "aria-label": "On the table", role: "group"},
    ...(["partner", "left", "right", "me"] as const).map((side) => zone(side, zones[side], top === side)),
    middle(snapshot, seen, words));
}

/** The three places for the cards to push. */
function slots(snapshot: Snapshot, pushed: Record<Other, string|null>, put: (side: Other) => void): HTMLElement {
  return h(
    "div", {class: "cloth push-slots", role: "group", "aria-label": "Cards to push"}, ...Others.map((side, i) => {
      const card = pushed[side];
      const to = shown(snapshot.names[side], 14) + (side === "partner" ? ", your partner" : `, at the ${side}`);
      return h("div", {class: `zone ${Places[side]} top`},
        h("button", {
          type: "button",
          class: `slot${card ? " full" : ""}`,
          "data-slot": side,
          "data-key": `slot ${side}`,
          "aria-label": `to ${to}: ${card ? cardName(card) : "empty"}`,
          click: () => put(side),
        },
          card ? cardFace(card) : h("span", {class: "slot-key", "aria-hidden": "true"}, i + 1)),
        h("span", {class: "tag"}, `to ${to}`));
    }));
}

function bar(share: number, own: boolean): HTMLElement {
  const track = h("span", {class: `score-bar ${own ? "side0" : "side1"}`});
  track.style.setProperty("--share", String(Math.max(0, Math.min(1, share))));
  return track;
}

/** The house may have played a round once the next one has begun. */
function houseRow(rounds: TableRound[]): HTMLElement|null {
  if (!rounds.some(({house}) => house)) return null;
  return h("tr", {class: "quiet"}, h("th", {scope: "row", title: "a bot in your seat, the same cards"}, "the house"),
    h("td", {}),
    ...rounds.map(
      ({house}) => h("td", {class: "number"}, house ? `${signed(house.own)} : ${signed(house.theirs)}` : "")));
}

/** What the rounds brought so far, the latest beside the total. */
export function scoreTable(snapshot: Snapshot): HTMLElement {
  const {rounds, totals, target, planned} = snapshot;
  const latest = rounds.map((round, i) => ({round, number: i + 1})).reverse();
  const row = (own: boolean) => {
    const total = own ? totals.own : totals.theirs;
    return h("tr", {}, h("th", {scope: "row", class: own ? "side0" : "side1"}, own ? "we" : "they"),
      h("td", {class: "number strong"}, fixed(total), planned === null ? bar(total / target, own) : null),
      ...latest.map(({round}) => h("td", {class: "number"}, signed(own ? round.own : round.theirs))));
  };
  return h("div", {class: "scroll"},
    h("table", {class: "score-table"},
      h("thead", {},
        h("tr", {}, h("th", {}, ""), h("th", {class: "number"}, "total"),
          ...latest.map(({number}) => h("th", {class: "number"}, number)))),
      h("tbody", {}, row(true), row(false), houseRow(latest.map(({round}) => round)))));
}

/** The calls of a round, and what they brought each team. */
function callsOf(seen: Seen, snapshot: Snapshot): Scores&{lines: string[]} {
  const calls = {own: 0, theirs: 0, lines: [] as string[]};
  for (const side of ["me", "right", "partner", "left"] as const) {
    const call = seen.calls[side];
    if (!call) continue;
    const made = seen.out[0] === side;
    const value = (call === "tichu" ? 100 : 200) * (made ? 1 : -1);
    calls[team(side) === "side0" ? "own" : "theirs"] += value;
    calls.lines.push(`${side === "me" ? "Your" : `${nameAt(snapshot.names, side, 20)}'s`} ` +
      `${call === "tichu" ? "Tichu" : "Grand Tichu"} ${made ? "made" : "failed"}: ${signed(value)}`);
  }
  return calls;
}

/** Where the points of a round came from. */
function partsOf(round: Scores, calls: Scores, double: boolean): string {
  const pair = ({own, theirs}: Scores) => `${signed(own)} : ${signed(theirs)}`;
  const cards = {own: round.own - calls.own, theirs: round.theirs - calls.theirs};
  return `${double ? "Double victory" : "Tricks and the last one's cards"} ${pair(cards)}, calls ${pair(calls)}. `;
}

/** What the house made of the last round's cards. */
function houseLine(own: Scores, house: Scores): HTMLElement {
  return h("p", {class: "house-line"}, "The same cards, your side less theirs: you ",
    h("strong", {}, signed(own.own - own.theirs)), ", the house (a bot in your seat) ",
    h("strong", {}, signed(house.own - house.theirs)), ".");
}

/** Whether this server has a page of the boards of whoever sits here. */
export const leadsToOwn = ({people}: Snapshot): boolean => people.seat === 0;

/** The end of a round, or of all of them. */
function result(snapshot: Snapshot, seen: Seen): HTMLElement {
  const last = snapshot.rounds[snapshot.rounds.length - 1];
  const over = snapshot.stage === "over";
  const {own, theirs} = snapshot.totals;
  const heading = over ? (own === theirs  ? "A draw" :
                             own > theirs ? "You have won" :
                                            "You have lost") :
                         `${snapshot.planned === null ? "Round" : "Board"} ${snapshot.rounds.length} is over`;
  const calls = callsOf(seen, snapshot);
  return h("div", {class: "cloth result-card", role: "group", "aria-label": "Result"}, h("h2", {}, heading),
    last ? h("p", {class: "result-line"}, h("span", {class: "result side0"}, signed(last.own)),
             h("span", {class: "versus-word"}, "against"), h("span", {class: "result side1"}, signed(last.theirs))) :
           null,
    last?.house ? houseLine(last, last.house) : null,
    h("p", {}, last ? partsOf(last, calls, seen.out.length === 2) : "",
      calls.lines.map((line) => line + ".").join(" ")),
    scoreTable(snapshot), leadsToOwn(snapshot) ? h("p", {}, h("a", {href: "/mine"}, "My boards")) : null,
    ...(last?.troubles ?? []).map((trouble) => h("p", {class: "note-line"}, shown(trouble, 300))));
}

export interface TableParts {
  pushed: Record<Other, string|null>|null;
  put: (side: Other) => void;
  /** A button for a seat, such as to give it the Dragon's trick. */
  extra: (side: Side) => HTMLElement | null;
}

export function sitTable(snapshot: Snapshot, seen: Seen, parts: TableParts): HTMLElement {
  const between = snapshot.stage === "between" || snapshot.stage === "over";
  const inside = between ? result(snapshot, seen) :
    parts.pushed         ? slots(snapshot, parts.pushed, parts.put) :
                           cloth(snapshot, seen);
  return h("div", {class: "table sit-table"},
    ...(["partner", "left", "right", "me"] as const).map((side) => seatView(snapshot, seen, side, parts.extra(side))),
    inside);
}

/** Cards of the list of tricks, and whose they are. */
function namedCards(words: string, cards: string[], of = ""): HTMLElement {
  return h("span", {class: `lay ${of}`}, h("span", {class: "lay-name"}, words),
    h("span", {class: "laid"}, ...cards.map((card) => cardFace(card))));
}

/** All tricks of the round, the latest first. */
export function trickList(snapshot: Snapshot, seen: Seen): HTMLElement {
  const tricks = tricksOf(seen.events);
  const name = (side: Side) => (side === "me" ? "you" : nameAt(snapshot.names, side, 14));
  const lines = tricks.map((trick, i) => {
    const lays = trick.lays.filter(({play}) => play !== null).map(({who,
      play}) => namedCards(name(who), cardsOf(play ?? ""), team(who)));
    const {taken} = trick;
    const end = taken ? `${name(taken.to)}${taken.points ? ` ${signed(taken.points)}` : ""}` :
      trick.lays[0]?.play === "Dog"                      ? "gives the lead away" :
                                                           "on the table";
    return h("li", {}, h("span", {class: "trick-head"}, `${i + 1}`, h("span", {class: "quiet"}, ` ${end}`)), ...lays);
  });
  if (lines.length > 0 && seen.given && seen.received) lines.unshift(pushLine(snapshot, seen.given, seen.received));
  return h("ol", {class: "tricks", reversed: true}, ...lines.reverse());
}

/** What was pushed, as the first of all tricks. */
function pushLine({names}: Snapshot, given: Record<Other, string>, received: Record<Other, string>): HTMLLIElement {
  return h("li", {}, h("span", {class: "trick-head"}, "Pushed"), ...Others.flatMap((side) => {
    const name = nameAt(names, side, 14);
    return [namedCards(`to ${name}`, [given[side]]), namedCards(`from ${name}`, [received[side]])];
  }));
}
