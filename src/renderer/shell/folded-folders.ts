/** In pixels: cut off to less, a path says nothing. */
const leastPath = 64;

/**
 * Whether the folders of a file become one "…".
 * @param room what the project and the name of the file leave them, in pixels; below 0 when these have no room either
 * @param needed for all of their letters
 */
export const areFolded = (room: number, needed: number): boolean => room < Math.min(needed, leastPath);
