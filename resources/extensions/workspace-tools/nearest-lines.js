const maxShown = 12;
const maxCompared = 60;

/**
 * The part of a text that is most similar to one not found in it, as a sentence with numbered lines.
 * @param {string} text with "\n" as line ending
 * @param {string} wanted
 */
export function nearestLines(text, wanted) {
  if (/^\d+\t/mu.test(wanted) && !/^\d+\t/mu.test(text)) return 'Leave out the line numbers and the tabs behind them.';
  const lines = text.split('\n');
  const sought = wanted.split('\n').slice(0, maxCompared);
  const bare = lines.map((line) => line.trim());
  const seeks = sought.map((line) => ({ bare: line.trim(), pairs: pairsOf(line.trim()) }));
  const first = Math.max(
    0,
    seeks.findIndex((line) => line.bare !== ''),
  );

  let best = { start: 0, score: 0 };
  /** Similarity to the first line, cached by text: lines repeat, and the computation takes time. */
  const likeness = new Map();
  for (let start = 0; start < lines.length; start += 1) {
    let score = 0;
    for (const [index, line] of seeks.entries()) {
      if (line.bare !== '' && line.bare === bare[start + index]) score += 1;
    }
    const head = bare[start + first] ?? '';
    const alike = likeness.get(head) ?? alikeness(seeks[first]?.pairs ?? new Set(), pairsOf(head));
    likeness.set(head, alike);
    score += alike / 2;
    if (score > best.score) best = { start, score };
  }
  if (best.score < 0.19) return 'Nothing like it is in the file: read it again.';

  const shown = lines.slice(best.start, best.start + Math.min(sought.length, maxShown));
  const isOnlySpace = sought.every((line, index) => line.trim() === bare[best.start + index]);
  const why = isOnlySpace ? 'Only the white space differs. These lines are there' : 'The nearest lines are';
  return `${why}:\n\n${shown.map((line, index) => `${best.start + index + 1}\t${line.slice(0, 300)}`).join('\n')}`;
}

/** @param {string} line */
function pairsOf(line) {
  const pairs = new Set();
  for (let at = 0; at < Math.min(line.length, 400) - 1; at += 1) pairs.add(line.slice(at, at + 2));
  return pairs;
}

/**
 * Similarity from 0 to 1, by shared pairs of letters; the wanted text may be only a part of the line.
 * @param {Set<string>} sought
 * @param {Set<string>} line
 */
function alikeness(sought, line) {
  if (sought.size === 0 || line.size === 0) return 0;
  let shared = 0;
  for (const pair of sought) if (line.has(pair)) shared += 1;
  return shared / (sought.size + line.size) + shared / sought.size / 2;
}
