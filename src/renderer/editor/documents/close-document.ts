import { visibleBaseName } from '../../app/paths.ts';
import { api } from '../../bridge.ts';
import { ask } from '../../dialogs/ask.ts';
import { endSession, focusEditor } from '../sessions.ts';
import { dirtyPaths, findDocument, findTab, isDirtyTab, removeTab } from './documents-store.ts';
import { saveAll, saveDocument } from './save-document.ts';

/** Closes a tab, after a question when something would be lost. */
export async function closeDocument(path: string): Promise<void> {
  const tab = findTab(path);
  if (!tab) return;
  if (isDirtyTab(tab) && !(await mayClose(path))) return;
  const wasOpen = findDocument(path) !== undefined;
  removeTab(path);
  endSession(path);
  focusEditor();
  if (wasOpen) await api.documents.close(path);
}

async function mayClose(path: string): Promise<boolean> {
  const answer = await ask({
    title: `Save ${visibleBaseName(path)}?`,
    text: 'It has changes that are not saved. They are lost when it is closed without saving.',
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'discard', label: 'Don’t save', kind: 'danger' },
      { id: 'save', label: 'Save', kind: 'primary' },
    ],
  });
  if (answer === 'discard') return true;
  return answer === 'save' && (await saveDocument(path));
}

/** Answers the wish to close the window while documents are unsaved. */
export async function answerCloseRequest(): Promise<void> {
  const unsaved = dirtyPaths();
  await api.app.answerClose(unsaved.length === 0 || (await mayCloseAll(unsaved)));
}

async function mayCloseAll(unsaved: readonly string[]): Promise<boolean> {
  const names = unsaved.map(visibleBaseName);
  const answer = await ask({
    title: unsaved.length === 1 ? `Save ${names[0]}?` : `Save ${unsaved.length} files?`,
    text: `${names.join(', ')}: not saved yet. Changes are lost when the window closes without saving.`,
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'discard', label: 'Discard', kind: 'danger' },
      { id: 'save', label: unsaved.length === 1 ? 'Save' : 'Save all', kind: 'primary' },
    ],
  });
  if (answer === 'discard') return true;
  return answer === 'save' && (await saveAll());
}
