/** Where files go that a person deletes. */
export interface Trash {
  /**
   * Moves a file, a folder or a link (not what it leads to) into the trash.
   * @param path absolute
   * @returns a way to bring it back to where it was; null: only the system's own trash can
   * @throws the system's error; it is where it was then
   */
  put(path: string): Promise<(() => Promise<void>) | null>;
}

/** It was deleted, and something else has its place now. */
export const placeIsTaken = (path: string): Error => Object.assign(new Error(`EEXIST: ${path}`), { code: 'EEXIST' });
