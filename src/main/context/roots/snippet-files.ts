import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Snippet } from '../../../shared/contract/languages/snippet.ts';
import { visibleName } from '../../../shared/visible-text.ts';
import { createFileMemo } from '../../files/file-memo.ts';
import { type ContentFound, notUsed, someOf } from './content-found.ts';
import { type ContentRoot, contentOf, textIn } from './content-roots.ts';
import { readSnippets, type ScopedSnippet, type SnippetsOfFile } from './read-snippets.ts';

interface SnippetFile {
  readonly root: ContentRoot;
  /** Absolute. */
  readonly path: string;
}

/** Files that are kept in mind. */
const mostKnown = 1000;
/** Of all files for one language: prefixes, and characters of bodies. They are sent anew for each word. */
const mostPrefixes = 5000;
const longestBodies = 2_000_000;
/** Files that one extension names. */
const mostNamed = 200;
const suffix = '.json';

/** Finds snippets while one types: a file is read again when it has changed. */
export function createSnippetFiles() {
  const memo = createFileMemo<SnippetsOfFile>(mostKnown);

  const snippetsIn = async ({ root, path }: SnippetFile): Promise<SnippetsOfFile> =>
    memo(path, await stat(path).catch(() => null), async () => {
      const text = await textIn(root, path);
      return text.ok ? readSnippets(text.value) : { snippets: [], fault: text.failure.message, unread: [] };
    });

  /** @param languages names of one language, as VS Code and Zed may call it: `typescriptreact`, `tsx` */
  return async (roots: readonly ContentRoot[], languages: readonly string[]): Promise<ContentFound<Snippet>> => {
    const wanted = new Set(languages.map(plainName));
    const isWanted = (names: readonly string[]) => names.some((name) => wanted.has(plainName(name)));
    const files = (await filesIn(roots)).filter(({ path }) => {
      const language = plainName(basename(path, suffix));
      return language === forAll || wanted.has(language);
    });
    const read = await Promise.all(files.map(async (file) => ({ file, ...(await snippetsIn(file)) })));
    const found = read.flatMap(({ snippets }) =>
      snippets.filter(({ scopes }) => scopes.length === 0 || isWanted(scopes)),
    );
    return {
      found: offered(found).map(({ scopes: _scopes, ...snippet }) => snippet),
      problems: read.flatMap(({ file: { path }, fault, unread }) => [
        ...(fault === null ? [] : [notUsed('file of snippets', path, fault)]),
        ...(unread.length === 0
          ? []
          : [visibleName(`Of the snippets in ${path} these are not used: ${someOf(unread)}. ${need}`)]),
      ]),
      remarks: [],
    };
  };
}

/** As many as may be sent, from the first on. */
function offered(found: readonly ScopedSnippet[]): readonly ScopedSnippet[] {
  let prefixes = 0;
  let length = 0;
  const end = found.findIndex((snippet) => {
    prefixes += snippet.prefixes.length;
    length += snippet.body.length;
    return prefixes > mostPrefixes || length > longestBodies;
  });
  return end < 0 ? found : found.slice(0, end);
}

const need = 'Each needs a “body”, a text or a list of lines, and a “prefix”.';

/** Zed calls files as languages in small letters, “shell script”, and VS Code as their ids, “shellscript”. */
const plainName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** The name of a file whose snippets are for every language; another one is called as its language. */
const forAll = 'snippets';

/** Those that an extension names, and else those in the folder for them. */
async function filesIn(roots: readonly ContentRoot[]): Promise<SnippetFile[]> {
  const isNamed = ({ snippets = [] }: ContentRoot) => snippets.length > 0;
  const named = roots
    .filter(isNamed)
    .flatMap((root) =>
      (root.snippets ?? []).slice(0, mostNamed).map((path): SnippetFile => ({ root, path: join(root.path, path) })),
    );
  const unnamed = roots.filter((root) => !isNamed(root));
  const lying = (await contentOf('snippets', unnamed, suffix)).flatMap(({ root, folder, names }) =>
    names.map((name): SnippetFile => ({ root, path: join(folder, name + suffix) })),
  );
  return [...lying, ...named];
}
