// The pages of a server: its events, and one of them while it runs.
import { clear, h, shown } from "./dom";
import type { EventData, EventSummary } from "./model";
import { placeHash, readPlace } from "./place";
import { reportView } from "./report";
import { server } from "./source";
import { boardView, type Viewer } from "./viewer";
import { grouped, percent, plural } from "./wording";

/** What the server says every second of a running event. */
interface Pulse {
  running: boolean;
  boards_played: number;
  boards_planned: number | null;
  latest_job: number | null;
  figures: number;
}

/** How often a watched table goes on to the latest board, at most. */
const WatchMilliseconds = 8000;

function progressBar(played: number, planned: number | null, running: boolean): HTMLElement {
  const state = planned !== null && played >= planned ? "finished" : running ? "running" : "stopped";
  if (planned === null) return h("div", { class: `progress ${state}` }, `${state}, ${plural(played, "board")}`);
  return h("div", { class: `progress ${state}` },
    h("progress", { max: Math.max(1, planned), value: played, "aria-label": "boards played" }),
    h("span", {}, `${state}, ${grouped(played)} of ${plural(planned, "board")} (${percent(played, planned)})`));
}

function eventList(events: EventSummary[]): HTMLElement {
  const items = events.map((event) => h("li", {},
    h("a", { class: "event-card", href: placeHash({ event: event.name }) }, h("span", { class: "event-name" }, shown(event.name)),
      h("span", { class: "quiet" }, plural(event.entrants, "entrant")), progressBar(event.boards_played, event.boards_planned, event.running))));
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
  private watching = false;
  private watchedAt = 0;
  private readonly liveBar = h("div", { class: "live" });
  private refresh: number | null = null;

  constructor(private readonly root: HTMLElement) {}

  async show(): Promise<void> {
    const place = readPlace(location.hash);
    this.viewer?.stop();
    this.viewer = null;
    if (place.event !== this.event) this.leave();
    if (place.event === null) return this.showEvents();
    this.event = place.event;
    this.data ??= await server.event(place.event);
    if (this.data === null) return this.showMissing(`There is no event "${shown(place.event)}" here`);
    this.listen(place.event);
    if (place.job === null) {
      this.watching = false;
      return this.showReport();
    }
    const board = await server.board(place.event, place.job);
    if (board === null) return this.showMissing(`Job ${place.job} is not finished, or is none of this event`);
    this.viewer = boardView(this.data, board, place);
    this.replace(this.watching ? this.watchBar() : null, this.viewer.element);
    window.scrollTo(0, 0);
  }

  key(event: KeyboardEvent): boolean {
    return this.viewer?.key(event) ?? false;
  }

  private replace(...parts: (HTMLElement | null)[]): void {
    clear(this.root);
    for (const part of parts) if (part) this.root.append(part);
  }

  private leave(): void {
    this.stream?.close();
    this.stream = null;
    this.event = null;
    this.data = null;
    this.figures = -1;
    this.watching = false;
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

  private showMissing(sentence: string): void {
    this.replace(h("main", { class: "report" }, h("h1", {}, sentence), h("p", {}, h("a", { class: "button", href: "#" }, "All events"))));
  }

  private showReport(): void {
    if (this.data) this.replace(reportView(this.data, this.event, this.liveBar));
  }

  private watchBar(): HTMLElement {
    return h("p", { class: "watch" }, "The latest finished board, followed as the event goes on. ",
      h("button", { type: "button", click: () => { this.watching = false; this.show().catch(() => undefined); } }, "Stay at this board"));
  }

  private listen(name: string): void {
    if (this.stream) return;
    this.stream = new EventSource(`/api/events/${encodeURIComponent(name)}/stream`);
    this.stream.addEventListener("message", (message) => this.take(JSON.parse(message.data as string) as Pulse));
  }

  private take(pulse: Pulse): void {
    clear(this.liveBar);
    this.liveBar.append(progressBar(pulse.boards_played, pulse.boards_planned, pulse.running));
    if (pulse.latest_job !== null && pulse.running) {
      this.liveBar.append(h("button", { type: "button", click: () => this.watch(pulse.latest_job) }, "Watch the latest table"));
    }
    if (this.figures >= 0 && pulse.figures !== this.figures) this.update().catch(() => undefined);
    this.figures = pulse.figures;
    if (this.watching && pulse.latest_job !== null && Date.now() - this.watchedAt > WatchMilliseconds && this.viewer?.finished()) this.watch(pulse.latest_job);
  }

  private watch(job: number | null): void {
    if (job === null) return;
    this.watching = true;
    this.watchedAt = Date.now();
    location.hash = placeHash({ event: this.event, job, view: readPlace(location.hash).view });
  }

  /** New figures, in place: the reader stays where he was. */
  private async update(): Promise<void> {
    if (this.event === null) return;
    this.data = await server.event(this.event);
    const inReport = readPlace(location.hash).job === null && !this.root.contains(document.activeElement?.closest("select, input, details[open]") ?? null);
    if (!inReport) return;
    const at = window.scrollY;
    this.showReport();
    window.scrollTo(0, at);
  }
}
