import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ExtensionSource } from '../../../shared/contract/extensions/extension-state.ts';
import { codeFormOf } from '../../../shared/contract/extensions/host-kind.ts';
import type { Manifest, ManifestProblem } from '../../../shared/contract/extensions/manifest.ts';
import type { Unserved } from '../../../shared/contract/extensions/unserved.ts';
import { isDirectory, isFile } from '../../documents/path-kind.ts';
import { leadsOut } from '../../documents/project-border.ts';
import { manifestFileName, readManifest, whyUnreadable } from '../manifest/manifest-file.ts';
import { ownNames, withMarkedNames } from '../manifest/marked-names.ts';
import { hashOf, readSources } from '../sources/read-sources.ts';
import { bareManifest } from '../sources/script-manifest.ts';
import { byBytes, type ScriptPlace, scriptOfFolder, scriptSuffix } from '../sources/script-place.ts';
import { type SearchRoot, whyNoRoot } from './extension-roots.ts';

export interface DiscoveredExtension {
  readonly manifest: Manifest;
  /** The folder; of a script that is a single file, the file. */
  readonly rootPath: string;
  readonly source: ExtensionSource;
  /** Of an extension whose host runs scripts. */
  readonly script?: FoundScript;
  /** The name of the bundled extension with the same id that this one replaces. */
  readonly takesOver?: string;
  /** What it brings without use here, by its manifest. */
  readonly unserved?: Unserved;
}

export interface FoundScript {
  readonly place: ScriptPlace;
  /** Of the sources. */
  readonly hash: string;
  /** Whether it has a manifest of its own; of others we assume one. */
  readonly hasManifest: boolean;
  /** The manifest as it was found, without what the script registers. */
  readonly written: Manifest;
  /** Whether the manifest has what these very sources register; they are run once if not. */
  readonly isKnown: boolean;
  /** In which it may register endpoints; none before the bundled extensions are known. */
  readonly dialects: readonly string[];
}

export interface ShadowedExtension extends DiscoveredExtension {
  /** The folder of the copy with precedence. */
  readonly by: string;
  readonly reason: string;
}

export interface DiscoveryProblem extends ManifestProblem {
  readonly rootPath: string;
  readonly source: ExtensionSource;
}

export interface Discovery {
  /** The first copy of each id. */
  readonly extensions: readonly DiscoveredExtension[];
  /** Further copies of an id, in the order of precedence. One is used when none before it may run. */
  readonly shadowed: readonly ShadowedExtension[];
  readonly problems: readonly DiscoveryProblem[];
  /** The paths of all copies in the order of precedence, across ids. */
  readonly order: readonly string[];
}

/** Reads every root; a failure becomes a problem in the list and does not affect the rest. */
export async function discoverExtensions(roots: readonly SearchRoot[]): Promise<Discovery> {
  const extensions = new Map<string, DiscoveredExtension>();
  const shadowed: ShadowedExtension[] = [];
  const problems: DiscoveryProblem[] = [];
  const folders = new Set<string>();
  const read = (await Promise.all(roots.map(readRoot))).flat();
  const bundled = new Map(
    read.flatMap((one) =>
      'manifest' in one && one.source === 'bundled' ? [[one.manifest.id, one.manifest.name]] : [],
    ),
  );
  const own = ownNames(read.flatMap((one) => ('manifest' in one && one.source === 'bundled' ? [one.manifest] : [])));
  const found = read.map((one) => {
    if (!('manifest' in one) || one.source === 'bundled') return one;
    const takesOver = bundled.get(one.manifest.id);
    const marked = { ...one, manifest: withMarkedNames(one.manifest, own) };
    return takesOver === undefined ? marked : { ...marked, takesOver };
  });
  for (const one of found) {
    if ('reason' in one) {
      problems.push(one);
      continue;
    }
    // A folder given twice is one extension.
    if (folders.has(one.rootPath)) continue;
    folders.add(one.rootPath);
    const first = extensions.get(one.manifest.id);
    if (!first) extensions.set(one.manifest.id, one);
    else shadowed.push({ ...one, by: first.rootPath, reason: `the one in ${first.rootPath} comes first` });
  }
  return { extensions: [...extensions.values()], shadowed, problems, order: [...folders] };
}

