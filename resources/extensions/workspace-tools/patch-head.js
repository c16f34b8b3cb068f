import { gitNames, nameOf, unquoted, withoutPrefixes } from './patch-names.js';
import { Refusal } from './refusal.js';

/**
 * @param {readonly string[]} lines
 * @param {number} at
 */
export const beginsFile = (lines, at) => {
  const line = lines[at] ?? '';
  return line.startsWith('diff --git ') || (line.startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ '));
};

/** @param {string} line */
export const withoutCr = (line) => line.replace(/\r$/u, '');

/**
 * @typedef {object} Head
 * @property {number} place
 * @property {string | null | undefined} old from "---"; null: /dev/null
 * @property {string | null | undefined} new from "+++"
 * @property {string | undefined} renamedFrom
 * @property {string | undefined} renamedTo
 * @property {boolean} isNew
 * @property {boolean} isDeleted
 * @property {string | undefined} git the rest of the line "diff --git "
 */

/**
 * @param {readonly string[]} lines
 * @param {number} start
 * @returns {Head & { next: number }}
 */
export function readHead(lines, start) {
  /** @type {Head} */
  const head = {
    place: start + 1,
    old: undefined,
    new: undefined,
    renamedFrom: undefined,
    renamedTo: undefined,
    isNew: false,
    isDeleted: false,
    git: undefined,
  };
  let at = start;
  const first = lines[at] ?? '';
  if (first.startsWith('diff --git ')) {
    head.git = withoutCr(first.slice(11));
    at += 1;
  }
  for (; at < lines.length; at += 1) {
    const line = withoutCr(lines[at] ?? '');
    if (line.startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ')) {
      head.old = nameOf(line.slice(4));
      head.new = nameOf(withoutCr(lines[at + 1] ?? '').slice(4));
      return { ...head, next: at + 2 };
    }
    if (line.startsWith('rename from ')) head.renamedFrom = unquoted(line.slice(12));
    else if (line.startsWith('rename to ')) head.renamedTo = unquoted(line.slice(10));
    else if (line.startsWith('new file mode')) head.isNew = true;
    else if (line.startsWith('deleted file mode')) head.isDeleted = true;
    else if (/^(GIT binary patch|Binary files )/u.test(line))
      throw new Refusal(`Line ${at + 1} of the patch: only text can be patched.`);
    else if (line.startsWith('copy from '))
      throw new Refusal(`Line ${at + 1} of the patch: a copy cannot be made; create the file instead.`);
    else if (!/^(old mode|new mode|index|similarity|dissimilarity|copy to) /u.test(line)) break;
  }
  return { ...head, next: at };
}

/**
 * @param {Head} head
 * @returns {{ from: string | null, to: string | null }}
 */
export function pathsOf(head) {
  const { renamedFrom, renamedTo, isNew, isDeleted, place } = head;
  if (renamedFrom !== undefined && renamedTo !== undefined) return { from: renamedFrom, to: renamedTo };
  const named = head.old === undefined ? gitNames(head.git ?? '') : { from: head.old, to: head.new ?? null };
  const { from, to } = withoutPrefixes(named ?? { from: null, to: null });
  if (from === null && to === null) throw new Refusal(`Line ${place} of the patch names no file.`);
  if (isNew) return { from: null, to: to ?? from };
  if (isDeleted) return { from: from ?? to, to: null };
  if (from !== null && to !== null && from !== to) {
    throw new Refusal(
      `Line ${place} of the patch names two files, ${from} and ${to}. Say "rename from" and "rename to", or name one.`,
    );
  }
  return { from, to };
}
