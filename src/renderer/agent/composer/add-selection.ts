import { fenced } from '../../../shared/content/markdown-text.ts';
import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { visibleBaseName } from '../../base/paths.ts';
import { presentSelection } from '../mentions/mention-sources.ts';
import { type DocumentRange, linesOf, selectionMention } from '../mentions/selection-mention.ts';
import { insertIntoComposer } from './insert.ts';
import { platform } from './platform.ts';

/** Limit in characters for quoting text that is in no file. */
const longestQuote = 100_000;

/** Adds a mention of the lines selected in the editor, or of its cursor's place, to the message. */
export function addSelection(): void {
  const selection = presentSelection();
  if (selection && isUntitled(selection.path)) addText(selection);
  else if (selection) insertIntoComposer(selectionMention(selection, platform));
  else notify({ severity: 'info', text: 'No file is open. Open one, and select what the agent should look at.' });
}

/** No mention can refer to text that is in no file: its selected lines are quoted, or all of them. */
function addText({ path, doc, from, to }: DocumentRange): void {
  const { first, last } = from === to ? { first: 1, last: doc.lines } : linesOf({ doc, from, to });
  const text = doc.sliceString(doc.line(first).from, doc.line(last).to);
  const name = visibleBaseName(path);
  if (text.trim() === '') notify({ severity: 'info', text: `${name} has no text to add.` });
  else if (text.length > longestQuote)
    notify({ severity: 'info', text: `${name} is too long to add. Select a part of it, or save it to a file.` });
  else insertIntoComposer(`\n${fenced(text, '')}\n`);
}
