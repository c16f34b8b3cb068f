/** Where the cursor was: a document by its key, and an offset in its text. */
export interface Visited {
  readonly path: string;
  readonly at: number;
}

/** The places that a person came by, of which one is the present. The older ones are before it. */
export interface PlaceHistory {
  readonly places: readonly Visited[];
  readonly present: number;
}

const maxPlaces = 100;

export const noPlaces: PlaceHistory = { places: [], present: -1 };

/**
 * Goes on to a place. What was ahead of the present one is forgotten; one that is near takes its place.
 * @param isNear whether going from one to the other is no step worth taking back
 */
export function visit(
  { places, present }: PlaceHistory,
  place: Visited,
  isNear: (one: Visited, other: Visited) => boolean,
): PlaceHistory {
  const now = places[present];
  const kept = now && isNear(now, place) ? places.slice(0, present) : places.slice(0, present + 1);
  // Looking round near the present place leaves what is ahead of it.
  const ahead = now && isNear(now, place) ? places.slice(present + 1) : [];
  const behind = kept.slice(-(maxPlaces - 1));
  return { places: [...behind, place, ...ahead], present: behind.length };
}

/** One place back (-1) or forward (1); null where there is none. @param isThere whether it can be gone to */
export function step(
  { places, present }: PlaceHistory,
  by: 1 | -1,
  isThere: (place: Visited) => boolean,
): PlaceHistory | null {
  for (let at = present + by; at >= 0 && at < places.length; at += by) {
    const place = places[at];
    if (place && isThere(place)) return { places, present: at };
  }
  return null;
}

/** The places after a text was changed, or a document got another key. */
export const mapPlaces = ({ places, present }: PlaceHistory, map: (place: Visited) => Visited): PlaceHistory => ({
  places: places.map(map),
  present,
});
