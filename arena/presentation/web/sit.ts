// The entry of the page at which a person plays (arena/seats/table/TABLE.md). It shows what the table's snapshots say
// and says what the person does; it knows no rules.
import {clear, h, shown} from "./dom";
import {messageView} from "./message";
import type {Board} from "./model";
import {MinePages} from "./mine";
import {TableSecrets} from "./mine_link";
import {readPlace} from "./place";
import {type Acts, actions, type Bar, Draft} from "./sit_actions";
import {choicesOf, isPart} from "./sit_choice";
import {type CoachMode, CoachView} from "./sit_coach";
import {Hand} from "./sit_hand";
import {Link} from "./sit_link";
import {type Answer, cardsOf, type Command, type Other, Others, type Seen, type Side, type Snapshot} from "./sit_model";
import {clockLine, Clocks} from "./sit_clock";
import {rulesInShort} from "./sit_rules";
import {gathering, leadsToOwn, scoreTable, sitTable, trickList} from "./sit_table";
import {absenceWords, eventWords, isFirstTrick} from "./sit_tricks";
import {personNames, Viewer} from "./viewer";
import {fixed} from "./wording";

const Paces: [string, number][] = [["slow", 1500], ["usual", 700], ["fast", 250]];
const BombTimes: [string, number][] = [["no wait", 0], ["2.5 s", 2500], ["5 s", 5000]];
const JudgeMilliseconds = 150;
const MinePath = "/mine";
/** Where a ladder shows tables; whoever leaves one goes back to its page Play. */
const LadderTable = "/table";

function beep(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = 660;
  volume.gain.setValueAtTime(0.08, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.25);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.25);
}

/** Gives a box other content. If that looks the same, the old stays, so that no click and no scrolling is lost. */
function fill(box: HTMLElement, ...parts: HTMLElement[]): void {
  const now = [...box.childNodes];
  if (now.length === parts.length && parts.every((part, i) => part.isEqualNode(now[i]))) return;
  clear(box);
  box.append(...parts);
}

class SitPage {
  readonly element = h("main", {class: "sit"});
  private readonly head = h("header", {class: "sit-head"});
  private readonly table = h("div", {class: "sit-table-box"});
  private readonly acts = h("div", {class: "sit-acts"});
  private readonly coach = h("div", {class: "coach-box"});
  private readonly coachView: CoachView;
  private readonly rules = rulesInShort();
  private readonly side = h("aside", {class: "sit-side"});
  private readonly lostLine = h("p", {class: "trouble", role: "alert", hidden: true});
  private readonly announcer = h("p", {class: "unseen", "aria-live": "polite"});
  private readonly hand = new Hand(() => this.changeRaised(), (cards, over) => this.dropped(cards, over));
  private snapshot: Snapshot|null = null;
  private draft = new Draft(0);
  private bar: Bar|null = null;
  private readonly clocks = new Clocks(() => this.draw());
  private told: string|null = null;
  private toldEvents = 0;
  private toldAbsences = 0;
  private judging = 0;
  /** The bomb that was raised by itself, since it is what was asked for. */
  private raisedFor = 0;
  private panelOpen = window.matchMedia("(min-width: 75rem)").matches;

  /** With a mode the person has no choice of it. */
  constructor(private readonly link: Pick<Link, "say">, mode: CoachMode|null = null) {
    this.coachView = new CoachView(mode);
    this.element.append(this.lostLine, this.head,
      h("div", {class: "sit-play"}, this.table, this.hand.element, this.acts, this.coach, this.rules), this.side,
      this.announcer);
  }

  lost(why: string|null): void {
    this.lostLine.hidden = why === null;
    this.lostLine.textContent = why ?? "";
  }

