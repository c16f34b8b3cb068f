import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Result } from '../../../shared/contract/errors.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { PromptTemplate } from '../../../shared/contract/prompt-template.ts';
import { readInside } from '../read-inside.ts';

export interface ContentPlaces {
  /** Absolute; the person's own root. */
  readonly userData: string;
  /** Absolute; the person's home, whose `.agents` other programs read too. */
  readonly home: string;
  /** Absolute, as the command line names them: `--extension-root`. */
  readonly explicitRoots: readonly string[];
  /** Those that are enabled: `ExtensionRegistry.handles`. */
  extensions(): readonly { readonly manifest: Pick<Manifest, 'id' | 'snippets'>; readonly rootPath: string }[];
}

/** What lies in roots, each in the folder of its name. */
export type ContentKind = 'prompts' | 'skills' | 'agents' | 'themes' | 'snippets';

export interface ContentRoot {
  readonly source: PromptTemplate['source'];
  /** Prefix of the ids of its content. */
  readonly prefix: string;
  /** Links lead out of it to nothing. */
  readonly border: string;
  /** Absolute; below it lie the folders of the kinds. */
  readonly path: string;
  /** The only kind that is taken from it; absent: every kind. */
  readonly only?: ContentKind;
  /** Files of snippets that its extension names, relative to it, in place of the folder for them. */
  readonly snippets?: readonly string[];
}

/** Of files and of folders with a file in them; also what a person types. */
export const contentName = /^[a-z0-9-]{1,64}$/;
/** Files of one kind in one root. */
const mostFiles = 200;
/** Characters. */
const longest = 200_000;

/** The roots in order: of two things with one name the first is used. @param project the folder, if the person trusts it */
export function contentRoots(places: ContentPlaces, project: string | null): ContentRoot[] {
  const { explicitRoots, userData, home } = places;
  const root = (source: ContentRoot['source'], prefix: string, path: string, border = path): ContentRoot => ({
    ...{ source, prefix, path, border },
  });
  const ofAgents = (source: ContentRoot['source'], prefix: string, border: string): ContentRoot => ({
    ...root(source, prefix, join(border, '.agents'), border),
    only: 'skills',
  });
  return [
    ...explicitRoots.map((path, index) => root('user', index === 0 ? 'root' : `root-${index + 1}`, path)),
    root('user', 'user', userData),
    ofAgents('user', 'home', home),
    ...(project === null
      ? []
      : [root('project', 'project', join(project, '.outrigger'), project), ofAgents('project', 'shared', project)]),
    ...places.extensions().map(({ manifest: { id, snippets }, rootPath }) => ({
      ...root('extension', id, rootPath),
      snippets,
    })),
  ];
}

/**
 * The folders of a kind, in the order of their roots, each with the names in it, sorted.
 * @param suffix with which names end; it is left out
 */
export async function contentOf(
  kind: ContentKind,
  roots: readonly ContentRoot[],
  suffix = '',
): Promise<{ readonly root: ContentRoot; readonly folder: string; readonly names: readonly string[] }[]> {
  const having = roots.filter(({ only = kind }) => only === kind);
  return Promise.all(
    having.map(async (root) => {
      const folder = join(root.path, kind);
      const all = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(suffix));
      const names = all.map((name) => name.slice(0, name.length - suffix.length));
      return { root, folder, names: names.sort().slice(0, mostFiles) };
    }),
  );
}

/** The text of a file of a root. */
export async function textIn({ border }: Pick<ContentRoot, 'border'>, path: string): Promise<Result<string>> {
  // A letter has four bytes at most.
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  const read = size > 4 * longest ? null : await readInside(border, path);
  if (read !== null && !read.ok) return read;
  if (read !== null && read.value.text.length <= longest) return { ok: true, value: read.value.text };
  return fail('file-too-large', `It has more than ${longest.toLocaleString('en')} characters.`);
}
