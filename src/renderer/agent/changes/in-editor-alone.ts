import { visibleBaseName } from '../../base/paths.ts';

const maxNamed = 3;

/** The first files of a list by their names. */
export function namesOf(paths: readonly string[]): string {
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : '';
  return `${paths.slice(0, maxNamed).map(visibleBaseName).join(', ')}${more}`;
}

/** @param paths files that are as before a message, but not saved */
export const inEditorAlone = (paths: readonly string[]): string =>
  `${namesOf(paths)} ${paths.length === 1 ? 'is' : 'are'} as before this message in the editor alone. The disk has the change until you save.`;