  take(snapshot: Snapshot): void {
    const asked = this.snapshot?.question?.id;
    this.snapshot = snapshot;
    const {question, seen} = snapshot;
    if (question && question.id !== this.draft.id) this.draft = new Draft(question.id);
    if (seen) this.announce(snapshot, seen);
    this.draw();
    if (question?.held && question.id !== this.raisedFor) {
      this.raisedFor = question.id;
      this.hand.raise(cardsOf(question.legal?.plays[0] ?? ""));
    }
    if (question && question.id !== asked && question.ask !== "bomb" && localStorage.getItem("sound") === "on") beep();
    document.title = question && question.ask !== "bomb" ? "Your turn – Tichu" : "Tichu";
  }

  /** True if the key had a meaning. */
  key(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.altKey || event.metaKey || this.snapshot === null) return false;
    const inHand = this.hand.element.contains(document.activeElement);
    const inButton = document.activeElement?.closest("button, a, select, summary") && !inHand;
    // Enter says what was chosen, also from the row where it was.
    const inRow = document.activeElement?.classList.contains("wish-rank");
    if (inButton && (event.key === " " || (event.key === "Enter" && !inRow))) return false;
    const press = this.bar?.keys.get(event.key.length === 1 ? event.key.toLowerCase() : event.key);
    if (press) {
      press();
      return true;
    }
    const shortcut = CSS.escape(event.key.toUpperCase());
    const act = this.coach.querySelector<HTMLButtonElement>(`[aria-keyshortcuts="${shortcut}"]:enabled`);
    if (act) {
      act.click();
      return true;
    }
    if (event.key === "Escape" && this.hand.raised().length > 0) {
      this.hand.lower();
      return true;
    }
    const slot = Others[Number(event.key) - 1];
    if (this.pushes() && slot !== undefined) {
      this.put(slot, this.hand.raised()[0] ?? this.hand.focused());
      return true;
    }
    if (event.key === "s") {
      this.sort();
      return true;
    }
    return this.hand.key(event);
  }

  private pushes(): boolean {
    return this.snapshot?.question?.ask === "push";
  }

  private say(command: Command): void {
    void this.link.say(command).then((reply) => {
      const why = reply.problem ?? reply.detail;
      if (reply.status === 200 || !why) return;
      this.draft.why = why + (reply.clause ? ` (rule ${reply.clause})` : "");
      this.draw();
    });
  }

  private answer(answer: Answer, untilNextTrick = false): void {
    this.say({do: "answer", answer, until_next_trick: untilNextTrick});
    this.hand.lower();
  }

  private readonly doing: Acts = {
    answer: (answer, on) => this.answer(answer, on),
    hold:
      () => {
        if (this.snapshot?.question) this.say({do: "hold", id: this.snapshot.question.id});
      },
    noBomb:
      (trick) => {
        const window = this.snapshot?.window ?? null;
        if (window !== null) this.say({do: "no_bomb", window, until_next_trick: trick});
      },
    next: () => this.say({do: "next", round: (this.snapshot?.rounds.length ?? 0) + 1}),
    stopPassing: () => this.say({do: "stop_passing"}),
    replay:
      () => {
        const rounds = this.snapshot?.rounds ?? [];
        const last = rounds[rounds.length - 1];
        if (last) location.hash = `#board=${last.job}&round=${last.round}&seat=${this.snapshot?.people.seat ?? 0}`;
      },
    redraw: () => this.draw(),
    takeBack:
      () => {
        const last = this.draft.put.pop();
        if (last) this.draft.pushed[last] = null;
        this.draw();
      },
    press: (key) => this.bar?.keys.get(key)?.(),
  };

  private changeRaised(): void {
    const question = this.snapshot?.question;
    this.draft.phoenix = 0;
    this.draft.why = "";
    const cards = this.hand.raised();
    window.clearTimeout(this.judging);
    const judged = question?.ask === "turn" || (question?.ask === "bomb" && question.held);
    if (question && judged && cards.length > 0 && choicesOf(question, cards).length === 0 && !isPart(question, cards))
      this.judging = window.setTimeout(() => this.judge(question.id, cards), JudgeMilliseconds);
    this.draw();
  }

  /** Asks the table why these cards are no legal play. */
  private judge(id: number, cards: string[]): void {
    void this.link.say({do: "judge", answer: {id, play: cards.join(" ")}}).then((reply) => {
      if (this.draft.id !== id || this.hand.raised().join(" ") !== cards.join(" ")) return;
      this.draft.why = reply.clause ? `No play: ${reply.problem} (rule ${reply.clause}).` : "";
      this.draw();
    });
  }

  /** Puts a card on a place of the push, or with a card there already and none raised takes that back. */
  private put(side: Other, card: string|null|undefined): void {
    const {pushed} = this.draft;
    this.draft.put = this.draft.put.filter((other) => other !== side);
    if (card && Others.some((other) => pushed[other] === card)) card = null;
    pushed[side] = card ?? null;
    if (card) this.draft.put.push(side);
    this.hand.lower();
  }

  private dropped(cards: string[], over: Element): boolean {
    const side = over.closest<HTMLElement>("[data-slot]")?.dataset["slot"];
    if (!this.pushes() || side === undefined) return false;
    this.put(side as Other, cards[0]);
    return true;
  }

  private sort(): void {
    this.hand.sort(!this.hand.isHighLeft());
  }

  private announce(snapshot: Snapshot, seen: Seen): void {
    const round = `${snapshot.rounds.length} ${snapshot.stage === "round"}`;
    if (this.told !== round) this.toldEvents = this.told === null ? seen.events.length : 0;
    this.told = round;
    const name = (side: Side) => (side === "me" ? "you" : shown(snapshot.names[side], 20));
    const words = seen.events.slice(this.toldEvents).map((event) => eventWords(event, name)).filter((line) => line);
    const {absences} = snapshot.people;
    words.push(...absences.slice(this.toldAbsences).map((one) => absenceWords(one, name)));
    this.toldAbsences = absences.length;
    this.toldEvents = seen.events.length;
    if (snapshot.question && snapshot.question.ask !== "bomb") words.push("your turn");
    if (words.length > 0) this.announcer.textContent = words.join(". ");
  }

  private header(snapshot: Snapshot): HTMLElement[] {
    const {totals, rounds, planned, target} = snapshot;
    const number = rounds.length + (snapshot.stage === "round" || !snapshot.seen ? 1 : 0);
    const plan = planned === null ? `game to ${target}` : `of ${planned}`;
    const sound = localStorage.getItem("sound") === "on";
    const tool = (key: string, label: string, pressed: boolean|null, press: () => void) => h("button", {
      type: "button",
      class: "tool",
      "data-key": key,
      "aria-pressed": pressed === null ? null : String(pressed),
      click: press
    },
      label);
    return [
      h("div", {class: "sit-score"},
        h("h1", {}, planned === null ? `Round ${number}` : `Board ${number}`, " ", h("span", {class: "quiet"}, plan)),
        h("p", {class: "totals"}, h("span", {class: "unseen"}, "you "),
          h("strong", {class: "side0"}, fixed(totals.own)), " : ", h("strong", {class: "side1"}, fixed(totals.theirs)),
          h("span", {class: "unseen"}, " opponents"))),
      h("div", {class: "tools"}, tool("sort", "Sort", null, () => this.sort()),
        this.setting("Pace ", "pace", Paces, snapshot.pace_ms),
        tool("sound", "Sound", sound,
          () => {
            localStorage.setItem("sound", sound ? "off" : "on");
            this.draw();
          }),
        snapshot.coach && this.coachView.mode === null ?
          tool("coach", this.coachView.tells() ? "Coach tells" : "Find it yourself", !this.coachView.tells(),
            () => {
              this.coachView.switch();
              this.draw();
            }) :
          null,
        tool("panel", "Tricks", this.panelOpen,
          () => {
            this.panelOpen = !this.panelOpen;
            this.draw();
          }),
        tool("rules", "Rules", null,
          () => {
            this.rules.open = true;
            this.rules.scrollIntoView();
            this.rules.querySelector("summary")?.focus();
          }),
        location.pathname.endsWith(LadderTable) ? h("a", {class: "button tool", href: "./#play"}, "Leave") : null),
    ];
  }

  private setting(words: string, what: "pace"|"bomb_time", usual: [string, number][], now: number): HTMLElement {
    const known = usual.some(([, ms]) => ms === now) ?
      usual :
      [...usual, [now === 0 ? "none" : `${now} ms`, now] as [string, number]];
    return h("label", {class: "pace"}, h("span", {class: "setting-word"}, words),
      h("select", {
        "data-key": what,
        change: (event) => this.say({do: what, ms: Number((event.target as HTMLSelectElement).value)})
      },
        ...known.map(([word, ms]) => h("option", {value: ms, selected: ms === now}, word))));
  }

  private draw(): void {
    const {snapshot} = this;
    if (snapshot === null) return;
    const {seen} = snapshot;
    const focused = (document.activeElement as HTMLElement | null)?.dataset["key"];
    fill(this.head, ...this.header(snapshot));
    if (seen) {
      this.drawPlay(snapshot, seen);
      this.side.hidden = !this.panelOpen;
      const tricks = trickList(snapshot, seen);
      fill(this.side, h("h2", {}, "Tricks"),
        tricks.childElementCount > 0 ? tricks : h("p", {class: "quiet"}, "None so far."), h("h2", {}, "Score"),
        snapshot.rounds.length > 0 ? scoreTable(snapshot) : h("p", {class: "quiet"}, "None so far."),
        this.setting("Time for bombs ", "bomb_time", BombTimes, snapshot.bomb_ms), ...this.coachParts(snapshot));
    }
    if (!seen && snapshot.stage === "between") fill(this.table, gathering(snapshot));
    if (focused && document.activeElement === document.body)
      this.element.querySelector<HTMLElement>(`[data-key="${focused}"]`)?.focus();
  }

  private coachParts(snapshot: Snapshot): HTMLElement[] {
    const list = this.coachView.list(snapshot);
    return list ? [h("h2", {}, "Coach"), list] : [];
  }

  private drawPlay(snapshot: Snapshot, seen: Seen): void {
    const pushing = this.pushes();
    // What was pushed on this page is away, also until the others have decided.
    const away = seen.stage === "before_push" ? Others.map((side) => this.draft.pushed[side]) : [];
    const received = isFirstTrick(seen) && seen.received ? Object.values(seen.received) : [];
    const over = snapshot.stage !== "round" && snapshot.stage !== "failed";
    this.hand.update(over ? [] : cardsOf(seen.hand).filter((card) => !away.includes(card)), new Set(received),
      `${snapshot.tournament} ${snapshot.rounds.length}`);
    this.bar = actions(snapshot, seen, this.draft, this.hand.raised(), this.doing);
    fill(this.table, sitTable(snapshot, seen, {
      pushed: pushing ? this.draft.pushed : null,
      put: (side) => this.put(side, this.hand.raised()[0]),
      extra: (side) => this.receiver(snapshot, side),
    }));
    const clock = clockLine(snapshot, this.clocks);
    const last = snapshot.people.absences.slice(-1).map(
      (one) => h("p", {class: "note-line absence"}, absenceWords(one, (side) => shown(snapshot.names[side], 20))));
    fill(this.acts, this.bar.element, ...last, ...(clock ? [clock] : []));
    const told = this.coachView.element(snapshot, {
      hint: () => {
        if (snapshot.question) this.say({do: "hint", id: snapshot.question.id});
      },
      takeBack: (id) => this.say({do: "take_back", id}),
      redraw: () => this.draw(),
    });
    fill(this.coach, ...(told ? [told] : []));
    this.acts.dataset["question"] = String(snapshot.question?.id ?? "");
    this.element.classList.toggle("asked", snapshot.question !== null);
  }

  private receiver(snapshot: Snapshot, side: Side): HTMLElement|null {
    const {question} = snapshot;
    if (question?.ask !== "give_dragon" || !question.receivers?.includes(side)) return null;
    return h("button", {
      type: "button",
      class: "main give",
      "data-key": `give ${side} ${question.id}`,
      click: () => this.answer({id: question.id, give_to: side})
    },
      "Give it here");
  }
}

