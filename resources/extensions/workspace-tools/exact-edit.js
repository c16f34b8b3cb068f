import { nearestLines } from './nearest-lines.js';

/**
 * Replaces a text that is there exactly once, or all of them. How lines end does not count: a model writes "\n", and what
 * it wrote gets the line ends of where it goes.
 * @param {string} text
 * @param {{ old: string, new: string, all: boolean }} edit
 * @returns {{ text: string, lines: number[] } | { problem: string }} with the lines, from 1, that were edited
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
 * Where one text is in another. Those that overlap count as several, unless all are to be replaced.
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
 * The line of each place, each line once.
 * @param {string} text
 * @param {readonly number[]} places in their order
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
 * From places of a text with "\n" alone to those of the text with its own line ends; to be asked in rising order.
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