type Found = DiscoveredExtension | DiscoveryProblem;

/** A root given by a person is one extension when it holds a manifest or a script; any other is a folder of extensions. */
async function readRoot(root: SearchRoot): Promise<Found[]> {
  const { isNamed = false } = root;
  const problem = (reason: string): Found[] => [{ file: root.path, reason, rootPath: root.path, source: root.source }];
  if (isNamed) {
    const itself = await readOne(root, root.path);
    if (itself) return [itself];
  }
  let names: string[];
  try {
    if (root.border !== undefined && (await leadsOut(root.border, root.path))) {
      return problem('it is a link that leads out of the open folder');
    }
    const entries = await readdir(root.path, { withFileTypes: true });
    names = entries
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink() || entry.name.endsWith(scriptSuffix))
      .map(({ name }) => name);
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isAbsent) return problem(whyUnreadable(error, 'folder'));
    const { required } = root;
    if (required === undefined) return [];
    const reason = (await isDirectory(required)) ? await whyNoRoot(required) : 'there is no such folder';
    return reason === null ? [] : [{ ...{ file: required, rootPath: required }, source: root.source, reason }];
  }
  const visible = names.filter((name) => !name.startsWith('.')).sort(byBytes);
  const read = await Promise.all(visible.map((name) => readOne(root, join(root.path, name))));
  const found = read.filter((one) => one !== null);
  return isNamed && found.length === 0
    ? problem(`there is no ${manifestFileName} or ${scriptOfFolder} in it or its folders`)
    : found;
}

/** @returns null when the path holds no extension */
async function readOne(root: SearchRoot, path: string): Promise<Found | null> {
  const { source, border } = root;
  const problem = (file: string, reason: string): Found => ({ file, reason, rootPath: path, source });
  const isScript = path.endsWith(scriptSuffix) && !(await isDirectory(path));
  const file = isScript ? path : join(path, manifestFileName);
  const script = isScript ? path : join(path, scriptOfFolder);
  try {
    if (border !== undefined && ((await leadsOut(border, path)) || (await leadsOut(border, file)))) {
      return problem(file, 'it is a link that leads out of the open folder');
    }
  } catch (error) {
    // A folder with a script needs no manifest.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return problem(file, whyUnreadable(error));
  }
  const read = isScript ? null : await readManifest(path);
  if (read && 'problem' in read && !read.isAbsent) return { ...read.problem, rootPath: path, source };
  if (read && 'manifest' in read) {
    const { manifest, unserved } = read;
    const found = { manifest, rootPath: path, source, ...(unserved && { unserved }) };
    const main = manifest.runtime?.main;
    if (codeFormOf(manifest) !== 'scripts' || main === undefined) return found;
    return withScript(root, found, join(path, main), path, true);
  }
  if (!isScript && !(await isFile(script))) return null;
  const bare = bareManifest(basename(path, isScript ? scriptSuffix : ''), script);
  if ('reason' in bare) return problem(script, bare.reason);
  return withScript(root, { manifest: bare.manifest, rootPath: path, source }, script, isScript ? null : path, false);
}

async function withScript(
  { root, border }: SearchRoot,
  found: DiscoveredExtension,
  main: string,
  folder: string | null,
  hasManifest: boolean,
): Promise<Found> {
  const place: ScriptPlace = { main, folder, root: root ?? null, ...(border === undefined ? {} : { border }) };
  try {
    const hash = hashOf(await readSources(place));
    return { ...found, script: { place, hash, hasManifest, written: found.manifest, isKnown: false, dialects: [] } };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === undefined ? (error as Error).message : whyUnreadable(error);
    return { file: main, reason, rootPath: found.rootPath, source: found.source };
  }
}