/** The table, or the replay of one of its rounds, as the address says. */
class Pages {
  private readonly link: Link;
  private readonly page: SitPage;
  private viewer: Viewer|null = null;
  private snapshot: Snapshot|null = null;

  constructor(private readonly root: HTMLElement, private readonly token: string) {
    this.link = new Link(token, (snapshot) => this.take(snapshot), (why) => this.page.lost(why));
    this.page = new SitPage(this.link);
    root.append(this.page.element);
    window.addEventListener("pagehide", () => {
      if (this.snapshot && this.snapshot.people.clock_s !== null) this.link.leave();
    });
    void this.link.follow();
  }

  key(event: KeyboardEvent): boolean {
    return this.viewer ? this.viewer.key(event) : this.page.key(event);
  }

  async show(): Promise<void> {
    const place = readPlace(location.hash);
    const {snapshot} = this;
    this.viewer?.stop();
    this.viewer = null;
    let shown: HTMLElement = this.page.element;
    if (place.job !== null && snapshot) {
      const back = {href: `#${this.token}`, text: "Back to the table"};
      try {
        const board = (await this.link.board(place.job)) as Board;
        this.viewer = new Viewer(board, {entrants: entrantsOf(snapshot, board)}, place,
          {back: back.href, backText: back.text, names: personNames("Your table", board)});
        shown = this.viewer.element;
      } catch (problem) {
        shown = messageView("This round cannot be shown", (problem as Error).message, back);
      }
    }
    clear(this.root);
    this.root.append(shown);
  }

