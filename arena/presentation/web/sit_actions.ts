// What the person can do now: the buttons below the cards, for each question.
import {h, shown} from "./dom";
import {type Choice, choicesOf, isPart} from "./sit_choice";
import type {Answer, Other, Question, Seen, Side, Snapshot} from "./sit_model";
import {nameAt, Others} from "./sit_model";
import {withClauses} from "./sit_rules";
import {isBomb} from "./sit_tricks";
import {rankName} from "./wording";

const Ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];

/** What is chosen, but not said yet. It belongs to one question. */
export class Draft {
  pushed: Record<Other, string|null> = {left: null, partner: null, right: null};
  /** In which order they were put there. */
  put: Other[] = [];
  phoenix = 0;
  wish = "";
  calls = false;
  /** A call that would be against the partner's wants a second press. */
  sure = false;
  /** Why the raised cards are no play. */
  why = "";

  constructor(readonly id: number) {}
}

export interface Acts {
  answer: (answer: Answer, untilNextTrick?: boolean) => void;
  hold: () => void;
  noBomb: (untilNextTrick: boolean) => void;
  next: () => void;
  stopPassing: () => void;
  replay: () => void;
  redraw: () => void;
  takeBack: () => void;
  /** Does what the button of this key does now. */
  press: (key: string) => void;
}

interface Button {
  key: string;
  label: string;
  short: string;
  main?: boolean;
  off?: boolean;
  pressed?: boolean;
  press: () => void;
}

/** Buttons with the keys that press them. */
export interface Bar {
  element: HTMLElement;
  keys: Map<string, () => void>;
}

const KeyNames: Record<string, string> = {
  Enter: "⏎",
  Escape: "Esc",
};

function button(one: Button, press: (key: string) => void): HTMLElement {
  const shortcut = one.key.length === 1 ? one.key.toUpperCase() : one.key;
  return h("button", {
    type: "button",
    class: one.main ? "main" : "",
    disabled: one.off === true,
    "data-key": `act ${one.short}`,
    "data-act": one.short,
    "aria-keyshortcuts": shortcut,
    "aria-pressed": one.pressed === undefined ? null : String(one.pressed),
    click: () => press(one.key),
  },
    one.label, h("kbd", {"aria-hidden": "true"}, KeyNames[one.key] ?? shortcut));
}

function bar(
  acts: Acts, words: string, buttons: Button[], more: (HTMLElement|null)[] = [], alert = "", calm = false): Bar {
  const keys = new Map<string, () => void>();
  for (const one of buttons)
    if (!one.off) keys.set(one.key, one.press);
  return {
    keys,
    element: h("div", {class: "acts-bar"}, h("p", {class: "ask"}, words), ...more,
      h("div", {class: "acts"}, ...buttons.map((one) => button(one, acts.press))),
      h("p", {class: calm ? "why calm" : "why", role: "status"}, ...withClauses(alert))),
  };
}

/** A call, which is pressed twice if the partner has called. */
function call(draft: Draft, seen: Seen, key: string, label: string, acts: Acts, yes: () => void): Button {
  const partner = seen.calls.partner;
  const guarded = partner !== null && !draft.sure;
  return {
    key,
    label: partner !== null && draft.sure ? `${label} against your partner's call` : label,
    short: "call",
    press: () => {
      if (!guarded) return yes();
      draft.sure = true;
      draft.why = `Your partner has called ${partner === "tichu" ? "Tichu" : "Grand Tichu"}: only one of you can be ` +
        "first. Press once more to call all the same.";
      acts.redraw();
    },
  };
}

function simpleCall(question: Question, seen: Seen, draft: Draft, acts: Acts): Bar {
  const grand = question.ask === "grand_tichu";
  const words = grand ?
    "Your first eight cards. Grand Tichu: 200 points if you are first without cards, \u2212200 if not." :
    "Tichu: 100 points if you are first without cards, \u2212100 if not. You can call until your first card.";
  return bar(acts, words,
    [
      call(draft, seen, grand ? "g" : "t", grand ? "Call Grand Tichu" : "Call Tichu", acts,
        () => acts.answer({id: question.id, call: true})),
      {
        key: "Enter",
        label: "No call",
        short: "go",
        main: true,
        press: () => acts.answer({id: question.id, call: false})
      },
    ],
    [], draft.why);
}

