import { LanguageDescription } from '@codemirror/language';
import { firstPaint } from '../app/first-paint.ts';
import { baseName } from '../app/paths.ts';
import { useEditorFacts } from './facts-store.ts';
import { setLanguage } from './sessions.ts';

/** Finds the language of a file by its name and loads its grammar. Text of no known language stays as it is. */
export async function applyLanguage(path: string): Promise<void> {
  await firstPaint;
  const { languages } = await import('@codemirror/language-data');
  const description = LanguageDescription.matchFilename(languages, baseName(path));
  const name = description?.name ?? 'Plain text';
  useEditorFacts.setState((facts) => ({ languages: { ...facts.languages, [path]: name } }));
  if (description) setLanguage(path, await description.load());
}
