/** Repetitions in an expression that is tried in the editor: with more, or nested ones, a line could hold it up. */
const mostRepetitions = 3;

/**
 * Whether the editor can try an expression on the first line of a file.
 * @returns why not; null: it can
 */
export function whyNoFirstLine(pattern: string): string | null {
  try {
    new RegExp(pattern);
  } catch {
    return 'it is no regular expression of JavaScript';
  }
  // What is escaped or in a class repeats nothing.
  const plain = pattern.replaceAll(/\\./g, 'a').replaceAll(/\[[^\]]*\]/g, 'a');
  if (/\)[*+{]/.test(plain)) return 'a group is repeated, which may take too long';
  const repetitions = plain.match(/[*+{]/g)?.length ?? 0;
  return repetitions > mostRepetitions ? `use "*", "+" and "{" at most ${mostRepetitions} times` : null;
}
