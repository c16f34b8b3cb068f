import type { SaveTarget } from '../../../../shared/contract/documents/document.ts';
import { isUntitled, untitledDocument } from '../../../../shared/contract/documents/document-key.ts';
import { baseName, visibleBaseName } from '../../../base/paths.ts';
import { api } from '../../../bridge.ts';
import { ask } from '../../../dialogs/ask.ts';
import { flushJournal } from '../../backups/journals.ts';
import { currentText, endSession, setReadOnly, tellDocument } from '../../sessions.ts';
import { reportDisk, settleDisk } from '../disk/disk-changes.ts';
import { formOf, nextDocumentState, openedState, versionOf } from '../document-state.ts';
import { activateTab, dirtyPaths, findDocument, findTab, isDirtyTab, removeTab } from '../documents-store.ts';
import { openFile, saveFile } from '../file-texts.ts';
import { moveDocument } from '../moving/move-document.ts';
import { freeKey } from '../untitled.ts';
import { forgetNotSaved, tellNotSaved } from './failed-saves.ts';
import { fileToSave, plainForm, saveDocument, saveInForm } from './save-document.ts';
import { inTurn, whenSaved } from './save-queue.ts';
import { tidyBeforeSave } from './tidy-before-save.ts';

/** Documents whose file the person is choosing. */
const choosing = new Set<string>();

/**
 * Saves a document to a file that the person chooses, and continues with that one; the old file stays as it is.
 * @returns its key from then on; null: it was not saved, and is unchanged
 */
export async function saveDocumentAs(key: string): Promise<string | null> {
  if (choosing.has(key) || !findDocument(key)) return null;
  choosing.add(key);
  try {
    activateTab(key);
    const target = await chooseTarget(key);
    if (!target) return null;
    if (target.path === key || target.openAs === key) return (await saveDocument(key)) ? key : null;
    return (await inTurn(key, (now) => saveTo(now, target))) ? target.path : null;
  } finally {
    choosing.delete(key);
  }
}

/** Saves a document; an untitled one to a file that the person chooses. @returns as `saveDocumentAs` */
export async function saveOrChoose(key: string): Promise<string | null> {
  if (isUntitled(key)) return saveDocumentAs(key);
  return (await saveDocument(key)) ? key : null;
}

/** Saves dirty documents one by one. @returns whether all of them are on the disk now */
export async function saveAll(): Promise<boolean> {
  for (const key of dirtyPaths()) if ((await saveOrChoose(key)) === null) return false;
  return true;
}

async function chooseTarget(key: string): Promise<SaveTarget | null> {
  for (;;) {
    const target = await api.documents.pickSaveTarget(isUntitled(key) ? `${baseName(key)}.txt` : key);
    const other = target && otherTab(key, target);
    if (!target || !other || !isDirtyTab(other)) return target;
    const name = visibleBaseName(other.path);
    const answer = await ask({
      title: `Replace ${name}?`,
      text: `It is open with unsaved changes. If you replace it, they are kept in a new tab, ${baseName(freeKey())}.`,
      actions: [
        { id: 'cancel', label: 'Cancel' },
        { id: 'replace', label: 'Replace', kind: 'danger' },
        { id: 'again', label: 'Choose another name', kind: 'primary' },
      ],
    });
    if (answer === 'replace') return target;
    if (answer !== 'again') return null;
  }
}

/** Another tab of the file that is to be overwritten. */
const otherTab = (key: string, { path, openAs }: SaveTarget) =>
  [openAs, path].map((one) => (one === key ? undefined : findTab(one))).find((tab) => tab !== undefined);

async function saveTo(key: string, target: SaveTarget): Promise<boolean> {
  const { path } = target;
  const before = otherTab(key, target);
  if (before) await whenSaved(before.path);
  await tidyBeforeSave(key, path, false);
  const document = findDocument(key);
  const text = currentText(key);
  if (!document || !text) return false;
  tellDocument(key, { type: 'save-started' });
  await flushJournal(key);
  const result = await saveFile(fileToSave(path, document, text, null));
  if (!result.ok) {
    tellDocument(key, { type: 'save-failed' });
    settleDisk(key);
    tellNotSaved(key, path, result.failure, () => void saveInForm(key, plainForm, saveDocumentAs));
    return false;
  }
  forgetNotSaved(key);
  const other = otherTab(key, target);
  if (other) makeWay(other.path);
  // Main must go on watching the file itself.
  if (other && other.path !== path) void api.documents.close(other.path);
  const present = findDocument(key);
  const presentText = currentText(key);
  // Its tab was put away with its folder meanwhile: it is restored later, and the file is written.
  if (!present || !presentText) return true;
  const { revision } = result.value;
  const version = { revision, text, ...formOf(document), isReadOnly: false, isLossy: false };
  const moved = { ...present, path, isReadOnly: false };
  moveDocument(key, nextDocumentState(moved, { type: 'saved', version }, presentText));
  setReadOnly(path, false);
  await api.documents.close(key);
  reportDisk(path, await openFile(path));
  return true;
}

/** Frees the key of a tab for another document. Unsaved text in the tab stays open as an untitled document. */
export function makeWay(path: string): void {
  const document = findDocument(path);
  const text = currentText(path);
  if (document && text && isDirtyTab({ kind: 'document', path, document })) {
    const key = freeKey();
    const untitled = { ...openedState(key, versionOf(untitledDocument(key))), ...formOf(document) };
    moveDocument(path, nextDocumentState(untitled, { type: 'text-changed' }, text));
    setReadOnly(key, false);
  } else {
    removeTab(path);
    endSession(path);
  }
}
