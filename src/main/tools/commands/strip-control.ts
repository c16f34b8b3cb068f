// biome-ignore-all lint/suspicious/noControlCharactersInRegex: they are what is looked for.

/** Colours, movements of the cursor, titles: ECMA-48 sequences, which have an end, and those of two characters. */
const sequence =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]+[0-~]|[0-OQ-WYZ\\`-~])/g;
/** The beginning of one that has not ended yet. */
const begun = /(?:\r|\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?|[ -/]*)?)$/;
const others = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
/** A sequence that goes on for longer is none. */
const longest = 1_000;

/** Takes out of a text that comes in pieces what only a terminal has a use for; ends of lines become "\n". */
export function createControlStripper(): (piece: string, isLast?: boolean) => string {
  let held = '';
  return (piece, isLast = false) => {
    const text = held + piece;
    const open = isLast ? '' : (begun.exec(text.slice(-longest))?.[0] ?? '');
    held = open;
    return text
      .slice(0, text.length - open.length)
      .replace(sequence, '')
      .replace(/\r\n?/g, '\n')
      .replace(others, '');
  };
}
