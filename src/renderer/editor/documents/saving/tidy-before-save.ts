import { isolateHistory } from '@codemirror/commands';
import { Transaction } from '@codemirror/state';
import type { TextForm } from '../../../../shared/contract/documents/encoding.ts';
import { resolveEditorSettings } from '../../../../shared/settings/resolve-settings.ts';
import { useSettings } from '../../../base/settings-store.ts';
import { useEditorFacts } from '../../facts-store.ts';
import { settingLanguages } from '../../languages/setting-languages.ts';
import { currentText, stateOf, tellDocument, updateSession } from '../../sessions.ts';
import { findDocument } from '../documents-store.ts';
import { rulesOf } from '../file-rules.ts';
import { tidyChanges, tidyingOf } from './tidy.ts';

/**
 * Brings a document into the form that the rules of its file and the settings ask for. What is changed in the text is one
 * step of undo.
 * @param path of the file that it is saved to
 * @param isByItself the lines that a person is in stay as they are
 */
export async function tidyBeforeSave(key: string, path: string, isByItself: boolean): Promise<void> {
  const rules = await rulesOf(path);
  const document = findDocument(key);
  // What may not be changed, as some of its bytes are not known, is not.
  if (!document || stateOf(key)?.readOnly) return;
  const { lineEnding, form } = rules;
  if (lineEnding && lineEnding !== document.lineEnding) {
    if (document.lineEnding === 'mixed') change(key, returnsIn(key));
    tellDocument(key, { type: 'line-ends-changed', lineEnding });
  }
  // Who has chosen another one has the last word, and no letter is given up.
  const isChosen = document.base !== null && !isSame(document, document.base);
  if (form && !isSame(document, form) && !isChosen && canHold(form, key))
    tellDocument(key, { type: 'encoding-chosen', form });
  const state = stateOf(key);
  if (!state) return;
  const { settings, levels } = useSettings.getState();
  const languages = settingLanguages(useEditorFacts.getState().languages[key]);
  const lines = state.selection.ranges.map(({ head }) => state.doc.lineAt(head).number);
  const isKept = (line: number) => isByItself && lines.includes(line);
  change(key, tidyChanges(state.doc, tidyingOf(resolveEditorSettings(settings, levels, languages), rules), isKept));
}

function change(key: string, changes: ReturnType<typeof tidyChanges>): void {
  if (changes.length === 0) return;
  const annotations = [isolateHistory.of('full'), Transaction.userEvent.of('format.save')];
  updateSession(key, { changes, annotations });
}

const isSame = (one: TextForm, other: TextForm): boolean =>
  one.encoding === other.encoding && one.hasBom === other.hasBom;

const canHold = ({ encoding }: TextForm, key: string): boolean =>
  encoding !== 'iso88591' || !/[\u0100-\uFFFF]/.test(currentText(key)?.toString() ?? '');

/** The `\r` of a file of mixed line ends: before a line end it goes, alone it becomes one. */
function returnsIn(key: string): ReturnType<typeof tidyChanges> {
  const text = currentText(key)?.toString() ?? '';
  return [...text.matchAll(/\r(\n?)/g)].map(({ index, 1: newline }) => ({
    from: index,
    to: index + 1,
    insert: newline ? '' : '\n',
  }));
}
