import { type FailureCode, FailureError } from '../../../shared/contract/errors.ts';
import type { FileChange } from '../../../shared/contract/extension-api/extension-tool-call.ts';
import { longestPatch, type ShownChange } from '../../../shared/contract/tool.ts';
import { diffTexts, type TextDiff } from '../../../shared/text-diff.ts';
import { quote } from '../../documents/file-failure.ts';
import { asFailure, changedMeanwhile } from '../apply-changes.ts';
import { isBelow } from '../buffer-bridge.ts';
import type { PlannedChange } from '../change-runner.ts';
import { plainEnds, withLineEnds } from '../file-text.ts';
import type { PresentFiles } from '../present-files.ts';
import { PlannedFiles } from './planned-files.ts';

/** Characters of all patches of a call together: of a directory that is deleted nobody reads every line. */
const longestPatches = 4 * longestPatch;
/** Bytes; a larger file is deleted without showing what was in it. */
const longestShown = 1024 * 1024;

/**
 * Finds out what changes come to, one after the other.
 * @param root the open folder, which itself is not to be moved or deleted
 * @throws {FailureError} why one cannot be made
 */
export async function planChanges(
  changes: readonly FileChange[],
  files: PresentFiles,
  root: string | null,
): Promise<{ plan: PlannedChange; shown: ShownChange[] }> {
  const planned = new PlannedFiles(files);
  const shown: ShownChange[] = [];
  const moves: { from: string; to: string }[] = [];
  let room = longestPatches;

  function show(kind: ShownChange['kind'], path: string, diff: TextDiff = unchanged, to?: string): void {
    room -= diff.patch.length;
    shown.push({ kind, path, ...(to !== undefined && { to }), ...diff });
  }
  const diffOf = (before: string | null, after: string | null): TextDiff =>
    diffTexts(
      before === null ? null : plainEnds(before),
      after === null ? null : plainEnds(after),
      Math.min(longestPatch, Math.max(room, 0)),
    );

  async function write(path: string, text: string, expected?: string): Promise<void> {
    const before = await planned.text(path);
    if (before === null) {
      if (expected !== undefined) throw changedMeanwhile(path);
      return create(path, text);
    }
    if (expected !== undefined && plainEnds(before.text) !== plainEnds(expected)) throw changedMeanwhile(path);
    const after = withLineEnds(before.text, text);
    await planned.write(path, { ...before, text: after });
    show('edit', path, diffOf(before.text, after));
  }

  async function create(path: string, text: string): Promise<void> {
    const { snapshot } = await planned.get(path);
    if (snapshot !== null) throw refused('file-failed', `${quote(path)} exists already, so it was not created.`);
    await planned.makeParents(path);
    await planned.write(path, { text, encoding: 'utf8', hasBom: false });
    show('create', path, diffOf(null, text));
  }

  async function remove(path: string): Promise<void> {
    const { snapshot } = await planned.get(path);
    if (snapshot === null) throw missing(path, 'deleted');
    if (isRootOrAbove(path)) throw refused('file-denied', 'The open folder itself is not deleted.');
    const paths = await planned.all(path);
    for (const one of paths) {
      if ((await planned.get(one)).isEdited) {
        const message = `${quote(one)} has changes in the editor that are not saved, so it was not deleted. Save it first.`;
        throw refused('file-changed', message);
      }
    }
    if (snapshot.type === 'directory') show('delete', path);
    for (const one of paths) {
      const isFile = (await planned.get(one)).snapshot?.type !== 'directory';
      if (isFile) show('delete', one, await whatIsIn(one));
    }
    for (const one of paths) await planned.remove(one);
  }

  async function whatIsIn(path: string): Promise<TextDiff> {
    const { snapshot } = await planned.get(path);
    if (snapshot?.type !== 'file' || snapshot.size > longestShown) return unchanged;
    const text = await planned.text(path).catch(() => null);
    return text ? diffOf(text.text, null) : unchanged;
  }

  async function move(from: string, to: string): Promise<void> {
    const [source, target] = [await planned.get(from), await planned.get(to)];
    if (source.snapshot === null) throw missing(from, 'moved');
    if (target.snapshot !== null)
      throw refused('file-failed', `${quote(to)} exists already, so ${quote(from)} was not moved.`);
    if (isRootOrAbove(from)) throw refused('file-denied', 'The open folder itself is not moved.');
    if (isBelow(from, to)) throw refused('file-failed', `${quote(from)} cannot be moved into itself.`);
    await planned.move(from, to);
    moves.push({ from, to });
    show('move', from, unchanged, to);
  }

  const isRootOrAbove = (path: string): boolean => root !== null && (path === root || isBelow(path, root));

  for (const change of changes) {
    try {
      if (change.type === 'write') await write(change.path, change.text, change.expected);
      else if (change.type === 'create') await create(change.path, change.text);
      else if (change.type === 'delete') await remove(change.path);
      else if (change.type === 'move') await move(change.path, change.to);
      else {
        await planned.makeDirectory(change.path);
        show('create-directory', change.path);
      }
    } catch (error) {
      throw asFailure(error, change.path, 'opened');
    }
  }
  return { plan: { paths: planned.paths(), moves, contents: planned.contents() }, shown };
}

const unchanged: TextDiff = { patch: '', isCut: false, added: 0, removed: 0 };

const refused = (code: FailureCode, message: string): FailureError => new FailureError({ code, message });

const missing = (path: string, doing: string): FailureError =>
  refused('file-not-found', `${quote(path)} does not exist, so it was not ${doing}.`);
