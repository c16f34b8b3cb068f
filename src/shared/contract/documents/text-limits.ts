/** Bytes of a file that is used as a whole: for a model, or as an image. A larger one is refused before it is read. */
export const maxWholeBytes = 20 * 1024 * 1024;

/** The characters of a text that main and the page give each other in one call; it takes main a few milliseconds. */
export const maxPieceLength = 4 * 1024 * 1024;