  private take(snapshot: Snapshot): void {
    const isFirst = this.snapshot === null;
    if (isFirst && leadsToOwn(snapshot)) {
      sessionStorage.setItem("at table", location.pathname);
      const known = localStorage.getItem(TableSecrets) ?? "";
      sessionStorage.setItem("boards", known.split(".").includes(this.token) ? known : this.token);
    }
    this.snapshot = snapshot;
    this.page.take(snapshot);
    if (isFirst) void this.show();
  }
}

/** The two sides under their numbers in the stored tournament. */
function entrantsOf({names, people}: Snapshot, board: Board): {name: string; bots: string[]}[] {
  const entrants: {name: string; bots: string[]}[] = [];
  const own = people.seat % 2;
  entrants[board.entrants[own]] = {name: `${names.me} and ${names.partner}`, bots: [names.me, names.partner]};
  entrants[board.entrants[1 - own]] = {name: `${names.right} and ${names.left}`, bots: [names.right, names.left]};
  return entrants;
}

/** The table, or the page My boards. */
function pagesAt(path: string, root: HTMLElement, token: string): Pages|MinePages {
  if (path !== MinePath) return new Pages(root, token);
  return new MinePages(root, token, (link) => new SitPage(link, "find"));
}

function start(): void {
  const root = document.getElementById("app");
  if (!root) return;
  const given = /^#([0-9a-f]{16,}(\.[0-9a-f]{16,})*)$/.exec(location.hash)?.[1];
  const kept = location.pathname === MinePath ? "boards" : "seat";
  if (given) {
    sessionStorage.setItem(kept, given);
    sessionStorage.removeItem("at table");
  }
  const token = given ?? sessionStorage.getItem(kept);
  if (!token) {
    root.append(messageView("A seat is reached by its link",
      `tichu-arena sit or a ladder's page Play gives it, and it ends with a secret.`, {href: "#", text: "Try again"}));
    return;
  }
  const pages = pagesAt(location.pathname, root, token);
  if (pages instanceof MinePages) void pages.show();
  window.addEventListener("hashchange", () => void pages.show());
  window.addEventListener("keydown", (event) => {
    const typing = (event.target as Element | null)?.closest("input:not([type=range]), select, textarea");
    if (!typing && pages.key(event)) event.preventDefault();
  });
}

start();
