import type { ChangeSet } from '@codemirror/state';
import type { TextChange } from '../../shared/contract/documents/document-events.ts';

/** The changes of a set, from the end backwards, so that applied one after the other none moves the place of the next. */
export function toTextChanges(changes: ChangeSet): TextChange[] {
  const found: TextChange[] = [];
  changes.iterChanges((from, to, _fromAfter, _toAfter, inserted) =>
    found.push({ from, to, insert: inserted.toString() }),
  );
  return found.reverse();
}

/** The id by which extensions know a language, from the name that the status bar shows. */
export const languageId = (name: string): string =>
  name.toLowerCase().replaceAll('+', 'p').replaceAll('#', 'sharp').replaceAll(' ', '');
