// The pages of a server: its events, and one of them while it runs.
import { clear, h, SentenceCharacters, shown } from "./dom";
import { messageView } from "./message";
import type { EventData, EventSummary, Pulse, State } from "./model";
import { type Place, placeHash, readPlace } from "./place";
import { reportView } from "./report";
import { server } from "./source";
import { boardView, type Viewer } from "./viewer";
import { WatchPage } from "./watch";
import { grouped, plural, share } from "./wording";

const AllEvents = { href: "#", text: "All events" };
const RefreshMilliseconds = 3000;

function progressBar(played: number, planned: number | null, state: State): HTMLElement {
  if (planned === null) return h("div", { class: `progress ${state}` }, `${state}, ${plural(played, "board")}`);
  return h("div", { class: `progress ${state}` },
    h("progress", { max: Math.max(1, planned), value: played, "aria-label": "boards played" }),
    h("span", {}, `${state}, ${grouped(played)} of ${plural(planned, "board")} (${share(played, planned)})`));
}

const NotReached = "The server cannot be reached just now; what is shown may be old.";

function eventList(events: EventSummary[], reached: boolean): HTMLElement {
  const items = events.map((event) => h("li", {}, event.state === "unreadable"
    ? h("div", { class: "event-card" }, h("span", { class: "event-name" }, shown(event.name)), h("p", { class: "problem" }, shown(event.problem, SentenceCharacters)))
    : h("a", { class: "event-card", href: placeHash({ event: event.name }) }, h("span", { class: "event-name" }, shown(event.name)),
      h("span", { class: "quiet" }, plural(event.entrants, "entrant")),
      event.leader ? h("span", { class: "leader" }, h("strong", {}, shown(event.leader)), event.state === "finished" || event.state === "imported" ? " came first" : " leads") : null,
      progressBar(event.boards_played, event.boards_planned, event.state))));
  const count = events.length ? plural(events.length, "event") : "No event has been played in this folder yet.";
  return h("main", { class: "report" }, h("header", { class: "title" }, h("p", { class: "kicker" }, "Tichu arena"), h("h1", {}, "Events"),
    reached || events.length ? h("p", { class: "lede" }, count) : null,
    reached ? null : h("p", { class: "lede", role: "status" }, NotReached)),
    h("ul", { class: "events" }, ...items));
}

/** An event that the reader is at: its figures, and the pulses that say when they are no longer the newest. */
class LiveEvent {
  pulse: Pulse | null = null;
  readonly bar = h("div", { class: "live" });
  private stream: EventSource | null = null;
  private again: number | null = null;
  private asking = false;
  private left = false;

  constructor(readonly name: string, public data: EventData, private readonly changed: () => void) {
    this.listen();
  }

  leave(): void {
    this.left = true;
    this.stream?.close();
    if (this.again !== null) clearTimeout(this.again);
  }

  private listen(): void {
    const stream = new EventSource(`/api/events/${encodeURIComponent(this.name)}/stream`);
    stream.addEventListener("message", (message) => this.take(JSON.parse(message.data as string) as Pulse));
    stream.addEventListener("error", () => {
      this.draw(false);
      // The browser connects again by itself, but not after an answer that was no stream.
      if (stream.readyState === EventSource.CLOSED) this.again = window.setTimeout(() => this.listen(), RefreshMilliseconds);
    });
    this.stream = stream;
  }

  private take(pulse: Pulse): void {
    this.pulse = pulse;
    this.draw(true);
    if (pulse.figures !== this.data.figures) this.update().catch(() => undefined);  // the next pulse tries again
    this.changed();
  }