function push(question: Question, draft: Draft, acts: Acts): Bar {
  const {right, partner, left} = draft.pushed;
  const full = right !== null && partner !== null && left !== null;
  return bar(acts, "Push a card to each: drag it there, or press it and then its place.", [
    {
      key: "Enter",
      label: "Push these three",
      short: "push",
      main: true,
      off: !full,
      press: () => {
        if (full) acts.answer({id: question.id, push: [right, partner, left]});
      }
    },
    {key: "Escape", label: "Take one back", short: "take-back", off: draft.put.length === 0, press: acts.takeBack},
  ]);
}

function wishRow(draft: Draft, acts: Acts): HTMLElement {
  const option = (value: string, label: string) => h("button", {
    type: "button",
    class: "wish-rank",
    "data-key": `wish ${value}`,
    "aria-pressed": String(draft.wish === value),
    "aria-label": value ? `wish ${label}` : "no wish",
    click: () => {
      draft.wish = value;
      acts.redraw();
    }
  },
    label);
  return h("div", {class: "wishes", role: "group", "aria-label": "Wish"}, h("span", {class: "wish-word"}, "Wish"),
    option("", "none"), ...Ranks.map((rank) => option(rank, rank.replace("T", "10"))));
}

function phoenixRow(choices: Choice[], chosen: Choice, draft: Draft, acts: Acts): HTMLElement|null {
  if (choices.length < 2) return null;
  return h("div", {class: "wishes", role: "group", "aria-label": "The Phoenix stands for"},
    h("span", {class: "wish-word"}, "Phoenix as"),
    ...choices.map((choice) => h("button", {
      type: "button",
      class: "wish-rank",
      "data-key": `phoenix ${choice.phoenix}`,
      "aria-pressed": String(choice === chosen),
      click: () => {
        draft.phoenix = choice.phoenix;
        acts.redraw();
      }
    },
                     rankName(choice.phoenix))));
}

function turn(question: Question, seen: Seen, draft: Draft, raised: string[], acts: Acts): Bar {
  const choices = choicesOf(question, raised);
  const chosen = choices.find((choice) => choice.phoenix === draft.phoenix) ?? choices[0];
  const wishes = question.wish_with !== undefined && raised.includes(question.wish_with) && chosen !== undefined;
  const calls = draft.calls ? {call: true} : {};
  const play = () => {
    if (!chosen) return;
    const wish = wishes && draft.wish ? {wish: draft.wish} : {};
    acts.answer({id: question.id, play: chosen.play, ...wish, ...calls});
  };
  const mayPass = question.legal?.may_pass === true;
  const pass = (on: boolean) => acts.answer({id: question.id, pass: true, ...calls}, on);
  const list: Button[] = [
    {
      key: "Enter",
      label: chosen ? `${isBomb(chosen.play) ? "Bomb with" : "Play"} ${chosen.words}` : "Play",
      short: "play",
      main: true,
      off: !chosen,
      press: play
    },
  ];
  if (seen.table) {
    list.push({key: "p", label: "Pass", short: "pass", off: !mayPass, press: () => pass(false)},
      {key: "o", label: "Pass until next trick", short: "pass-on", off: !mayPass, press: () => pass(true)});
  }
  if (question.may_call) {
    const one = call(draft, seen, "t", "Tichu", acts, () => {
      draft.calls = !draft.calls;
      draft.sure = false;
      draft.why = draft.calls ? "You call Tichu with what you do now." : "";
      acts.redraw();
    });
    list.push({...one, pressed: draft.calls});
  }
  const last = seen.events[seen.events.length - 1];
  const lead = last?.play === "Dog" ? "You lead, by the Dog" : "You lead: play any combination";
  const words = seen.table ? mayPass ? "Your turn: beat it, or pass" : "Your turn" : lead;
  const bound = seen.wish && question.legal && !mayPass && seen.table ? ": the wish binds you" : "";
  const why = raised.length > 0 || draft.calls || draft.sure ? draft.why : "";
  const part = !chosen && why === "" && raised.length > 0 && isPart(question, raised);
  const wishing = wishes ? ". Whoever can must play what you wish" : "";
  return bar(acts, words + bound + wishing, list,
    [phoenixRow(choices, chosen, draft, acts), wishes ? wishRow(draft, acts) : null],
    chosen && !draft.calls ? "" :
      part                 ? "These are part of a play: raise more cards." :
                             why,
    part);
}

