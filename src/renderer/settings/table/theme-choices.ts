import {
  type FileTheme,
  isOwnTheme,
  type ThemeChoice,
  themeFileOf,
  themeSetting,
} from '../../../shared/contract/themes/theme.ts';
import { baseName } from '../../base/paths.ts';

/**
 * The themes of files for the list: those of the roots, and all in the file that is set.
 * @param value of the setting
 * @param file that is shown
 */
export function themeChoices(
  value: string,
  ofRoots: readonly ThemeChoice[],
  file: FileTheme | null,
): readonly ThemeChoice[] {
  if (isOwnTheme(value)) return ofRoots;
  const labels = new Map(ofRoots.map((choice) => [choice.value, choice.label]));
  const { path, name } = themeFileOf(value);
  const shown = file?.path === path ? file : null;
  for (const label of shown?.family ?? []) labels.set(themeSetting(path, label), label);
  const label = shown?.name ?? name ?? baseName(path).replace(/\.json$/i, '');
  // Set as the file, its first theme is in the list once.
  if (name === null) labels.delete(themeSetting(path, label));
  labels.set(value, label);
  return [...labels].map(([choice, own]) => ({ value: choice, label: own }));
}
