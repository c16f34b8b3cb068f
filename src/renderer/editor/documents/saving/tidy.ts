import type { ChangeSpec, Text } from '@codemirror/state';
import type { FileRules } from '../../../../shared/contract/documents/file-rules.ts';
import type { EditorSettings } from '../../../../shared/contract/settings/setting-table.ts';

/** Changes to make to a text before it is saved. */
export interface Tidying {
  readonly trimsLines: boolean;
  readonly trimsEnd: boolean;
  /** Whether it must end with a line end; null: either. */
  readonly hasFinalNewline: boolean | null;
}

type SavingSettings = Pick<
  EditorSettings,
  'files.trimTrailingWhitespace' | 'files.trimFinalNewlines' | 'files.insertFinalNewline'
>;

/** The rules of a file, and the settings where they have none. */
export const tidyingOf = (settings: SavingSettings, rules: FileRules): Tidying => ({
  trimsLines: rules.trimsTrailingWhitespace ?? settings['files.trimTrailingWhitespace'],
  trimsEnd: settings['files.trimFinalNewlines'],
  hasFinalNewline: rules.hasFinalNewline ?? (settings['files.insertFinalNewline'] || null),
});

/**
 * The changes that tidy a text.
 * @param isKept whether a line, by number, is being edited and is left alone
 */
export function tidyChanges(
  doc: Text,
  { trimsLines, trimsEnd, hasFinalNewline }: Tidying,
  isKept: (line: number) => boolean,
): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  const end = endOf(doc, { trimsLines, trimsEnd: trimsEnd || hasFinalNewline === false }, isKept);
  if (trimsLines) {
    for (let number = 1, from = 0; number <= end.line; number += 1) {
      const { text, length } = doc.line(number);
      // In a file with mixed line endings the `\r` is part of the text.
      const blanks = /[\t ]+(?=\r?$)/.exec(text);
      if (blanks && !isKept(number))
        changes.push({ from: from + blanks.index, to: from + blanks.index + blanks[0].length });
      from += length + 1;
    }
  }
  const isEmpty = end.line === 1 && end.text === '';
  if (hasFinalNewline === false) {
    if (end.at < doc.length) changes.push({ from: end.at, to: doc.length });
    return changes;
  }
  const hasOne = end.line < doc.lines;
  // Of several final line ends one stays.
  if (hasOne && trimsEnd && end.at + 1 < doc.length) changes.push({ from: isEmpty ? 0 : end.at + 1, to: doc.length });
  if (!hasOne && hasFinalNewline && end.text !== '') changes.push({ from: doc.length, insert: '\n' });
  return changes;
}

/** The last line that stays, its end, and its text after tidying. */
function endOf(
  doc: Text,
  { trimsLines, trimsEnd }: Pick<Tidying, 'trimsLines' | 'trimsEnd'>,
  isKept: (line: number) => boolean,
): { readonly line: number; readonly at: number; readonly text: string } {
  const left = (number: number): string => {
    const { text } = doc.line(number);
    return trimsLines && !isKept(number) ? text.replace(/[\t ]+$/, '') : text;
  };
  let number = doc.lines;
  if (trimsEnd) while (number > 1 && left(number) === '' && !isKept(number)) number -= 1;
  // A text with a final line end has an empty last line, which is not counted.
  else if (number > 1 && doc.line(number).text === '') number -= 1;
  return { line: number, at: doc.line(number).to, text: left(number) };
}
