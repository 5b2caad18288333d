// The reader's place, kept in the address after the '#', so that a link leads there.

export interface Place {
  tournament: string|null;
  job: number|null;
  round: number;
  step: number;
  /** The seat whose view is shown; null: all cards are open. */
  view: number|null;
  /** The table that is watched while it plays; null if none is. */
  watch: number|null;
  /** A moment of one table: its seating, and how many actions its record has before; only to come to, null then. */
  moment: {seating: number; after: number}|null;
}

function whole(text: string|null, fallback: number): number {
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : fallback;
}

function momentOf(text: string|null): Place["moment"] {
  const match = /^(\d{1,2})-(\d{1,4})$/.exec(text ?? "");
  return match ? {seating: Number(match[1]), after: Number(match[2])} : null;
}

export function readPlace(hash: string): Place {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  const board = whole(query.get("board"), -1);
  const view = whole(query.get("seat"), 4);
  const watch = whole(query.get("watch"), -1);
  return {
    tournament: query.get("tournament"),
    job: board >= 0 ? board : null,
    round: whole(query.get("round"), 0),
    step: whole(query.get("step"), 0),
    view: view < 4 ? view : null,
    watch: watch >= 0 ? watch : null,
    moment: momentOf(query.get("moment")),
  };
}

export function placeHash(place: Partial<Place>): string {
  const parts: string[] = [];
  if (place.tournament) parts.push(`tournament=${encodeURIComponent(place.tournament)}`);
  const watches = place.watch !== null && place.watch !== undefined;
  if (watches) parts.push(`watch=${place.watch}`);
  if (!watches && place.job !== null && place.job !== undefined) parts.push(`board=${place.job}`);
  if (!watches && place.round) parts.push(`round=${place.round}`);
  if (!watches && place.step) parts.push(`step=${place.step}`);
  if (place.moment) parts.push(`moment=${place.moment.seating}-${place.moment.after}`);
  if (place.view !== null && place.view !== undefined) parts.push(`seat=${place.view}`);
  return `#${parts.join("&")}`;
}

/**
 * Stores the place without a new entry in the history; not if the address names another page by now, to which the
 * reader is on the way.
 */
export function notePlace(place: Place): void {
  const now = readPlace(location.hash);
  if (now.tournament !== place.tournament || now.watch !== place.watch) return;
  if (place.watch === null && now.job !== place.job) return;
  history.replaceState(null, "", placeHash(place));
}
