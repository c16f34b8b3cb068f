import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestProblem } from '../../../shared/contract/extensions/manifest.ts';
import { leadsOut } from '../../documents/project-border.ts';
import { whyUnreadable } from '../manifest/manifest-file.ts';
import { type LanguageConfig, parseLanguageConfig } from './language-config.ts';

/** A language of an extension, with the files that belong to it. */
export interface FoundLanguage {
  readonly folder: string;
  readonly config: LanguageConfig;
  /** Its grammar and its colours, if the extension has both. */
  readonly files: { readonly module: string; readonly highlights: string } | null;
}

export interface LanguagesRead {
  readonly languages: readonly FoundLanguage[];
  readonly problems: readonly ManifestProblem[];
}

const mostLanguages = 100;
/** Bytes. The largest known grammars have about ten megabytes. */
const largestConfig = 64 * 1024;
const largestHighlights = 1024 ** 2;
const largestModule = 32 * 1024 ** 2;

/** Reads `languages/` of an extension; never throws. */
export async function readLanguages(rootPath: string): Promise<LanguagesRead> {
  const root = join(rootPath, 'languages');
  let folders: string[];
  try {
    const entries = await readdir(root, { withFileTypes: true });
    folders = entries.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : []));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problems = code === 'ENOENT' ? [] : [{ file: root, reason: whyUnreadable(error, 'folder') }];
    return { languages: [], problems };
  }
  const read = await Promise.all(
    folders
      .sort()
      .slice(0, mostLanguages)
      .map((folder) => readOne(rootPath, folder)),
  );
  const problems = read.flatMap((one) => one.problems);
  if (folders.length > mostLanguages) {
    problems.push({ file: root, reason: `it has more than ${mostLanguages} languages; the others are left out` });
  }
  return { languages: read.flatMap(({ language }) => language ?? []), problems };
}

async function readOne(
  rootPath: string,
  folder: string,
): Promise<{ language: FoundLanguage | null; problems: readonly ManifestProblem[] }> {
  const at = join(rootPath, 'languages', folder);
  const file = join(at, 'config.toml');
  try {
    const why = await whyNoFile(rootPath, file, largestConfig);
    if (why !== null) return { language: null, problems: [{ file, reason: why }] };
    const { config, problems } = parseLanguageConfig(file, await readFile(file, 'utf8'));
    if (!config) return { language: null, problems };
    const colours = await findColours(rootPath, at, config.grammar);
    return { language: { folder, config, files: colours.files }, problems: [...problems, ...colours.problems] };
  } catch (error) {
    return { language: null, problems: [{ file, reason: whyUnreadable(error) }] };
  }
}

/** A language without both files may have a grammar that the editor has. */
async function findColours(
  rootPath: string,
  at: string,
  grammar: string | null,
): Promise<Pick<FoundLanguage, 'files'> & Pick<LanguagesRead, 'problems'>> {
  const module = join(rootPath, 'grammars', `${grammar}.wasm`);
  const highlights = join(at, 'highlights.scm');
  if (grammar === null || !(await isThere(module)) || !(await isThere(highlights)))
    return { files: null, problems: [] };
  const checked = [
    { file: module, reason: await whyNoFile(rootPath, module, largestModule) },
    { file: highlights, reason: await whyNoFile(rootPath, highlights, largestHighlights) },
  ];
  const problems = checked.flatMap(({ file, reason }) => (reason === null ? [] : [{ file, reason }]));
  return { files: problems.length > 0 ? null : { module, highlights }, problems };
}

const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

/**
 * @returns why a file of an extension is not read; null: it can be
 * @throws the system's error
 */
async function whyNoFile(rootPath: string, file: string, most: number): Promise<string | null> {
  const stats = await stat(file);
  if (!stats.isFile()) return 'it is not a file';
  if (stats.size > most) return `it is larger than ${most / 1024} KB`;
  return (await leadsOut(rootPath, file)) ? 'it is a link that leads out of the extension’s folder' : null;
}
