// The person's own cards: raised by click, tap or key, put in another order by dragging or Shift with an arrow. Raised
// cards are dragged together. The order stays through reloads.
import {cardFace} from "./cards";
import {clear, h} from "./dom";
import {cardName, cardOrder} from "./wording";

const DragPixels = 8;

interface Drag {
  code: string;
  x: number;
  y: number;
  moved: boolean;
}

export class Hand {
  readonly element = h("div", {
    class: "own-hand",
    role: "group",
    "aria-label": "Your cards",
    pointermove: (event) => this.move(event as PointerEvent),
    pointerup: (event) => this.drop(event as PointerEvent),
    pointercancel: () => this.endDrag(),
  });
  private order: string[] = [];
  private readonly chosen = new Set<string>();
  private received = new Set<string>();
  private buttons = new Map<string, HTMLButtonElement>();
  private place = "";
  private at = 0;
  private drag: Drag|null = null;
  /** The pointer that went down last has done what it can do. */
  private pointed = false;

  /** `changed`: other cards are raised; `dropped`: cards were let go over an element. */
  constructor(
    private readonly changed: () => void, private readonly dropped: (cards: string[], over: Element) => boolean) {}

  raised(): string[] {
    return this.order.filter((code) => this.chosen.has(code));
  }

  /** The card that the keys are at; null without cards. */
  focused(): string|null {
    return this.order[this.at] ?? null;
  }

  lower(): void {
    this.chosen.clear();
    this.draw();
    this.changed();
  }

  raise(cards: string[]): void {
    this.chosen.clear();
    for (const code of cards) this.chosen.add(code);
    this.draw();
    this.changed();
  }

  /** The cards that are shown; `place` names the round, for its order. */
  update(cards: string[], received: Set<string>, place: string): void {
    if (place !== this.place) {
      this.place = place;
      this.chosen.clear();
      this.at = 0;
      this.order = (sessionStorage.getItem("order of " + place) ?? "").split(" ");
    }
    const held = new Set(cards);
    this.order = this.order.filter((code) => held.has(code));
    for (const code of cards) {
      if (!this.order.includes(code)) this.insert(code);
    }
    for (const code of this.chosen) {
      if (!held.has(code)) this.chosen.delete(code);
    }
    this.received = received;
    this.at = Math.min(this.at, Math.max(0, this.order.length - 1));
    this.draw();
  }

  /** By rank, the highest at the left or at the right. */
  sort(highLeft: boolean): void {
    localStorage.setItem("high left", highLeft ? "1" : "");
    this.order.sort((a, b) => (highLeft ? -1 : 1) * (cardOrder(a) - cardOrder(b)));
    this.keep();
  }

  isHighLeft(): boolean {
    return localStorage.getItem("high left") !== "";
  }

  /** True if the key had a meaning. */
  key(event: KeyboardEvent): boolean {
    const way = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (way !== 0 && this.order.length > 0) {
      const to = Math.max(0, Math.min(this.order.length - 1, this.at + way));
      if (event.shiftKey) {
        const [code] = this.order.splice(this.at, 1);
        this.order.splice(to, 0, code);
        this.at = to;
        this.keep();
      }
      this.focus(to);
      return true;
    }
    const inCard = this.element.contains(document.activeElement);
    if (event.key === "ArrowUp" || event.key === "ArrowDown" || (event.key === " " && inCard)) {
      const code = this.order[this.at];
      if (code === undefined) return false;
      const raise = event.key === "ArrowUp" || (event.key === " " && !this.chosen.has(code));
      this.toggle(code, raise);
      this.focus(this.at);
      return true;
    }
    return false;
  }

  private focus(at: number): void {
    this.at = at;
    this.draw();
    this.buttons.get(this.order[at])?.focus();
  }

  private insert(code: string): void {
    const high = this.isHighLeft();
    const before =
      this.order.findIndex((other) => (high ? cardOrder(other) < cardOrder(code) : cardOrder(other) > cardOrder(code)));
    this.order.splice(before < 0 ? this.order.length : before, 0, code);
  }

  private toggle(code: string, raise: boolean): void {
    if (raise)
      this.chosen.add(code);
    else
      this.chosen.delete(code);
    this.draw();
    this.changed();
  }

  private press(code: string): void {
    this.at = this.order.indexOf(code);
    this.toggle(code, !this.chosen.has(code));
  }

