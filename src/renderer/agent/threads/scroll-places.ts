/** Where a thread was left: so many pixels below the top of a message. */
export interface ScrollPlace {
  readonly id: string;
  readonly offset: number;
}

/** Those of the threads that were not read at their end. For as long as the window is there. */
const places = new Map<string, ScrollPlace>();

export const scrollPlaceOf = (threadId: string | null): ScrollPlace | undefined =>
  threadId === null ? undefined : places.get(threadId);

/** @param place undefined: the end */
export function keepScrollPlace(threadId: string | null, place: ScrollPlace | undefined): void {
  if (threadId === null) return;
  if (place === undefined) places.delete(threadId);
  else places.set(threadId, place);
}
