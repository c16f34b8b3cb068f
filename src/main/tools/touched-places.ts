import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { FailureError } from '../../shared/contract/errors.ts';
import type { FileChange } from '../../shared/contract/extension-api/extension-tool-call.ts';
import { isInside, realPathOf } from '../documents/project-border.ts';
import { isGuardedName } from '../extensions/api/workspace/workspace-path.ts';
import { type Folder, type PathPlace, placeOf, shownPath } from './place-of-path.ts';

/** The places that a change touches, and the change with real paths. */
export interface Touched {
  /** With absolute paths, links resolved. */
  readonly change: FileChange;
  /** The places given in the change. */
  readonly named: readonly PathPlace[];
  /** The same and their content. */
  readonly changed: readonly PathPlace[];
  /** The places that are moved away. */
  readonly moved: readonly PathPlace[];
  readonly holdsLinks: boolean;
}

/** Files and folders below a moved or deleted folder; the change service has the same limit. */
const maxBelow = 2_000;

/** A change that no tool may make; caught in `touchedBy`. */
class Denied extends Error {}
const denied = (sentence: string): Denied => new Denied(sentence);

/**
 * @param protectedPaths absolute, links resolved
 * @returns `denied`: why no tool may make the change, as a sentence
 * @throws {FailureError}
 */
export async function touchedBy(
  folder: Folder,
  change: FileChange,
  protectedPaths: readonly string[],
): Promise<Touched | { readonly denied: string }> {
  try {
    return await look(folder, change, protectedPaths);
  } catch (error) {
    if (error instanceof Denied) return { denied: error.message };
    throw error;
  }
}

async function look(folder: Folder, change: FileChange, protectedPaths: readonly string[]): Promise<Touched> {
  const isOfName = change.type === 'delete' || change.type === 'move';
  const place = await placeOf(folder, change.path, isOfName ? 'entry' : 'content');
  if (!isOfName) {
    refuseProtected(folder, [place], protectedPaths);
    const absolute = { ...change, path: place.real };
    return { change: absolute, named: [place], changed: [place], moved: [], holdsLinks: false };
  }
  refuseHolding(folder, place, protectedPaths);
  const { below, holdsLinks } = await entriesBelow(place);
  const inIt = below.map((way) => within(folder, place, way));
  if (change.type === 'delete') {
    const changed = [place, ...inIt];
    refuseProtected(folder, changed, protectedPaths);
    return { change: { ...change, path: place.real }, named: [place], changed, moved: [], holdsLinks };
  }
  const target = await placeOf(folder, change.to, 'entry');
  const changed = [place, ...inIt, target, ...below.map((way) => within(folder, target, way))];
  refuseProtected(folder, changed, protectedPaths);
  const absolute = { ...change, path: place.real, to: target.real };
  return { change: absolute, named: [place, target], changed, moved: [place, ...inIt], holdsLinks };
}

function within(folder: Folder, { real, named }: PathPlace, way: string): PathPlace {
  const place = { real: join(real, way), named: join(named, way) };
  return {
    ...place,
    shown: shownPath(folder.realRoot, place.real),
    shownName: shownPath(folder.root, place.named),
    isInside: folder.realRoot !== null && isInside(folder.realRoot, place.real),
  };
}

/** The entries below a folder, links not followed; none for a file. */
async function entriesBelow({ real, shown }: PathPlace): Promise<{ below: string[]; holdsLinks: boolean }> {
  const stats = await lstat(real).catch(() => null);
  const below: string[] = [];
  let holdsLinks = stats?.isSymbolicLink() ?? false;
  const waiting = stats?.isDirectory() ? [''] : [];
  for (let way = waiting.pop(); way !== undefined; way = waiting.pop()) {
    for (const entry of await entriesOf(join(real, way), shown)) {
      const inner = join(way, entry.name);
      below.push(inner);
      if (entry.isDirectory()) waiting.push(inner);
      if (entry.isSymbolicLink()) holdsLinks = true;
    }
    if (below.length > maxBelow) {
      throw denied(`“${shown}” has more than ${maxBelow.toLocaleString('en')} files. A tool may delete or move fewer.`);
    }
  }
  return { below, holdsLinks };
}

async function entriesOf(path: string, shown: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    // Unreadable content cannot be judged.
    const message = `What is in “${shown}” could not be read, so it was left as it is.`;
    throw new FailureError({ code: 'file-denied', message, detail: String(error) }, { cause: error });
  }
}

/** Refuses the open folder, the app's data, and folders that contain one of them. */
function refuseHolding({ realRoot }: Folder, { real, shown }: PathPlace, protectedPaths: readonly string[]): void {
  if (realRoot !== null && holds(real, realRoot)) throw denied(`“${shown}” is the open folder, or holds it.`);
  if (protectedPaths.some((path) => holds(real, path))) throw denied(`“${shown}” holds data of the app.`);
}

function refuseProtected(
  { root, realRoot }: Folder,
  places: readonly PathPlace[],
  protectedPaths: readonly string[],
): void {
  for (const { real, named, shown } of places) {
    const ways = [shownPath(realRoot, real), shownPath(root, named)];
    const guarded = ways.flatMap((way) => way.split('/')).find(isGuardedName);
    if (guarded !== undefined) throw denied(`“${shown}” lies in ${guarded}, which tools may read and not change.`);
    if (protectedPaths.some((path) => holds(path, real))) throw denied(`“${shown}” is data of the app.`);
  }
}

/** Whether `path` is `place` or below it, ignoring differences in spelling that the file system ignores. */
function holds(place: string, path: string): boolean {
  const fold = (one: string) => (process.platform === 'linux' ? one : one.normalize('NFC').toLowerCase());
  const outer = fold(place);
  return fold(path) === outer || fold(path).startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/**
 * Checks again after a question, which may have been open for long.
 * @throws {FailureError} when a path leads elsewhere now
 */
export async function refuseMoved(places: readonly PathPlace[], access: 'content' | 'entry'): Promise<void> {
  for (const { real, shown } of places) {
    const present = await realPathOf(access === 'entry' ? join(real, '..') : real).catch(() => null);
    if (present === (access === 'entry' ? join(real, '..') : real)) continue;
    throw new FailureError({ code: 'file-changed', message: `“${shown}” leads to another place by now.` });
  }
}
