import { isUntitled } from '../../../../shared/contract/documents/document-key.ts';
import { partSelectors } from '../../../base/commands/window-parts.ts';
import { useSettings } from '../../../base/settings-store.ts';
import { followSessions } from '../../sessions.ts';
import { activeOf, dirtyPaths, findDocument, useDocuments } from '../documents-store.ts';
import { saveDocument } from './save-document.ts';

/** Documents that auto-save failed for: the person was told, and saves them. */
const failed = new Set<string>();

/** A save must not lead to a question that nobody asked for; unsaved text is backed up anyway. */
function isSafe(path: string): boolean {
  const document = findDocument(path);
  if (!document || isUntitled(path) || failed.has(path)) return false;
  return document.isEdited && !document.isReadOnly && !document.isSaving && document.disk.kind === 'same';
}

async function save(path: string): Promise<void> {
  if (!isSafe(path) || (await saveDocument(path, true))) return;
  // When the file on disk has changed the person is asked, and auto-save goes on after the answer.
  if (findDocument(path)?.disk.kind === 'same') failed.add(path);
}

const saveAllSafe = (): void => {
  for (const path of dirtyPaths()) void save(path);
};

/** Saves automatically according to the settings. */
export function followAutoSave(): void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const setting = () => useSettings.getState().settings['files.autoSave'];
  const saveLater = (path: string) => {
    clearTimeout(timers.get(path));
    timers.delete(path);
    if (setting() !== 'afterDelay') return;
    const later = () => {
      timers.delete(path);
      if (setting() === 'afterDelay') void save(path);
    };
    timers.set(path, setTimeout(later, useSettings.getState().settings['files.autoSaveDelay']));
  };
  followSessions({
    edited: saveLater,
    // A pending save under the old path is done under the new one.
    moved: (_path, to) => saveLater(to),
    saved: (path) => failed.delete(path),
    closed: (path) => failed.delete(path),
  });
  useSettings.subscribe(({ settings }, before) => {
    const isOther = settings['files.autoSave'] !== before.settings['files.autoSave'];
    if (isOther && settings['files.autoSave'] === 'afterDelay') saveAllSafe();
  });
  useDocuments.subscribe((documents, previous) => {
    const before = activeOf(previous);
    if (before !== null && activeOf(documents) !== before && setting() === 'onFocusChange') void save(before);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (setting() !== 'onFocusChange' || !isInText(target) || isInText(relatedTarget)) return;
    saveAllSafe();
  });
  window.addEventListener('blur', () => setting() === 'onWindowChange' && saveAllSafe());
}

const isInText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(partSelectors.editor) !== null;