  private keep(): void {
    sessionStorage.setItem("order of " + this.place, this.order.join(" "));
    this.draw();
  }

  private button(code: string): HTMLButtonElement {
    const made = h("button", {
      type: "button",
      class: "own-card",
      "data-card": code,
      // After a drag some browsers let a tap make no click, so that a tap counts as the pointer goes up.
      click: (event) => {
        if (!this.pointed || (event as MouseEvent).detail === 0) this.press(code);
      },
      pointerdown: (event) => {
        const {clientX: x, clientY: y, button} = event as PointerEvent;
        this.pointed = false;
        if (button === 0) this.drag = {code, x, y, moved: false};
      },
    },
      cardFace(code));
    made.firstElementChild?.setAttribute("aria-hidden", "true");
    return made;
  }

  private draw(): void {
    const active = document.activeElement;
    const shown = this.order.map((code) => {
      let button = this.buttons.get(code);
      if (!button) {
        button = this.button(code);
        this.buttons.set(code, button);
      }
      const got = this.received.has(code);
      button.setAttribute("aria-pressed", String(this.chosen.has(code)));
      button.setAttribute("aria-label", cardName(code) + (got ? ", pushed to you" : ""));
      button.tabIndex = this.order[this.at] === code ? 0 : -1;
      button.firstElementChild?.classList.toggle("received", got);
      return button;
    });
    for (const code of [...this.buttons.keys()]) {
      if (!this.order.includes(code)) this.buttons.delete(code);
    }
    this.element.classList.toggle("many", shown.length > 8);
    this.element.style.setProperty("--cards", String(shown.length));
    const now = [...this.element.children];
    if (now.length === shown.length && now.every((child, i) => child === shown[i])) return;
    clear(this.element);
    this.element.append(...shown);
    if (active instanceof HTMLElement && this.element.contains(active)) active.focus();
  }

  private moving(): string[] {
    const code = this.drag?.code ?? "";
    return this.chosen.has(code) ? this.raised() : [code];
  }

  private move(event: PointerEvent): void {
    const {drag} = this;
    if (drag === null) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(x, y) < DragPixels) return;
    if (!drag.moved) {
      drag.moved = true;
      this.element.setPointerCapture(event.pointerId);
    }
    for (const code of this.moving()) {
      const button = this.buttons.get(code);
      button?.classList.add("dragged");
      button?.style.setProperty("--x", `${x}px`);
      button?.style.setProperty("--y", `${y}px`);
    }
  }

  private drop(event: PointerEvent): void {
    const {drag} = this;
    if (drag === null) return;
    this.pointed = true;
    if (!drag.moved) {
      this.endDrag();
      return this.press(drag.code);
    }
    const moved = this.moving();
    const over = document.elementFromPoint(event.clientX, event.clientY);
    const to = this.gapAt(event.clientX, event.clientY, moved);
    this.endDrag();
    if (over !== null && this.dropped(moved, over)) return;
    const next = this.order[to];
    const rest = this.order.filter((code) => !moved.includes(code));
    rest.splice(next === undefined ? rest.length : rest.indexOf(next), 0, ...moved);
    this.order = rest;
    this.keep();
  }

  /** Before which card of the others the pointer is. */
  private gapAt(x: number, y: number, moved: string[]): number {
    let gap = this.order.length;
    let nearest = Infinity;
    this.order.forEach((code, i) => {
      if (moved.includes(code)) return;
      const box = this.buttons.get(code)?.getBoundingClientRect();
      if (!box) return;
      const row = Math.abs(y - (box.top + box.bottom) / 2) * 10;
      for (const [edge, index] of [[box.left, i], [box.left + this.step(i), i + 1]] as const) {
        const far = row + Math.abs(x - edge);
        if (far < nearest) {
          nearest = far;
          gap = index;
        }
      }
    });
    while (gap < this.order.length && moved.includes(this.order[gap])) ++gap;
    return gap;
  }

  /** How far the card after the one at `i` begins. */
  private step(i: number): number {
    const [a, b] = [this.order[i], this.order[i + 1]].map((code) => this.buttons.get(code ?? "")?.offsetLeft);
    return a !== undefined && b !== undefined && b > a ? b - a : this.buttons.get(this.order[i])?.offsetWidth ?? 0;
  }

  private endDrag(): void {
    if (this.drag === null) return;
    for (const button of this.buttons.values()) button.classList.remove("dragged");
    this.drag = null;
  }
}
