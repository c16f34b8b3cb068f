/** Where a module is no program of its language; both count from 1. */
export interface CodePlace {
  /** The address or the path of the file. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Says where, which engines leave out of the message and the stack. @param path of the file, from the extension's folder */
export function syntaxErrorAt({ message }: Error, path: string, { file, line, column }: CodePlace): SyntaxError {
  const placed = new SyntaxError(`${path}:${line}:${column}: ${message}`);
  // Nothing of it ran: every frame there is would be of the engine.
  placed.stack = `SyntaxError: ${placed.message}\n    at ${file}:${line}:${column}`;
  return placed;
}
