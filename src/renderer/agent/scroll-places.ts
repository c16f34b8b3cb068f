/** Where each thread was left, in pixels from its top; one that was read at its end has none. For as long as the window is there. */
const places = new Map<string, number>();

export const scrollPlaceOf = (threadId: string | null): number | undefined =>
  threadId === null ? undefined : places.get(threadId);

/** @param place undefined: the end */
export function keepScrollPlace(threadId: string | null, place: number | undefined): void {
  if (threadId === null) return;
  if (place === undefined) places.delete(threadId);
  else places.set(threadId, place);
}
