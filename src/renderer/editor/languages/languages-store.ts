import { create } from 'zustand';
import { type ContributedLanguage, firstLineLength } from '../../../shared/contract/languages/contributed-language.ts';
import type { EditorSettings } from '../../../shared/contract/settings/setting-table.ts';

/** The languages of extensions, in the order of these; main sends them once found, and at every change. */
export const useLanguages = create<{ readonly languages: readonly ContributedLanguage[] }>(() => ({ languages: [] }));

/**
 * Finds the language of an extension by the name of a file: the one with the longest suffix, and of several the first.
 * @param name without its folder
 */
export function languageBySuffix(
  languages: readonly ContributedLanguage[],
  name: string,
): ContributedLanguage | undefined {
  let best: { language: ContributedLanguage; length: number } | undefined;
  for (const language of languages) {
    for (const suffix of language.suffixes) {
      const fits = name === suffix || name.endsWith(`.${suffix}`);
      if (fits && suffix.length > (best?.length ?? 0)) best = { language, length: suffix.length };
    }
  }
  return best?.language;
}

/** Milliseconds for the expressions of all languages; those that would follow are not tried. */
const longestSearch = 50;

/**
 * Finds the language of an extension by the first line of a file.
 * @param now in milliseconds
 */
export function languageByFirstLine(
  languages: readonly ContributedLanguage[],
  line: string,
  now = () => performance.now(),
): ContributedLanguage | undefined {
  const until = now() + longestSearch;
  const start = line.slice(0, firstLineLength);
  for (const language of languages) {
    const { firstLine } = language;
    if (firstLine === null) continue;
    if (now() >= until) break;
    if (new RegExp(firstLine, 'u').test(start)) return language;
  }
  return undefined;
}

/** What a language of an extension has in place of the defaults of settings; a person's own go over it. */
export function defaultsOf(name: string | undefined): Partial<EditorSettings> {
  const language = useLanguages.getState().languages.find((one) => one.name === name);
  if (!language) return {};
  const { tabSize, hardTabs } = language;
  return {
    ...(tabSize !== null && { 'editor.tabSize': tabSize }),
    ...(hardTabs !== null && { 'editor.insertSpaces': !hardTabs }),
  };
}
