import { basename, dirname, join } from 'node:path';
import type { ExtensionSource } from '../../../shared/contract/extensions/extension-state.ts';
import { isDirectory } from '../../documents/path-kind.ts';
import { projectExtensions } from '../../workspace/brought-by.ts';

const extensionsFolder = 'extensions';

/** A place where extensions are looked for. For two extensions with one id, the earlier root has precedence. */
export interface SearchRoot {
  readonly path: string;
  readonly source: ExtensionSource;
  /** The root of which it is the `extensions` folder, whose `lua` folder scripts share; absent: it has none. */
  readonly root?: string;
  /** A person named this very folder, which may be one extension itself. */
  readonly isNamed?: boolean;
  /** A folder that has to be there. */
  readonly required?: string;
  /** A folder that neither the root nor its extensions may leave by a link. */
  readonly border?: string;
}

export interface ExtensionPlaces {
  /** `--extension-development-path` */
  readonly development: readonly string[];
  /** `--extension-path` */
  readonly explicit: readonly string[];
  /** `--extension-root`: each with folders `extensions`, `prompts` … */
  readonly explicitRoots: readonly string[];
  readonly user: string;
  /** The open folder, if the person trusts it. */
  readonly trustedWorkspace: string | null;
  readonly bundled: string;
}

/** @returns the folders of extensions in order of precedence, and after all of them those of each root's `after` */
export function extensionRoots(places: ExtensionPlaces): SearchRoot[] {
  const { development, explicit, explicitRoots, user, trustedWorkspace, bundled } = places;
  const named = (path: string, source: ExtensionSource): SearchRoot => {
    const root = basename(path) === extensionsFolder ? { root: dirname(path) } : {};
    return { path, source, ...root, isNamed: true, required: path };
  };
  const project = trustedWorkspace === null ? [] : [trustedWorkspace];
  const roots: SearchRoot[] = [
    ...explicitRoots.map((root): SearchRoot => {
      return { path: join(root, extensionsFolder), source: 'explicit', root, required: root };
    }),
    { path: user, source: 'user', root: dirname(user) },
    ...project.map((border): SearchRoot => {
      const path = join(border, projectExtensions);
      return { path, source: 'project', root: dirname(path), border };
    }),
    { path: bundled, source: 'bundled', root: dirname(bundled), required: bundled },
  ];
  const after = roots.flatMap(({ root, source, border }): SearchRoot[] => {
    if (root === undefined) return [];
    const below = join(root, 'after');
    return [{ path: join(below, extensionsFolder), source, root: below, ...(border === undefined ? {} : { border }) }];
  });
  return [
    ...development.map((path) => named(path, 'development')),
    ...explicit.map((path) => named(path, 'explicit')),
    ...roots,
    ...after,
  ];
}

/** Why a folder is no root. @returns null when something of one is there */
export async function whyNoRoot(path: string): Promise<string | null> {
  const parts = [extensionsFolder, 'prompts', 'skills', 'agents', 'themes', 'snippets', 'after'];
  const found = await Promise.all(parts.map((name) => isDirectory(join(path, name))));
  return found.includes(true)
    ? null
    : 'a root has a folder "extensions", "prompts", "skills", "agents", "themes", "snippets" or "after", and it has none of them';
}
