// The pages of a server: its events, and one of them while it runs.
import { clear, h, shown } from "./dom";
import { messageView } from "./message";
import type { EventData, EventSummary, Pulse, State } from "./model";
import { type Place, placeHash, readPlace } from "./place";
import { reportView } from "./report";
import { server } from "./source";
import { boardView, type Viewer } from "./viewer";
import { WatchPage } from "./watch";
import { grouped, plural, share } from "./wording";

const AllEvents = { href: "#", text: "All events" };

function progressBar(played: number, planned: number | null, state: State): HTMLElement {
  if (planned === null) return h("div", { class: `progress ${state}` }, `${state}, ${plural(played, "board")}`);
  return h("div", { class: `progress ${state}` },
    h("progress", { max: Math.max(1, planned), value: played, "aria-label": "boards played" }),
    h("span", {}, `${state}, ${grouped(played)} of ${plural(planned, "board")} (${share(played, planned)})`));
}

function eventList(events: EventSummary[]): HTMLElement {
  const items = events.map((event) => h("li", {},
    h("a", { class: "event-card", href: placeHash({ event: event.name }) }, h("span", { class: "event-name" }, shown(event.name)),
      h("span", { class: "quiet" }, plural(event.entrants, "entrant")),
      event.leader ? h("span", { class: "leader" }, h("strong", {}, shown(event.leader)), event.state === "finished" || event.state === "imported" ? " came first" : " leads") : null,
      progressBar(event.boards_played, event.boards_planned, event.state))));
  return h("main", { class: "report" }, h("header", { class: "title" }, h("p", { class: "kicker" }, "Tichu arena"), h("h1", {}, "Events"),
    h("p", { class: "lede" }, events.length ? plural(events.length, "event") : "No event has been played in this folder yet.")),
    h("ul", { class: "events" }, ...items));
}

export class LivePages {
  private viewer: Viewer | null = null;
  private stream: EventSource | null = null;
  private event: string | null = null;
  private data: EventData | null = null;
  private figures = -1;
  private watched: WatchPage | null = null;
  private pulse: Pulse | null = null;
  private readonly liveBar = h("div", { class: "live" });
  private refresh: number | null = null;

  constructor(private readonly root: HTMLElement) {}

  async show(): Promise<void> {
    const place = readPlace(location.hash);
    this.viewer?.stop();
    this.viewer = null;
    this.watched?.stop();
    this.watched = null;
    if (place.event !== this.event) this.leave();
    if (place.event === null) return this.showEvents();
    this.event = place.event;
    this.data ??= await server.event(place.event);
    if (this.data === null) return this.replace(messageView(`There is no event "${shown(place.event)}" here`, null, AllEvents));
    this.listen(place.event);
    if (place.watch !== null) return this.watch(place.event, this.data, place);
    if (place.job === null) return this.showReport();
    const board = await server.board(place.event, place.job);
    if (board === null) {
      return this.replace(messageView(`Job ${place.job} is not finished`, "Or it is none of this event.",
        { href: placeHash({ event: place.event }), text: "Back to the event" }));
    }
    this.viewer = boardView(this.data, board, place);
    this.replace(this.viewer.element);
    window.scrollTo(0, 0);
  }

  key(event: KeyboardEvent): boolean {
    return (this.viewer ?? this.watched)?.key(event) ?? false;
  }

  private replace(part: HTMLElement): void {
    clear(this.root);
    this.root.append(part);
  }

  private leave(): void {
    this.stream?.close();
    this.stream = null;
    this.event = null;
    this.data = null;
    this.figures = -1;
    this.pulse = null;
    if (this.refresh !== null) clearTimeout(this.refresh);
    this.refresh = null;
  }

  private async showEvents(): Promise<void> {
    const draw = async () => {
      if (readPlace(location.hash).event !== null) return;
      this.replace(eventList((await server.events()) ?? []));
      this.refresh = window.setTimeout(() => { draw().catch(() => undefined); }, 3000);
    };
    await draw();
  }


  private showReport(): void {
    if (this.data) this.replace(reportView(this.data, this.event, this.liveBar));
  }

  private watch(event: string, data: EventData, place: Place): void {
    this.watched = new WatchPage(event, data, place);
    this.replace(this.watched.element);
    window.scrollTo(0, 0);
    if (this.pulse) this.watched.take(this.pulse).catch(() => undefined);
  }

  private listen(name: string): void {
    if (this.stream) return;
    this.stream = new EventSource(`/api/events/${encodeURIComponent(name)}/stream`);
    this.stream.addEventListener("message", (message) => this.take(JSON.parse(message.data as string) as Pulse));
  }

  private take(pulse: Pulse): void {
    this.pulse = pulse;
    clear(this.liveBar);
    this.liveBar.append(progressBar(pulse.boards_played, pulse.boards_planned, pulse.state));
    if (pulse.state === "running") {
      this.liveBar.append(h("a", { class: "button", href: placeHash({ event: this.event, watch: 0 }) },
        pulse.tables === null ? "Watch the latest board" : "Watch a table"));
    }
    if (this.figures >= 0 && pulse.figures !== this.figures) this.update().catch(() => undefined);
    this.figures = pulse.figures;
    this.watched?.take(pulse).catch(() => undefined);
  }

  /** New figures, in place: the reader stays where he was. */
  private async update(): Promise<void> {
    if (this.event === null) return;
    this.data = await server.event(this.event);
    const place = readPlace(location.hash);
    const inReport = place.job === null && place.watch === null && !this.root.contains(document.activeElement?.closest("select, input, details[open]") ?? null);
    if (!inReport) return;
    const at = window.scrollY;
    this.showReport();
    window.scrollTo(0, at);
  }
}
