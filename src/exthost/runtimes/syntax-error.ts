/** Place of a syntax error in a module; both numbers count from 1. */
export interface CodePlace {
  /** URL or path of the file. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Adds the place, which engines leave out of message and stack. @param path of the file, in the extension's folder */
export function syntaxErrorAt({ message }: Error, path: string, { file, line, column }: CodePlace): SyntaxError {
  const placed = new SyntaxError(`${path}:${line}:${column}: ${message}`);
  // The module never ran: all frames would be those of the engine.
  placed.stack = `SyntaxError: ${placed.message}\n    at ${file}:${line}:${column}`;
  return placed;
}
