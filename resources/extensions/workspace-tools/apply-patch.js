/** @import { FileChange, ToolCall } from '../../../src/shared/contract/extension-api/extension-tool-call.ts' */
/** @import { FilePatch } from './parse-patch.js' */
/** @import { Arguments } from './arguments.js' */
import { applyHunks } from './apply-hunks.js';
import { parsePatch } from './parse-patch.js';
import { Refusal } from './refusal.js';

/**
 * @param {Arguments} input
 * @param {ToolCall} call
 */
export async function applyPatch(input, call) {
  const files = parsePatch(input.words('patch', '"--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-old\\n+new\\n"'));
  refuseTwice(files);
  /** @type {FileChange[]} */
  const changes = [];
  /** @type {string[]} */
  const done = [];
  for (const file of files) {
    changes.push(...(await changesOf(file, call)));
    done.push(formatChange(file));
  }
  await call.change(changes);
  return done.join('\n');
}

/** Refuses a file that occurs twice: the result would depend on the order. @param {readonly FilePatch[]} files */
function refuseTwice(files) {
  const seen = new Set();
  for (const path of files.flatMap(({ from, to }) => [...new Set([from, to])])) {
    if (path === null) continue;
    if (seen.has(path))
      throw new Refusal(`The patch names ${path} twice. Put all its parts under one head. Nothing was changed.`);
    seen.add(path);
  }
}

/**
 * @param {FilePatch} file
 * @param {ToolCall} call
 * @returns {Promise<FileChange[]>}
 */
async function changesOf({ from, to, hunks }, call) {
  if (from === null) {
    const path = to ?? '';
    return [{ type: 'create', path, text: patched('', hunks, path) }];
  }
  if (from !== to && hunks.length === 0) {
    return to === null ? [{ type: 'delete', path: from }] : [{ type: 'move', path: from, to }];
  }
  if (hunks.length === 0) throw new Refusal(`The patch changes nothing in ${from}. Nothing was changed.`);
  const expected = await call.readText(from);
  const text = patched(expected, hunks, from);
  if (to === null) {
    if (text !== '')
      throw new Refusal(`The patch deletes ${from}, but does not name all its lines. Nothing was changed.`);
    return [{ type: 'delete', path: from }];
  }
  /** @type {FileChange[]} */
  const moved = from === to ? [] : [{ type: 'move', path: from, to }];
  return [...moved, { type: 'write', path: to, text, expected }];
}

/**
 * @param {string} text
 * @param {FilePatch['hunks']} hunks
 * @param {string} path
 */
function patched(text, hunks, path) {
  try {
    return applyHunks(text, hunks);
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(`${path}: ${error.message} Nothing was changed.`);
    throw error;
  }
}

/** @param {FilePatch} file */
function formatChange({ from, to, hunks }) {
  if (from === null) return `Created ${to}.`;
  if (to === null) return `Deleted ${from}.`;
  const parts = hunks.length === 1 ? '1 part' : `${hunks.length} parts`;
  if (from === to) return `Changed ${from}, ${parts}.`;
  return hunks.length === 0 ? `Moved ${from} to ${to}.` : `Moved ${from} to ${to} and changed it, ${parts}.`;
}
