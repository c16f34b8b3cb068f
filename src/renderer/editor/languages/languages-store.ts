import { create } from 'zustand';
import type { ContributedLanguage } from '../../../shared/contract/extensions/contributed-language.ts';
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

/** Characters of a first line that expressions are tried on. */
const firstLineLength = 160;

/** Finds the language of an extension by the first line of a file. */
export const languageByFirstLine = (
  languages: readonly ContributedLanguage[],
  line: string,
): ContributedLanguage | undefined =>
  languages.find(({ firstLine }) => firstLine !== null && new RegExp(firstLine).test(line.slice(0, firstLineLength)));

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
