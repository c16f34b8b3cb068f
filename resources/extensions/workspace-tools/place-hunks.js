/** @import { Hunk, PatchLine } from './patch-hunk.js' */
/** @import { FileLine } from './file-lines.js' */
import { nearestLines } from './nearest-lines.js';
import { Refusal } from './refusal.js';

/**
 * Finds the places of a patch's hunks. Line numbers count if every hunk matches at its number. Otherwise they are
 * ignored, and there must be exactly one way to place all hunks in their order. Exact matches take precedence over
 * matches that differ in trailing white space.
 * @param {readonly FileLine[]} lines
 * @param {readonly Hunk[]} hunks
 * @returns {{ places: number[], isExact: boolean }} index of each hunk's first line
 * @throws {Refusal}
 */
export function placeHunks(lines, hunks) {
  const numbered = hunks.map(({ start }) => (start === null ? -1 : start - 1));
  if (fitsAll(lines, hunks, numbered, true)) return { places: numbered, isExact: true };
  const isNearlyNumbered = fitsAll(lines, hunks, numbered, false);

  const exact = waysToPlace(lines, hunks, true);
  if (exact.length === 1 && exact[0] && !isNearlyNumbered) return { places: exact[0], isExact: true };
  if (exact.length === 0) {
    if (isNearlyNumbered) return { places: numbered, isExact: false };
    const loose = waysToPlace(lines, hunks, false);
    if (loose.length === 1 && loose[0]) return { places: loose[0], isExact: false };
    if (loose.length === 0) throw new Refusal(whyNone(lines, hunks));
  }
  throw new Refusal(whySeveral(lines, hunks, exact.length === 0));
}

/** Lines of a hunk that must be in the file. */
export const oldsOf = (/** @type {Hunk} */ hunk) => hunk.lines.filter(({ kind }) => kind !== '+');

/**
 * @param {readonly FileLine[]} lines
 * @param {readonly Hunk[]} hunks
 * @param {readonly number[]} places
 * @param {boolean} isExact
 */
function fitsAll(lines, hunks, places, isExact) {
  let end = 0;
  return hunks.every((hunk, index) => {
    const place = places[index] ?? -1;
    const isThere = place >= end && fits(lines, oldsOf(hunk), place, isExact);
    end = place + oldsOf(hunk).length;
    return isThere;
  });
}

/**
 * @param {readonly FileLine[]} lines
 * @param {readonly PatchLine[]} old
 * @param {number} place
 * @param {boolean} isExact
 */
function fits(lines, old, place, isExact) {
  if (place < 0 || place + old.length > lines.length) return false;
  const isLast = old.some((line) => line.isLast);
  if (isLast && place + old.length !== lines.length) return false;
  return old.every((line, index) => isSame(lines[place + index], line, isExact));
}

/**
 * @param {FileLine | undefined} there
 * @param {PatchLine} line
 * @param {boolean} isExact
 */
function isSame(there, line, isExact) {
  if (!there) return false;
  if (!isExact) return there.text.trimEnd() === line.text.trimEnd();
  if (there.text + (there.end === '\r\n' ? '\r' : '') === line.text) return true;
  // The last line of a file has no ending to compare.
  return (there.end === '' || line.isLast) && there.text === line.text.replace(/\r$/u, '');
}

/** All places where a hunk matches. @param {readonly FileLine[]} lines @param {Hunk} hunk @param {boolean} isExact */
function placesOf(lines, hunk, isExact) {
  const old = oldsOf(hunk);
  // An insertion without context has a place only in an empty file.
  if (old.length === 0) return lines.length === 0 ? [0] : [];
  const places = [];
  for (let place = 0; place + old.length <= lines.length; place += 1) {
    if (fits(lines, old, place, isExact)) places.push(place);
  }
  return places;
}

/**
 * Ways to place all hunks in order without overlap: none, the only one, or two of several.
 * @param {readonly FileLine[]} lines
 * @param {readonly Hunk[]} hunks
 * @param {boolean} isExact
 * @returns {number[][]}
 */
function waysToPlace(lines, hunks, isExact) {
  const each = hunks.map((hunk) => ({ places: placesOf(lines, hunk, isExact), length: oldsOf(hunk).length }));
  const earliest = greedy(each);
  if (!earliest) return [];
  const backwards = each.map(({ places, length }) => ({
    places: places.map((place) => -place - length).reverse(),
    length,
  }));
  const latest =
    greedy(backwards.reverse())
      ?.reverse()
      .map((place, index) => -place - (each[index]?.length ?? 0)) ?? earliest;
  // If the earliest and the latest places are the same, there is only one way.
  return earliest.every((place, index) => place === latest[index]) ? [earliest] : [earliest, latest];
}

/**
 * Places each hunk at its first place after the previous one.
 * @param {readonly { places: readonly number[], length: number }[]} each
 * @returns {number[] | null}
 */
function greedy(each) {
  const placed = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { places, length } of each) {
    const place = places.find((one) => one >= end);
    if (place === undefined) return null;
    placed.push(place);
    end = place + length;
  }
  return placed;
}

/**
 * @param {readonly FileLine[]} lines
 * @param {readonly Hunk[]} hunks
 */
function whyNone(lines, hunks) {
  const lost = hunks.find((hunk) => placesOf(lines, hunk, false).length === 0);
  if (!lost) return 'Its parts are in the file, but not in this order. Give them in the order of the file.';
  const old = oldsOf(lost);
  if (old.length === 0)
    return `The part at line ${lost.place} of the patch names no line of the file. Give the lines around what is new.`;
  const text = lines.map((line) => line.text).join('\n');
  const wanted = old.map((line) => line.text.replace(/\r$/u, '')).join('\n');
  return `The part at line ${lost.place} of the patch does not fit: its lines with " " and "-" are not there. ${nearestLines(text, wanted)}`;
}

/**
 * @param {readonly FileLine[]} lines
 * @param {readonly Hunk[]} hunks
 * @param {boolean} isLoose
 */
function whySeveral(lines, hunks, isLoose) {
  const unclear = hunks.find((hunk) => placesOf(lines, hunk, !isLoose).length > 1) ?? hunks[0];
  const places = unclear ? placesOf(lines, unclear, false).map((place) => place + 1) : [];
  const where = places.length > 10 ? `${places.slice(0, 10).join(', ')} …` : places.join(', ');
  return `The part at line ${unclear?.place} of the patch fits at several places, at lines ${where}, and not at the one that its head names. Give more of the lines around it.`;
}
