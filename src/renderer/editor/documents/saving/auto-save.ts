import { isUntitled } from '../../../../shared/contract/documents/document-key.ts';
import { useSettings } from '../../../base/settings-store.ts';
import { followSessions } from '../../sessions.ts';
import { dirtyPaths, findDocument, useDocuments } from '../documents-store.ts';
import { saveDocument } from './save-document.ts';

/** Those that could not be saved by themselves: the person has been told, and saves them. */
const failed = new Set<string>();

/** A question that nobody asked for is worse than a file that is not saved yet, which is kept anyway. */
function isSafe(path: string): boolean {
  const document = findDocument(path);
  if (!document || isUntitled(path) || failed.has(path)) return false;
  return document.isEdited && !document.isReadOnly && !document.isSaving && document.disk.kind === 'same';
}

async function save(path: string): Promise<void> {
  if (!isSafe(path) || (await saveDocument(path, true))) return;
  // Of another file on the disk the person is asked, and then it goes on.
  if (findDocument(path)?.disk.kind === 'same') failed.add(path);
}

const saveAllSafe = (): void => {
  for (const path of dirtyPaths()) void save(path);
};

/** Saves files by themselves, when the settings say so. */
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
    // What was to be saved by its name before is saved by this one.
    moved: (_path, to) => saveLater(to),
    saved: (path) => failed.delete(path),
    closed: (path) => failed.delete(path),
  });
  useSettings.subscribe(({ settings }, before) => {
    const isOther = settings['files.autoSave'] !== before.settings['files.autoSave'];
    if (isOther && settings['files.autoSave'] === 'afterDelay') saveAllSafe();
  });
  useDocuments.subscribe(({ active }, before) => {
    if (active !== before.active && before.active !== null && setting() === 'onFocusChange') void save(before.active);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (setting() !== 'onFocusChange' || !isInText(target) || isInText(relatedTarget)) return;
    saveAllSafe();
  });
  window.addEventListener('blur', () => setting() === 'onWindowChange' && saveAllSafe());
}

const isInText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('#editor-body') !== null;
