// What the coach says in training: what decisions lost, hints, and the way back to try again.
import {Half95, Marks, matterName} from "./analysis";
import {h, shown} from "./dom";
import type {CoachRemark, CoachTold, Question, Snapshot} from "./sit_model";
import {moveWords, pushWords} from "./sit_tricks";
import {fixed, percent} from "./wording";

const CauseWords: Record<string, string> = {
  bomb_broken: "It breaks your bomb.",
  partners_trick: "It was your partner's trick, and your partner has called.",
  partners_call: "Your partner has called already.",
  opponents_trick: "It was the trick of an opponent who has called.",
  lead_given: "The Dog gave the lead away.",
};

export interface CoachActs {
  hint: () => void;
  takeBack: (id: number) => void;
  redraw: () => void;
}

const points = (value: number, error: number): string => `${fixed(value, 1)} ± ${fixed(Half95 * error, 1)} points`;

/** A move in words, of a push or any other decision. */
export const inWords = (move: string, pushes: boolean): string => (pushes ? pushWords(move) : moveWords(move));

/** Whether nothing that was found is better by more than the error. */
const isGood = ({verdict: {best, loss, error}}: CoachTold): boolean => !best || loss <= Half95 * error;

/** What a decision lost, in words. */
function lossWords(told: CoachTold, pushes: boolean): string {
  const {move, verdict} = told;
  const done = inWords(move, pushes);
  if (!verdict.best || verdict.loss < -Half95 * verdict.error) return `${done}: nothing better was found.`;
  const best = inWords(verdict.best, pushes);
  if (isGood(told)) return `${done}: about as good as ${best}.`;
  const than = `${best} would have been better in ${percent(verdict.better, 1)} of the deals where it matters`;
  return `${done} lost ${points(verdict.loss, verdict.error)}: ${than}.`;
}

const isMarked = (told: CoachTold): boolean => told.verdict.mark !== "none";

/** A bomb that was rightly kept is no news, and may be kept many times. */
const isNews = (one: CoachRemark): boolean => one.move !== "no bomb" || one.before !== null || isMarked(one);

/** Whether a mistake is told at once, or only that there is one. */
export type CoachMode = "tell"|"find";

/** What the coach says, and what was asked to be shown of it. It belongs to one page. */
export class CoachView {
  private readonly revealed = new Set<number>();

  /** Without a mode this browser's person chooses it. */
  constructor(readonly mode: CoachMode|null) {}

  tells(): boolean {
    return (this.mode ?? localStorage.getItem("coach")) !== "find";
  }
  switch(): void {
    localStorage.setItem("coach", this.tells() ? "find" : "tell");
  }

  element(snapshot: Snapshot, acts: CoachActs): HTMLElement|null {
    const {coach, question, stage} = snapshot;
    if (!coach) return null;
    const news = coach.remarks.filter(isNews);
    const last = news[news.length - 1];
    const latest = last ? news.filter((remark) => remark.id === last.id) : [];
    const button = (key: string, label: string, act: string, off: boolean, press: () => void) => h("button", {
      type: "button",
      disabled: off,
      "data-key": `coach ${act}`,
      "data-coach": act,
      "aria-keyshortcuts": key.toUpperCase(),
      click: press
    },
      label, h("kbd", {"aria-hidden": "true"}, key.toUpperCase()));
    const hidden = latest.filter((remark) => this.hides(remark));
    const running = stage === "round";
    const buttons = [
      button("h", "Hint", "hint", !running || !question || question.ask === "bomb", acts.hint),
      button("u", "Take back", "take-back", !running || coach.take_back === null,
        () => {
          if (coach.take_back !== null) acts.takeBack(coach.take_back);
        }),
    ];
    if (hidden.length > 0) {
      const {id} = hidden[0];
      buttons.push(
        button("a", "Try again", "again", !running, () => acts.takeBack(id)), button("w", "Show", "show", false, () => {
          this.revealed.add(id);
          acts.redraw();
        }));
    }
    return h("section", {class: "coach", "aria-label": "Coach"}, h("div", {class: "acts"}, ...buttons),
      h("div", {class: "coach-says", role: "status"}, ...this.lines(coach, latest, question)));
  }

  /** All that was found in this round. */
  list(snapshot: Snapshot): HTMLElement|null {
    const remarks = (snapshot.coach?.remarks ?? []).filter(isNews);
    if (remarks.length === 0) return null;
    const rows = [...remarks].reverse().map((remark) => h("li", {}, ...this.remark(remark)));
    return h("ol", {class: "coach-list", reversed: true}, ...rows);
  }

  private hides(remark: CoachRemark): boolean {
    return !this.tells() && isMarked(remark) && !remark.before && !this.revealed.has(remark.id);
  }

  private lines(coach: NonNullable<Snapshot["coach"]>, latest: CoachRemark[], question: Question|null): HTMLElement[] {
    if (coach.trouble) return [h("p", {class: "trouble"}, shown(`The coach has failed: ${coach.trouble}`, 300))];
    const lines = latest.map((remark) => h("p", {}, ...this.remark(remark)));
    if (coach.hint) {
      const only = question?.ask === "turn" && !question.legal?.may_pass ? question.legal?.plays ?? [] : [];
      const moves = coach.hint.moves.map((move) => inWords(move, question?.ask === "push"));
      if (moves.length > 0 && coach.waiting === 0 && only.length === 1)
        moves.push(`${moveWords(only[0])}, the only play`);
      const words = moves.length > 0 ? `The coach would do: ${moves.join(", then ")}.` :
        coach.waiting > 0 ? "The coach thinks…" :
                            "There is nothing to choose.";
      lines.unshift(h("p", {class: "hint"}, shown(words, 400)));
    } else if (lines.length === 0 || coach.waiting > 0) {
      lines.push(h("p", {class: "quiet"}, coach.waiting > 0 ? "The coach thinks…" : "The coach looks on."));
    }
    return lines;
  }

  private remark(remark: CoachRemark): (HTMLElement|string)[] {
    const pushes = remark.matter === "push";
    const matter = matterName(remark.matter);
    const head = h("span", {class: "quiet"}, remark.move.includes(matter) ? "" : `${matter} `);
    if (this.hides(remark)) return [head, shown(`${inWords(remark.move, pushes)}: there was something better.`, 200)];
    const one = (told: CoachTold): (HTMLElement|string)[] =>
      [...(isMarked(told) ?
           [
             h("strong", {class: `mark ${told.verdict.mark}`, title: told.verdict.mark}, Marks[told.verdict.mark]), " "
           ] :
           []),
        shown([lossWords(told, pushes), ...told.causes.map((cause) => CauseWords[cause] ?? "")].join(" "), 300),
    ];
    if (!remark.before) return [head, ...one(remark)];
    return [
      head, isGood(remark) ? "Right! " : "", ...one(remark), h("br"), h("span", {class: "quiet"}, "Before: "),
      ...one(remark.before)
    ];
  }
}
