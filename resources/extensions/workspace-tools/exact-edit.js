import { nearestLines } from './nearest-lines.js';

/**
 * Replaces a text that occurs exactly once, or all occurrences. Line endings are ignored: a model writes "\n", and its
 * text gets the line endings of the place.
 * @param {string} text
 * @param {{ old: string, new: string, all: boolean }} edit
 * @returns {{ text: string, lines: number[] } | { problem: string }} with the numbers of the edited lines, from 1
 */
export function applyEdit(text, edit) {
  const plain = text.replaceAll('\r\n', '\n');
  const old = edit.old.replaceAll('\r\n', '\n');
  if (old === '' && plain !== '') return { problem: '"old" is empty. Give the text that is to be replaced.' };
  const places = placesOf(old, plain, edit.all);
  if (places.length === 0) return { problem: `"old" is not there. ${nearestLines(plain, old)}` };
  const lines = linesAt(plain, places);
  if (places.length > 1 && !edit.all) {
    const where = lines.length > 10 ? `${lines.slice(0, 10).join(', ')} …` : lines.join(', ');
    const mend = 'Give more of the lines around it, or "all": true.';
    return { problem: `"old" is there ${places.length} times, at lines ${where}. ${mend}` };
  }
  const toText = placesInText(text, plain);
  const usual = plain.length < text.length ? '\r\n' : '\n';
  let edited = '';
  let end = 0;
  for (const place of places) {
    const [start, next] = [toText(place), toText(place + old.length)];
    const lineEnd = /\r?\n/u.exec(text.slice(start, next))?.[0] ?? usual;
    edited += text.slice(end, start) + edit.new.replaceAll('\r\n', '\n').replaceAll('\n', lineEnd);
    end = next;
  }
  return { text: edited + text.slice(end), lines };
}

/**
 * Offsets of a text within another. Overlapping ones count as several, unless all are to be replaced.
 * @param {string} part
 * @param {string} text
 * @param {boolean} all
 */
function placesOf(part, text, all) {
  if (part === '') return [0];
  const places = [];
  const step = all ? part.length : 1;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + step)) places.push(at);
  return places;
}

/**
 * The line of each offset, without duplicates.
 * @param {string} text
 * @param {readonly number[]} places in ascending order
 */
function linesAt(text, places) {
  const lines = new Set();
  let line = 1;
  let from = 0;
  for (const place of places) {
    for (let at = text.indexOf('\n', from); at >= 0 && at < place; at = text.indexOf('\n', at + 1)) {
      line += 1;
      from = at + 1;
    }
    lines.add(line);
  }
  return [...lines];
}

/**
 * Maps offsets in the text with "\n" only to those in the original text; to be called in ascending order.
 * @param {string} text
 * @param {string} plain
 * @returns {(place: number) => number}
 */
function placesInText(text, plain) {
  if (text.length === plain.length) return (place) => place;
  let before = 0;
  let next = text.indexOf('\r\n');
  return (place) => {
    while (next >= 0 && next - before < place) {
      before += 1;
      next = text.indexOf('\r\n', next + 2);
    }
    return place + before;
  };
}
