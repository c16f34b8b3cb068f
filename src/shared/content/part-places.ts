/** Where parts of a list are by their names, as far as it was read. */
interface Places {
  /** How often one was looked for. */
  asked: number;
  /** How many parts were read. */
  read: number;
  readonly byName: Map<string, number>;
}

/** Each batch of entries makes a list of its own, and for a few questions it is searched faster than it is read. */
const fewAsked = 16;

/**
 * Finds parts by their ids in lists that grow, and whose parts keep their places and ids: a thread with thousands of
 * calls is put together in one go.
 */
export function createPartPlaces<Part extends { readonly type: string }>(idOf: (part: Part) => string | undefined) {
  const known = new WeakMap<readonly Part[], Places>();

  function placesIn(parts: readonly Part[]): Places {
    const places = known.get(parts) ?? { asked: 0, read: 0, byName: new Map() };
    known.set(parts, places);
    return places;
  }

  return {
    /** @returns where the last part of a type and an id is; -1: nowhere */
    of(parts: readonly Part[], type: Part['type'], id: string): number {
      const places = placesIn(parts);
      places.asked++;
      if (places.asked <= fewAsked) return parts.findLastIndex((part) => part.type === type && idOf(part) === id);
      for (const part of parts.slice(places.read)) {
        const partId = idOf(part);
        if (partId !== undefined) places.byName.set(nameOf(part.type, partId), places.read);
        places.read++;
      }
      return places.byName.get(nameOf(type, id)) ?? -1;
    },
    /** A part was taken out of a list. */
    forget: (parts: readonly Part[]): void => void known.delete(parts),
  };
}

const nameOf = (type: string, id: string): string => `${type}:${id}`;
