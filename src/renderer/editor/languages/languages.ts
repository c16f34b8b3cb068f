import { LanguageDescription, language } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import type { SettingLevel } from '../../../shared/contract/settings/settings.ts';
import { firstPaint } from '../../base/first-paint.ts';
import { baseName } from '../../base/paths.ts';
import { useSettings } from '../../base/settings-store.ts';
import { useEditorFacts } from '../facts-store.ts';
import { applyOptions, isLargeDocument, setLanguage, stateOf } from '../sessions.ts';

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

/** Finds the language of a file by its name and loads its grammar, if there is one. */
export async function applyLanguage(path: string): Promise<void> {
  await firstPaint;
  const { languages } = await import('@codemirror/language-data');
  const description = LanguageDescription.matchFilename(languages, baseName(path).replace(/\.jsonc$/, '.json'));
  const name = description?.name ?? 'Plain text';
  useEditorFacts.setState((facts) => ({ languages: { ...facts.languages, [path]: name } }));
  applyOptions(path);
  if (isLargeDocument(path)) return;
  if (!description) {
    if (stateOf(path)?.facet(language)) setLanguage(path, []);
    return;
  }
  const [grammar, help] = await Promise.all([description.load(), helpFor(path)]);
  setLanguage(path, [grammar, help, name === 'JSON' && mayHaveComments(path) ? jsonComments : []]);
}
