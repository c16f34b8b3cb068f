import { resolve } from 'node:path';
import { z } from 'zod/mini';
import { longestPatch, type ShownChange } from '../../../../shared/contract/tool.ts';
import { diffTexts } from '../../../../shared/text-diff.ts';
import { shownPath } from '../../../tools/place-of-path.ts';
import { cut, fields, leaveOut, limits, listOf, pathSchema, readAs } from './fields.ts';

/** Characters of both texts; the difference of longer ones would hold main up. */
const longestCompared = 400_000;
/** Characters of both that take no time worth counting. */
const shortCompared = 200;
/** Milliseconds. */
const longestMs = 15;

const textsSchema = z.object({ path: pathSchema, oldText: fields.text, newText: z.string() });

/**
 * A diff of version 1: two texts, of which nobody says whether they are the whole file.
 * @param until the time of `performance.now()` after which longer texts are not compared, and count as too long
 */
export function changeOfTexts(value: unknown, folder: string, until: number): ShownChange | null {
  const diff = readAs(textsSchema, value);
  if (!diff) return null;
  const before = diff.oldText ?? null;
  const shown = { kind: before === null ? 'create' : 'edit', path: shownIn(folder, diff.path) } as const;
  const length = (before?.length ?? 0) + diff.newText.length;
  const timeLeft = length <= shortCompared ? longestMs : Math.min(longestMs, until - performance.now());
  if (timeLeft <= 0 || length > longestCompared) {
    leaveOut();
    return { ...shown, patch: '', isCut: true, added: 0, removed: 0 };
  }
  // Of a fragment without a line end nobody can say that its file ends there.
  const end = [before ?? '', diff.newText].some((text) => text.endsWith('\n')) ? '' : '\n';
  const old = before === null || before === '' ? before : before + end;
  const next = diff.newText === '' ? '' : diff.newText + end;
  const lines = diffTexts(old, next, longestPatch, timeLeft);
  if (lines.isCut || lines.patch === '') leaveOut();
  return { ...shown, ...lines };
}

const changesSchema = z.object({
  changes: listOf(z.object({ operation: z.string(), path: pathSchema, oldPath: fields.of(pathSchema) })),
  patch: fields.of(z.object({ format: z.string(), text: z.string() })),
});
const kinds: ReadonlyMap<string, ShownChange['kind']> = new Map([
  ['add', 'create'],
  ['copy', 'create'],
  ['delete', 'delete'],
  ['modify', 'edit'],
  ['move', 'move'],
]);

/** A diff of version 2: files, and perhaps one patch of all of them. */
export function changesOfPatch(value: unknown, folder: string): ShownChange[] {
  const diff = readAs(changesSchema, value);
  if (!diff) return [];
  const patches = diff.patch?.format === 'git_patch' ? filesOfPatch(cut(diff.patch.text, limits.text)) : [];
  const shown: FilePatch[] = [];
  const byName = new Map(patches.map((patch) => [patch.name, patch]));
  const changes = diff.changes.map(({ operation, path, oldPath }, index) => {
    const slashed = path.replaceAll('\\', '/');
    const named = namesOf(slashed)
      .map((name) => byName.get(name))
      .find((one) => one !== undefined);
    const patch = named ?? (patches.length > 1 ? undefined : patches[index]);
    if (named) shown.push(named);
    const kind = kinds.get(operation);
    const from = kind === 'move' && oldPath ? oldPath : null;
    // The lines of a file that goes are not needed; of a copy, where it comes from is not shown.
    if (!kind || (oldPath && !from) || (!patch?.hunks && kind !== 'delete')) leaveOut();
    return {
      kind: kind ?? 'edit',
      path: shownIn(folder, from ?? path),
      ...(from !== null && { to: shownIn(folder, path) }),
      ...shownHunks(patch?.hunks ?? ''),
    };
  });
  // One that is of no file here by its name, or of several.
  if (shown.length !== patches.length || new Set(shown).size !== shown.length) leaveOut();
  return changes;
}

/** What a path may be called in a patch: it, or what follows one of its slashes; the longest comes first. */
const namesOf = (path: string): string[] =>
  path
    .split('/')
    .map((_, index, parts) => parts.slice(index).join('/'))
    .filter((name) => name !== '');

const shownIn = (folder: string, path: string): string => shownPath(folder, resolve(folder, path));

interface FilePatch {
  /** Without git's prefix. */
  readonly name: string;
  readonly hunks: string;
}

/** Lines before the hunks that say no more than what is shown: nothing of another mode, or another name. */
const shownHead = /^(?:index [0-9a-f.]+(?: 100644| 100755)?|(?:new|deleted) file mode 100644|(?:---|\+\+\+) .*|)$/;

/** The files of a git patch. */
function filesOfPatch(text: string): FilePatch[] {
  const [before = '', ...files] = text.split(/^diff --git .*\n/m);
  if (before.trim() !== '') leaveOut();
  return files.map((file) => {
    const begin = file.search(/^@@ /m);
    const head = begin < 0 ? file : file.slice(0, begin);
    if (!head.split('\n').every((line) => shownHead.test(line))) leaveOut();
    const name = /^\+\+\+ "?b\/(.+?)"?$/m.exec(head)?.[1] ?? /^--- "?a\/(.+?)"?$/m.exec(head)?.[1] ?? '';
    return { name, hunks: begin < 0 ? '' : file.slice(begin) };
  });
}

function shownHunks(hunks: string) {
  const isCut = hunks.length > longestPatch;
  if (isCut) leaveOut();
  const patch = isCut ? hunks.slice(0, hunks.lastIndexOf('\n', longestPatch) + 1) : hunks;
  return { patch, isCut, added: linesWith(hunks, /^\+/gm), removed: linesWith(hunks, /^-/gm) };
}

const linesWith = (text: string, mark: RegExp): number => text.match(mark)?.length ?? 0;
