import { LanguageDescription } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import type { ContributedLanguage } from '../../../shared/contract/languages/contributed-language.ts';
import type { SettingLevel } from '../../../shared/contract/settings/settings.ts';
import { firstPaint } from '../../base/first-paint.ts';
import { baseName } from '../../base/paths.ts';
import { useSettings } from '../../base/settings-store.ts';
import { useEditorFacts } from '../facts-store.ts';
import {
  applyOptions,
  followSessions,
  hasLanguage,
  isLargeDocument,
  sessionPaths,
  setLanguage,
  stateOf,
} from '../sessions.ts';
import { languageByFirstLine, languageBySuffix, useLanguages } from './languages-store.ts';

/** Completion and checks for a file whose form the app knows: a settings file. */
async function helpFor(path: string): Promise<Extension> {
  const level = settingsLevel(path);
  return level === null ? [] : (await import('../../settings/json/json-view.ts')).settingsJson(level);
}

/** null: it is no settings file. */
function settingsLevel(path: string): SettingLevel | null {
  const { levels } = useSettings.getState();
  return levels?.user.path === path ? 'user' : levels?.folder?.path === path ? 'folder' : null;
}

/** JSON has none, but the programs that read these files take the comments of JavaScript. */
const jsonComments: Extension = EditorState.languageData.of(() => [
  { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
]);

const mayHaveComments = (path: string): boolean =>
  settingsLevel(path) !== null ||
  /^([tj]sconfig(\..+)?\.json|.+\.jsonc)$/.test(baseName(path)) ||
  /[/\\]\.vscode[/\\]/.test(path);

/** What was found last for each document; an earlier search that ends later is out of date. */
const found = new Map<string, { readonly own: string | null }>();

/** Finds the language of a file by its name or its first line, and loads its grammar, if there is one. */
export async function applyLanguage(path: string): Promise<void> {
  await firstPaint;
  const { languages } = await import('@codemirror/language-data');
  const own = ownLanguage(path, languages);
  const search = { own: own ? JSON.stringify(own) : null };
  found.set(path, search);
  const description = own ? parserOf(own, languages) : builtIn(languages, path);
  const name = own?.name ?? description?.name ?? 'Plain text';
  useEditorFacts.setState((facts) => ({ languages: { ...facts.languages, [path]: name } }));
  applyOptions(path);
  if (isLargeDocument(path)) return;
  if (!own && !description) {
    if (hasLanguage(path)) setLanguage(path, []);
    return;
  }
  const [made, grammar, help] = await Promise.all([own && madeOf(own), description?.load(), helpFor(path)]);
  if (found.get(path) !== search) return;
  const comments = !own && name === 'JSON' && mayHaveComments(path) ? jsonComments : [];
  setLanguage(path, [made ?? [], grammar ?? [], help, comments]);
}

const madeOf = async (language: ContributedLanguage): Promise<Extension> =>
  (await import('./extension-language.ts')).extensionLanguage(language);

const builtIn = (languages: readonly LanguageDescription[], path: string): LanguageDescription | null =>
  LanguageDescription.matchFilename(languages, baseName(path).replace(/\.jsonc$/, '.json'));

/**
 * The language of an extension that a document has; a first line counts where no name tells the language. Files of settings
 * are the app's own: what they hold, and the help with them, is nothing for an extension.
 */
function ownLanguage(path: string, builtIns: readonly LanguageDescription[]): ContributedLanguage | undefined {
  if (settingsLevel(path) !== null) return undefined;
  const { languages } = useLanguages.getState();
  const bySuffix = languageBySuffix(languages, baseName(path));
  if (bySuffix || builtIn(builtIns, path)) return bySuffix;
  const text = stateOf(path)?.doc;
  return text && languageByFirstLine(languages, text.line(1).text);
}

/** The parser of the editor's own that a language without a grammar of its own names. */
function parserOf(
  { grammar }: ContributedLanguage,
  languages: readonly LanguageDescription[],
): LanguageDescription | null {
  return grammar && !grammar.isOwn ? LanguageDescription.matchLanguageName(languages, grammar.name, false) : null;
}

/** Gives the documents whose language has come, gone or changed with an extension another one. */
export async function followLanguages(): Promise<void> {
  await firstPaint;
  const { languages } = await import('@codemirror/language-data');
  const look = () => {
    for (const path of sessionPaths()) {
      const own = ownLanguage(path, languages);
      if ((own ? JSON.stringify(own) : null) !== (found.get(path)?.own ?? null)) void applyLanguage(path);
      else applyOptions(path);
    }
  };
  useLanguages.subscribe(look);
  look();
}

const forget = (path: string) => void found.delete(path);
followSessions({ closed: forget, moved: forget });
