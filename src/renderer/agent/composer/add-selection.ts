import { notify } from '../../app/notices/notices-store.ts';
import { presentSelection } from '../mentions/mention-sources.ts';
import { selectionMention } from '../mentions/selection-mention.ts';
import { insertIntoComposer } from './insert.ts';
import { platform } from './platform.ts';

/** Brings the lines that are selected in the editor, or the place of its cursor, into the message. */
export function addSelection(): void {
  const selection = presentSelection();
  if (selection) insertIntoComposer(selectionMention(selection, platform));
  else notify({ severity: 'info', text: 'No file is open. Open one, and select what the agent should look at.' });
}
