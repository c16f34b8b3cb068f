import { LanguageDescription, language } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { firstPaint } from '../../base/first-paint.ts';
import { baseName } from '../../base/paths.ts';
import { useSettings } from '../../base/settings-store.ts';
import { useEditorFacts } from '../facts-store.ts';
import { applyOptions, isLargeDocument, setLanguage, stateOf } from '../sessions.ts';

/** Completion and checks for a file whose form the app knows: a settings file. */
async function helpFor(path: string): Promise<Extension> {
  const { levels } = useSettings.getState();
  const level = levels?.user.path === path ? 'user' : levels?.folder?.path === path ? 'folder' : null;
  return level === null ? [] : (await import('../../settings/json-view.ts')).settingsJson(level);
}

/** Finds the language of a file by its name and loads its grammar, if there is one. */
export async function applyLanguage(path: string): Promise<void> {
  await firstPaint;
  const { languages } = await import('@codemirror/language-data');
  const description = LanguageDescription.matchFilename(languages, baseName(path));
  const name = description?.name ?? 'Plain text';
  useEditorFacts.setState((facts) => ({ languages: { ...facts.languages, [path]: name } }));
  applyOptions(path);
  if (isLargeDocument(path)) return;
  if (description) setLanguage(path, [await description.load(), await helpFor(path)]);
  else if (stateOf(path)?.facet(language)) setLanguage(path, []);
}
