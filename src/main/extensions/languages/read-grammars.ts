import { readFile } from 'node:fs/promises';
import type { GivenGrammars, GivenLanguage } from '../../../shared/contract/languages/given-grammars.ts';
import { readLanguages } from './read-languages.ts';

/** Bytes of all grammars of an extension, which are handed over together; what would be more is left out. */
const mostOfAll = 64 * 1024 ** 2;

/**
 * Reads the grammars that colour the languages of an extension, for its host.
 * @returns undefined: it has none
 * @throws the system's error
 */
export async function readGrammars(rootPath: string): Promise<GivenGrammars | undefined> {
  const { languages } = await readLanguages(rootPath);
  const modules: Record<string, Uint8Array> = {};
  const given: Record<string, GivenLanguage> = {};
  let left = mostOfAll;
  for (const { folder, config, files } of languages) {
    if (!files || config.grammar === null) continue;
    const { grammar } = config;
    if (!Object.hasOwn(modules, grammar)) {
      const module = new Uint8Array(await readFile(files.module));
      if (module.byteLength > left) continue;
      left -= module.byteLength;
      modules[grammar] = module;
    }
    given[folder] = { grammar, highlights: await readFile(files.highlights, 'utf8') };
  }
  return Object.keys(given).length > 0 ? { modules, languages: given } : undefined;
}
