// A round in words: one line per step.
import {h, shown} from "./dom";
import type {Replay, Step} from "./model";
import {nameOf, remarksAt} from "./remarks";
import {playedCards, pushedCards} from "./positions";
import type {View} from "./table";
import {cardMark, fixed, playName, rankName, signed} from "./wording";

/** What a seat may know about the push; with open cards all of it. */
function pushWords(replay: Replay, step: Step, view: View): string {
  const parts: string[] = [];
  for (let seat = 0; seat < 4; ++seat) {
    const pushed = pushedCards(step, seat).map((card, side) => {
      const known = view === null || view === seat || view === (seat + side + 1) % 4;
      return known ? cardMark(card) : "?";
    });
    if (pushed.length) parts.push(`${nameOf(replay, seat)}: ${pushed.join(" ")}`);
  }
  return `push (to the right, partner, left) ${parts.join("; ")}`;
}

function playWords(step: Step): string {
  const cards = playedCards(step);
  const name = playName(step.kind ?? "", step.rank ?? 0, cards);
  const listed = cards.length > 1 ? ` (${cards.map(cardMark).join(" ")})` : "";
  const phoenix = step.phoenix_as ? `, Phoenix as ${rankName(step.phoenix_as)}` : "";
  const wish = step.wish_made ? `, wishes ${rankName(step.wish_made)}` : "";
  return `${step.bomb ? "bombs: " : ""}${name}${listed}${phoenix}${wish}`;
}

/** One step in words, without what `view` must not know. */
export function stepWords(replay: Replay, step: Step, view: View): string {
  const who = nameOf(replay, step.seat);
  switch (step.do) {
    case "deal":
      return replay.steps[0] === step ? "the first eight cards are dealt" : "the other six cards are dealt";
    case "grand_tichu":
      return `${who} calls Grand Tichu`;
    case "tichu":
      return `${who} calls Tichu`;
    case "push":
      return pushWords(replay, step, view);
    case "play":
      return `${who} ${playWords(step)}`;
    case "pass":
      return `${who} passes`;
    case "give_dragon":
      return `${who} gives the Dragon's trick to ${nameOf(replay, step.to)}`;
    case "take":
      return `${who} takes the trick${step.points ? `, ${fixed(step.points)} points` : ""}`;
    case "end":
      return `the round ends: ${signed(step.score?.[0] ?? 0)} for seats 0 and 2, ` +
        `${signed(step.score?.[1] ?? 0)} for seats 1 and 3${step.double ? ", a double victory" : ""}`;
    case "fault":
      return `${who} at fault, ${step.kind}: ${shown(step.text ?? "")}`;
  }
}

/** The steps as a list; from a seat's view without those to come. */
export function story(replay: Replay, at: number, view: View, go: (step: number) => void): HTMLElement {
  const last = view === null ? replay.steps.length - 1 : at;
  const lines = replay.steps.slice(0, last + 1).map((step, i) => {
    return h("li", {class: `step do-${step.do}${i === at ? " current" : ""}`},
      h("button", {type: "button", "aria-current": i === at ? "step" : null, click: () => go(i)},
        stepWords(replay, step, view)),
      ...remarksAt(replay, step, view));
  });
  return h("ol", {class: "story"}, ...lines);
}
