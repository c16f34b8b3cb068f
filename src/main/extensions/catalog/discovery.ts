import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExtensionSource } from '../../../shared/contract/extensions/extension-state.ts';
import type { Manifest, ManifestProblem } from '../../../shared/contract/extensions/manifest.ts';
import { isInside } from '../../documents/project-border.ts';
import { projectExtensions } from '../../workspace/brought-by.ts';
import { manifestFileName, readManifest, whyUnreadable } from '../manifest/manifest-file.ts';
import { ownNames, withMarkedNames } from './marked-names.ts';

/** A place where extensions are looked for. For two extensions with one id, the earlier root has precedence. */
export interface SearchRoot {
  readonly path: string;
  readonly source: ExtensionSource;
  /** A folder that neither the root nor its extensions may leave by a link. */
  readonly border?: string;
}

export interface DiscoveredExtension {
  readonly manifest: Manifest;
  readonly rootPath: string;
  /** `bundled` extensions share a host; every other has its own. */
  readonly source: ExtensionSource;
  /** The name of the bundled extension with the same id that this one replaces. */
  readonly takesOver?: string;
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
}

export interface ExtensionPlaces {
  /** `--extension-development-path` */
  readonly development: readonly string[];
  /** `--extension-path` */
  readonly explicit: readonly string[];
  readonly user: string;
  /** The open folder, if the person trusts it. */
  readonly trustedWorkspace: string | null;
  readonly bundled: string;
}

/** @returns the roots in order of precedence */
export function extensionRoots(places: ExtensionPlaces): SearchRoot[] {
  const { development, explicit, user, trustedWorkspace, bundled } = places;
  const project = trustedWorkspace === null ? [] : [trustedWorkspace];
  return [
    ...development.map((path): SearchRoot => ({ path, source: 'development' })),
    ...explicit.map((path): SearchRoot => ({ path, source: 'explicit' })),
    { path: user, source: 'user' },
    ...project.map((border): SearchRoot => {
      return { path: join(border, projectExtensions), source: 'project', border };
    }),
    { path: bundled, source: 'bundled' },
  ];
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
  return { extensions: [...extensions.values()], shadowed, problems };
}

type Found = DiscoveredExtension | DiscoveryProblem;

/** A root given by a person is one extension when it holds a manifest; any other is a folder of extensions. */
async function readRoot(root: SearchRoot): Promise<Found[]> {
  const isNamed = root.source === 'explicit' || root.source === 'development';
  const problem = (reason: string): Found[] => [{ file: root.path, reason, rootPath: root.path, source: root.source }];
  if (isNamed) {
    const itself = await readExtension(root, root.path);
    if (itself) return [itself];
  }
  let names: string[];
  try {
    if (root.border !== undefined && (await leadsOut(root.border, root.path))) {
      return problem('it is a link that leads out of the open folder');
    }
    const entries = await readdir(root.path, { withFileTypes: true });
    names = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name);
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    // No extension is installed yet; but the bundled folder and those given by a person must exist.
    if (isAbsent && (root.source === 'user' || root.source === 'project')) return [];
    return problem(isAbsent ? 'there is no such folder' : whyUnreadable(error, 'folder'));
  }
  const visible = names.filter((name) => !name.startsWith('.')).sort(byBytes);
  const read = await Promise.all(visible.map((name) => readExtension(root, join(root.path, name))));
  const found = read.filter((one) => one !== null);
  return isNamed && found.length === 0 ? problem(`there is no ${manifestFileName} in it or its folders`) : found;
}

/** @returns null when the folder holds no manifest */
async function readExtension({ source, border }: SearchRoot, rootPath: string): Promise<Found | null> {
  const file = join(rootPath, manifestFileName);
  const problem = (reason: string): Found => ({ file, reason, rootPath, source });
  try {
    if (border !== undefined && ((await leadsOut(border, rootPath)) || (await leadsOut(border, file)))) {
      return problem('it is a link that leads out of the open folder');
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return problem(whyUnreadable(error));
  }
  const read = await readManifest(rootPath);
  if ('manifest' in read) return { manifest: read.manifest, rootPath, source };
  return read.isAbsent ? null : { ...read.problem, rootPath, source };
}

/** @throws the system's error, as when `path` does not exist */
async function leadsOut(border: string, path: string): Promise<boolean> {
  return !isInside(await realpath(border), await realpath(path));
}

/** Sorts by bytes: the same order on every computer, whatever its locale. */
const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