  private async update(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      const data = await server.event(this.name);
      if (data === null || this.left) return;
      this.data = data;
      this.changed();
    } finally {
      this.asking = false;
    }
  }

  private draw(reached: boolean): void {
    clear(this.bar);
    const { pulse } = this;
    if (pulse) this.bar.append(progressBar(pulse.boards_played, pulse.boards_planned, pulse.state));
    if (!reached) this.bar.append(h("p", { class: "quiet", role: "status" }, NotReached));
    if (pulse?.state === "running") {
      this.bar.append(h("a", { class: "button", href: placeHash({ event: this.name, watch: 0 }) },
        pulse.tables === null ? "Watch the latest board" : "Watch a table"));
    }
  }
}

export class LivePages {
  private viewer: Viewer | null = null;
  private event: LiveEvent | null = null;
  private watched: WatchPage | null = null;
  /** The figures that the report shows; null where no report is shown. */
  private reported: EventData | null = null;
  private events: EventSummary[] = [];
  private refresh: number | null = null;
  /** Counts where the reader went: an answer that comes when he is elsewhere is not shown. */
  private turn = 0;

  constructor(private readonly root: HTMLElement) {}

  async show(): Promise<void> {
    const turn = ++this.turn;
    const place = readPlace(location.hash);
    this.viewer?.stop();
    this.viewer = null;
    this.watched?.stop();
    this.watched = null;
    this.reported = null;
    if (this.refresh !== null) clearTimeout(this.refresh);
    if (place.event !== this.event?.name) this.leave();
    try {
      if (place.event === null) await this.showEvents(turn);
      else await this.showEvent(place.event, place, turn);
    } catch (problem) {
      if (turn === this.turn) throw problem;
    }
  }

  key(event: KeyboardEvent): boolean {
    return (this.viewer ?? this.watched)?.key(event) ?? false;
  }

  private replace(part: HTMLElement): void {
    clear(this.root);
    this.root.append(part);
  }

  private leave(): void {
    this.event?.leave();
    this.event = null;
  }

  private async showEvents(turn: number): Promise<void> {
    let reached = true;
    try {
      this.events = (await server.events()) ?? [];
    } catch {
      reached = false;
    }
    if (turn !== this.turn) return;
    this.replace(eventList(this.events, reached));
    this.refresh = window.setTimeout(() => { this.showEvents(turn).catch(() => undefined); }, RefreshMilliseconds);
  }

  private async showEvent(name: string, place: Place, turn: number): Promise<void> {
    if (this.event === null) {
      const data = await server.event(name);
      if (turn !== this.turn) return;
      if (data === null) return this.replace(messageView(`There is no event "${shown(name)}" here`, null, AllEvents));
      this.event = new LiveEvent(name, data, () => this.followEvent());
    }
    if (place.watch !== null) return this.watch(this.event, place);
    if (place.job === null) return this.showReport(this.event);
    const board = await server.board(name, place.job);
    if (turn !== this.turn) return;
    if (board === null) {
      return this.replace(messageView(`Job ${place.job} is not finished`, "Or it is none of this event.",
        { href: placeHash({ event: name }), text: "Back to the event" }));
    }
    this.viewer = boardView(this.event.data, board, place);
    this.replace(this.viewer.element);
    window.scrollTo(0, 0);
  }

  private showReport(event: LiveEvent): void {
    this.reported = event.data;
    this.replace(reportView(event.data, event.name, event.bar));
  }

  private watch(event: LiveEvent, place: Place): void {
    this.watched = new WatchPage(event.name, event.data, place);
    this.replace(this.watched.element);
    window.scrollTo(0, 0);
    if (event.pulse) this.watched.take(event.pulse).catch(() => undefined);
  }

  /** With each pulse and with new figures, which are shown in place: the reader stays where he was. */
  private followEvent(): void {
    const { event } = this;
    if (event === null) return;
    if (event.pulse) this.watched?.take(event.pulse).catch(() => undefined);
    if (this.reported === null || this.reported === event.data) return;
    if (this.root.contains(document.activeElement?.closest("select, input, details[open]") ?? null)) return;
    const at = window.scrollY;
    this.showReport(event);
    window.scrollTo(0, at);
  }
}