/** The table waits for bombs, whoever holds one; with buttons that end this. */
function bombTime(snapshot: Snapshot, words: string, first: Button[], acts: Acts): Bar {
  const {window} = snapshot;
  const list: Button[] = window === null ? [] : [
    {key: "n", label: "No bomb", short: "no-bomb", press: () => acts.noBomb(false)},
    {key: "o", label: "None this trick", short: "no-bombs", press: () => acts.noBomb(true)},
  ];
  const line = h("span", {class: "window", "aria-hidden": "true"});
  line.dataset["window"] = String(window ?? "");
  line.style.setProperty("--time", `${window === null ? snapshot.pace_ms : snapshot.bomb_ms}ms`);
  return bar(acts, words, [...first, ...list], [line]);
}

function bomb(snapshot: Snapshot, question: Question, draft: Draft, raised: string[], acts: Acts): Bar {
  if (!question.held) {
    const press: Button = {key: "b", label: "Bomb!", short: "bomb", main: true, press: acts.hold};
    return bombTime(snapshot, "You hold a bomb that beats this.", [press], acts);
  }
  const [chosen] = choicesOf(question, raised);
  return bar(acts, "The table waits. Raise the bomb that you play.",
    [
      {
        key: "Enter",
        label: chosen ? `Bomb with ${chosen.words}` : "Bomb",
        short: "play",
        main: true,
        off: !chosen,
        press: () => {
          if (chosen) acts.answer({id: question.id, play: chosen.play});
        }
      },
      {key: "Escape", label: "No bomb", short: "pass", press: () => acts.answer({id: question.id, pass: true})},
    ],
    [], draft.why);
}

function dragon(snapshot: Snapshot, question: Question, acts: Acts): Bar {
  const receivers = question.receivers ?? [];
  return bar(acts, "You win the trick with the Dragon. Who gets it?",
    Others.filter((side) => receivers.includes(side)).map((side) => ({
      key: side === "left" ? "1" : "3",
      label: `${shown(snapshot.names[side], 16)}, at the ${side}`,
      short: side,
      press: () => acts.answer({id: question.id, give_to: side})
    })));
}

function between(snapshot: Snapshot, acts: Acts): Bar {
  const others = Others.filter((side) => snapshot.people.presence[side]?.ready === false);
  const waits = `You are ready. ${others.map((side) => shown(snapshot.names[side], 16)).join(" and ")} ` +
    `${others.length === 1 ? "is" : "are"} not yet.`;
  const replay: Button = {key: "r", label: "Look at the replay", short: "replay", press: acts.replay};
  if (snapshot.stage === "over") return bar(acts, "All is played.", [{...replay, main: true}]);
  if (snapshot.people.presence.me?.ready && others.length > 0) return bar(acts, waits, [replay]);
  const label = snapshot.planned === null ? "Next round" : "Next board";
  return bar(acts, "", [{key: "Enter", label, short: "next", main: true, press: acts.next}, replay]);
}

function waiting(snapshot: Snapshot, seen: Seen, acts: Acts): Bar {
  const name = (side: Side) => nameAt(snapshot.names, side, 20);
  const words = seen.stage !== "play" ? "The others decide." :
    seen.to_act === "me"              ? "\u00a0" :
                                        `${name(seen.to_act)} is to act.`;
  if (snapshot.window !== null) return bombTime(snapshot, "Time for a bomb, if you hold one", [], acts);
  const list: Button[] =
    snapshot.passing ? [{key: "o", label: "Stop passing", short: "stop", press: acts.stopPassing}] : [];
  return bar(acts, snapshot.passing ? "You pass until the next trick." : words, list);
}

export function actions(snapshot: Snapshot, seen: Seen, draft: Draft, raised: string[], acts: Acts): Bar {
  const {question} = snapshot;
  if (snapshot.stage === "between" || snapshot.stage === "over") return between(snapshot, acts);
  if (snapshot.stage === "failed") return bar(acts, `The table has failed: ${shown(snapshot.trouble, 300)}`, []);
  if (question === null) return waiting(snapshot, seen, acts);
  switch (question.ask) {
    case "grand_tichu":
    case "tichu":
      return simpleCall(question, seen, draft, acts);
    case "push":
      return push(question, draft, acts);
    case "turn":
      return turn(question, seen, draft, raised, acts);
    case "bomb":
      return bomb(snapshot, question, draft, raised, acts);
    case "give_dragon":
      return dragon(snapshot, question, acts);
  }
}
