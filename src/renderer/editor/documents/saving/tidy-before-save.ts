import { isolateHistory } from '@codemirror/commands';
import { Transaction } from '@codemirror/state';
import type { TextForm } from '../../../../shared/contract/documents/encoding.ts';
import { resolveEditorSettings } from '../../../../shared/settings/resolve-settings.ts';
import { useSettings } from '../../../base/settings-store.ts';
import { useEditorFacts } from '../../facts-store.ts';
import { settingLanguages } from '../../languages/setting-languages.ts';
import { currentText, stateOf, statesOf, tellDocument, updateSession } from '../../sessions.ts';
import { findDocument } from '../documents-store.ts';
import { rulesOf } from '../file-rules.ts';
import { tidyChanges, tidyingOf } from './tidy.ts';

/**
 * Applies the rules of its file and the settings to a document before it is saved. Changes of the text are one undo
 * step.
 * @param path of the file that it is saved to
 * @param isByItself an auto-save: lines with a cursor are left alone
 */
export async function tidyBeforeSave(key: string, path: string, isByItself: boolean): Promise<void> {
  const rules = await rulesOf(path);
  const document = findDocument(key);
  // A document with lossy bytes is read-only and must not be changed.
  if (!document || stateOf(key)?.readOnly) return;
  const { lineEnding, form } = rules;
  if (lineEnding && lineEnding !== document.lineEnding) {
    if (document.lineEnding === 'mixed') change(key, returnsIn(key));
    tellDocument(key, { type: 'line-ends-changed', lineEnding });
  }
  // An encoding that the person chose has precedence, and no character may be lost.
  const isChosen = document.base !== null && !isSame(document, document.base);
  if (form && !isSame(document, form) && !isChosen && canHold(form, key))
    tellDocument(key, { type: 'encoding-chosen', form });
  const state = stateOf(key);
  if (!state) return;
  const { settings, levels } = useSettings.getState();
  const languages = settingLanguages(useEditorFacts.getState().languages[key]);
  // In each pane.
  const cursors = statesOf(key).flatMap(({ selection }) => selection.ranges);
  const lines = cursors.map(({ head }) => state.doc.lineAt(head).number);
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

/** Removes each `\r` before a line end, and turns a lone one into a line end. */
function returnsIn(key: string): ReturnType<typeof tidyChanges> {
  const text = currentText(key)?.toString() ?? '';
  return [...text.matchAll(/\r(\n?)/g)].map(({ index, 1: newline }) => ({
    from: index,
    to: index + 1,
    insert: newline ? '' : '\n',
  }));
}
