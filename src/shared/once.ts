/**
 * Defers to the first use what takes long to make. Formatters and collators of `Intl` load their data when they are made:
 * 7 to 9 ms for the first of a process, which a module must not take from the start.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
