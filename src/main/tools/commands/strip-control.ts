// biome-ignore-all lint/suspicious/noControlCharactersInRegex: they are what is looked for.

/** ECMA-48 control sequences (colours, cursor movements, titles) and escape sequences of two characters. */
const sequence =
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]+[0-~]|[0-OQ-WYZ\\`-~])/g;
/** An incomplete sequence at the end. */
const begun = /(?:\r|\u001b(?:\[[0-?]*[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?|[ -/]*)?)$/;
const others = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
/** Characters; anything longer is not a sequence. */
const longest = 1_000;

/** Removes terminal control sequences from a text that arrives in pieces; line ends become "\n". */
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
