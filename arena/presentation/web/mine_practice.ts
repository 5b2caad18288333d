// A decision of one's own to be made again: the position as it was, and what the coach says of what is done now.
import {Half95, matterName} from "./analysis";
import {h, shown} from "./dom";
import type {MineLink} from "./mine_link";
import type {OwnDecision} from "./mine_model";
import {inWords} from "./sit_coach";
import type {Coach, CoachTold, Command, Reply, Snapshot} from "./sit_model";
import {fixed} from "./wording";

/** A table that shows snapshots and hands over what its person says. */
export interface PracticeTable {
  element: HTMLElement;
  take(snapshot: Snapshot): void;
  key(event: KeyboardEvent): boolean;
}
export type TableMaker = (link: {say(command: Command): Promise<Reply>}) => PracticeTable;

export class Practice {
  readonly element: HTMLElement;
  private readonly table: PracticeTable;
  private before: CoachTold|null = null;

  constructor(private readonly link: MineLink, private readonly decision: OwnDecision,
    private readonly snapshot: Snapshot, make: TableMaker, where: string, nav: HTMLElement) {
    this.table = make({say: (command) => this.say(command)});
    const {move, verdict, matter} = decision;
    const words = (text: string) => inWords(text, matter === "push");
    const then = h("details", {class: "note-line"}, h("summary", {}, "What I did"),
      shown(`${words(move)} lost ${fixed(verdict.loss, 1)} ± ${fixed(Half95 * verdict.error, 1)} points against ` +
          `${verdict.best === null ? "the best" : words(verdict.best)}.`,
        300));
    this.element = h("div", {class: "practice"},
      h("header", {class: "practice-head"}, h("h1", {}, `Find it yourself: ${matterName(decision.matter)}`),
        h("p", {class: "note-line"}, `At ${where}: there was something better than what you did.`), nav, then),
      this.table.element);
    this.table.take(snapshot);
  }

  key(event: KeyboardEvent): boolean {
    return this.table.key(event);
  }

  private show(coach: Partial<Coach>, question: Snapshot["question"]): void {
    const silent: Coach = {take_back: null, waiting: 0, trouble: "", remarks: [], hint: null};
    this.table.take({...this.snapshot, question, coach: {...silent, ...coach}});
  }

  /** The question once more, under another number, so that nothing chosen before stays. */
  private ask(coach: Partial<Coach> = {}): void {
    if (this.snapshot.question) this.snapshot.question.id += 1;
    this.show(coach, this.snapshot.question);
  }

  private async say(command: Command): Promise<Reply> {
    if (command.do === "judge") return this.link.say(this.decision, command);
    if (command.do === "hint") {
      const moves = this.decision.verdict.best ? [this.decision.verdict.best] : [];
      this.show({hint: {id: command.id, moves}}, this.snapshot.question);
    } else if (command.do === "take_back") {
      this.ask();
    } else if (command.do === "answer") {
      return this.answer(command);
    }
    return {status: 200};
  }

  private async answer(command: Command&{do: "answer"}): Promise<Reply> {
    const {id} = command.answer;
    this.show({waiting: 1}, null);
    const reply = await this.link.say(this.decision, command);
    if (reply.status !== 200 || !reply.told) {
      this.show({}, this.snapshot.question);
      return reply.status === 200 ? {status: 422, problem: "That decides nothing here"} : reply;
    }
    this.show({take_back: id, remarks: [{id, ...reply.told, before: this.before}]}, null);
    this.before = reply.told;
    return reply;
  }
}
