/** @import { Hunk } from './patch-hunk.js' */
import { beginsFile, pathsOf, readHead, withoutCr } from './patch-head.js';
import { isHunkHead, readHunk } from './patch-hunk.js';
import { Refusal } from './refusal.js';

/**
 * @typedef {object} FilePatch
 * @property {string | null} from null: the file is new
 * @property {string | null} to null: the file is deleted
 * @property {Hunk[]} hunks
 */

const noPatch =
  'This is no unified diff. Begin each file with "--- a/path" and "+++ b/path", each part with "@@ -1,3 +1,3 @@".';

/**
 * @param {string} patch a unified diff, with or without git's header lines
 * @returns {FilePatch[]} at least one
 * @throws {Refusal} with the invalid line of the patch
 */
export function parsePatch(patch) {
  const lines = patch.split('\n');
  if (lines.at(-1) === '') lines.pop();
  /** @type {FilePatch[]} */
  const files = [];
  let at = 0;
  while (at < lines.length) {
    if (!beginsFile(lines, at)) {
      refuseStrayLine(lines, at);
      at += 1;
      continue;
    }
    const head = readHead(lines, at);
    at = head.next;
    /** @type {Hunk[]} */
    const hunks = [];
    while (isHunkHead(lines[at])) {
      const { hunk, next } = readHunk(lines, at);
      hunks.push(hunk);
      at = next;
      while (withoutCr(lines[at] ?? '-') === '') at += 1;
    }
    files.push({ ...pathsOf(head), hunks });
  }
  if (files.length > 0) return files;
  throw new Refusal(noPatch);
}

/**
 * Ignores text around a patch, but refuses lines that must be parts of one.
 * @param {readonly string[]} lines
 * @param {number} at
 */
function refuseStrayLine(lines, at) {
  const line = lines[at] ?? '';
  if (isHunkHead(line))
    throw new Refusal(`Line ${at + 1} of the patch: name the file before it, with "--- a/path" and "+++ b/path".`);
  if (/^\*\*\* (Begin|Update|Add|Delete)/u.test(line)) {
    throw new Refusal(noPatch);
  }
}
