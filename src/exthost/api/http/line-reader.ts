import { HttpFailure } from './http-failure.ts';

/** Limit in characters for a line or an event of a service. */
export const longestPiece = 32 * 1024 * 1024;

export const tooLong = (host: string): HttpFailure =>
  new HttpFailure('invalid-response', `${host} sent more than 32 MB in one piece, which cannot be an answer.`);

/**
 * Splits chunks into lines that end in LF, CR or CR LF. Chunks may end anywhere: inside a UTF-8 character, between CR
 * and LF. A line is reported as soon as its end is seen, without waiting for an LF after a CR.
 */
export function createLineReader(host: string, takeLine: (line: string) => void) {
  const decoder = new TextDecoder();
  let open = '';
  let lastWasCr = false;

  const takeText = (text: string) => {
    if (text === '') return;
    let start = lastWasCr && text.startsWith('\n') ? 1 : 0;
    lastWasCr = text.endsWith('\r');
    const ends = /\r\n|\r|\n/g;
    ends.lastIndex = start;
    for (let match = ends.exec(text); match; match = ends.exec(text)) {
      const line = open + text.slice(start, match.index);
      open = '';
      start = ends.lastIndex;
      takeLine(line);
    }
    open += text.slice(start);
    if (open.length > longestPiece) throw tooLong(host);
  };

  return {
    push: (chunk: Uint8Array) => takeText(decoder.decode(chunk, { stream: true })),
    /** End of the body; a last line without an ending counts too. */
    end() {
      takeText(decoder.decode());
      if (open !== '') takeLine(open);
      open = '';
    },
  };
}
