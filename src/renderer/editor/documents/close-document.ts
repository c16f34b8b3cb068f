import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { visibleBaseName } from '../../base/paths.ts';
import { useSettings } from '../../base/settings-store.ts';
import { api } from '../../bridge.ts';
import { ask } from '../../dialogs/ask.ts';
import { flushBackups } from '../backups/hot-exit.ts';
import { discardBackup } from '../backups/journals.ts';
import { focusEditor } from '../panes/pane-views.ts';
import { endSession } from '../sessions.ts';
import { noteClosed } from '../tabs/closed-tabs.ts';
import { dirtyPaths, findDocument, findTab, isDirtyTab, removeTab } from './documents-store.ts';
import { saveAll, saveOrChoose } from './saving/save-as.ts';

/** Closes a tab, after a question when something would be lost. @returns false: it stays open */
export async function closeDocument(path: string): Promise<boolean> {
  const tab = findTab(path);
  if (!tab) return true;
  const closing = isDirtyTab(tab) ? await mayClose(path) : path;
  if (closing === null) return false;
  noteClosed(closing);
  const wasOpen = findDocument(closing) !== undefined;
  removeTab(closing);
  endSession(closing);
  focusEditor();
  if (wasOpen) await api.documents.close(closing);
  return true;
}

/** @returns the key of the document, another one when it was saved as another file; null: it stays open */
async function mayClose(path: string): Promise<string | null> {
  const answer = await ask({
    title: `Save ${visibleBaseName(path)}?`,
    text: isUntitled(path)
      ? 'It is not in a file yet. Closing without saving loses it.'
      : 'It has unsaved changes. Closing without saving loses them.',
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'discard', label: 'Don’t save', kind: 'danger' },
      { id: 'save', label: 'Save', kind: 'primary' },
    ],
  });
  if (answer === 'discard') return path;
  return answer === 'save' ? saveOrChoose(path) : null;
}

/** Answers main's close request while documents are unsaved: they are restored with the window if they could be kept. */
export async function answerCloseRequest(): Promise<void> {
  const isKept = await flushBackups();
  const unsaved = dirtyPaths();
  const asks = !isKept || useSettings.getState().settings.asksBeforeQuit;
  await api.app.answerClose(unsaved.length === 0 || !asks || (await mayCloseAll(unsaved)));
}

async function mayCloseAll(unsaved: readonly string[]): Promise<boolean> {
  const names = unsaved.map(visibleBaseName);
  const answer = await ask({
    title: unsaved.length === 1 ? `Save ${names[0]}?` : `Save ${unsaved.length} files?`,
    text: `${names.join(', ')}: not saved. Closing the window without saving loses the changes.`,
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'discard', label: 'Discard', kind: 'danger' },
      { id: 'save', label: unsaved.length === 1 ? 'Save' : 'Save all', kind: 'primary' },
    ],
  });
  if (answer === 'discard') await discard(unsaved);
  return answer === 'discard' || (answer === 'save' && (await saveAll()));
}

/** Drops unsaved changes: files will be restored as on disk, untitled documents not at all. */
async function discard(unsaved: readonly string[]): Promise<void> {
  const untitled = unsaved.filter(isUntitled);
  await Promise.all(unsaved.map(discardBackup));
  for (const key of untitled) {
    removeTab(key);
    endSession(key);
  }
  await flushBackups();
}
