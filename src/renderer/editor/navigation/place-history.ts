/** A visited place: the key of a document, and an offset in its text. */
export interface Visited {
  readonly path: string;
  readonly at: number;
}

/** Visited places, the older ones first; `present` is the index of the current one. */
export interface PlaceHistory {
  readonly places: readonly Visited[];
  readonly present: number;
}

const maxPlaces = 100;

export const noPlaces: PlaceHistory = { places: [], present: -1 };

/**
 * Records a place. Those ahead of the present one are forgotten; a place near the present one replaces it.
 * @param isNear whether two places are too close for a step between them
 */
export function visit(
  { places, present }: PlaceHistory,
  place: Visited,
  isNear: (one: Visited, other: Visited) => boolean,
): PlaceHistory {
  const now = places[present];
  const kept = now && isNear(now, place) ? places.slice(0, present) : places.slice(0, present + 1);
  // A move near the present place keeps the places ahead.
  const ahead = now && isNear(now, place) ? places.slice(present + 1) : [];
  const behind = kept.slice(-(maxPlaces - 1));
  return { places: [...behind, place, ...ahead], present: behind.length };
}

/** One place back (-1) or forward (1); null when there is none. @param isThere whether a place can still be visited */
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

/** Maps all places after an edit, or when a document gets another key. */
export const mapPlaces = ({ places, present }: PlaceHistory, map: (place: Visited) => Visited): PlaceHistory => ({
  places: places.map(map),
  present,
});
