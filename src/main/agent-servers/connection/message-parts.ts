/** Parts of a message: parsing more of them would hold main up, whatever is read of them afterwards. */
const mostParts = 300_000;
const deepest = 500;

/**
 * Whether a line of JSON has more values, or levels, than are parsed. Told without parsing it, and about as fast as its texts are
 * skipped.
 */
export function hasTooManyParts(line: string): boolean {
  // Each part takes at least a character; so few levels hold nothing up.
  if (line.length <= mostParts) return false;
  let parts = 0;
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    switch (line.charCodeAt(at)) {
      case 0x22:
        at = endOfText(line, at);
        break;
      case 0x5b:
      case 0x7b:
        parts++;
        depth++;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      case 0x2c:
      case 0x3a:
        parts++;
    }
    if (parts > mostParts || depth > deepest) return true;
  }
  return false;
}

/** @param start of its opening quote @returns the place of the closing one, or the end */
function endOfText(line: string, start: number): number {
  for (let end = line.indexOf('"', start + 1); end >= 0; end = line.indexOf('"', end + 1)) {
    let before = end - 1;
    while (line.charCodeAt(before) === 0x5c) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return line.length;
}

/** Whether it begins as what nobody waits for, so that it can be left out. */
export const isNotification = (line: string): boolean =>
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"method"\s*:\s*"[^"\\]*"\s*,\s*"params"/.test(line);

/** What is known of an update that is not parsed. */
export interface Outline {
  readonly sessionId?: string | undefined;
  /** Of the call that it was about. */
  readonly toolCallId?: string | undefined;
  readonly status?: string | undefined;
}

/** Characters of each end of a message in which its short fields are looked for: what is long is between them. */
const endLength = 4_096;

export function outlineOf(line: string): Outline {
  const [start, end] = [line.slice(0, endLength), line.slice(-endLength)];
  const field = (name: string): string | undefined => {
    const found = [...start.matchAll(short(name)), ...[...end.matchAll(short(name))].toReversed()];
    return found[0]?.[1];
  };
  return { sessionId: field('sessionId'), toolCallId: field('toolCallId'), status: field('status') };
}

/** Quotes within a text are escaped, so that a field in one is not found. */
const short = (name: string): RegExp => new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,500})"`, 'g');
