import type { Restored } from '../../../shared/contract/documents/backup.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { api } from '../../bridge.ts';
import { activePath, aloneWith, useDocuments } from '../documents/documents-store.ts';
import { endSession } from '../sessions.ts';
import { flushJournals, followEdits, isUnkept, leaveJournals } from './journals.ts';
import { followTabs, holdTabs, keepTabs, keepTabsOf } from './open-tabs.ts';
import { showRestored } from './restore.ts';

/**
 * Restores unsaved text and tabs, however the app ended. Tabs belong to the folder that they are open in: another folder
 * shows its own. Call once, before anything is opened.
 */
export function startHotExit(restored: Restored | null): void {
  followEdits(() => void keepTabs());
  followTabs();
  if (restored) {
    showRestored(restored);
    void keepTabsOf(useWorkspace.getState().workspace?.realPath ?? null);
  }
  useWorkspace.subscribe(({ workspace: now }, { workspace: before }) => {
    if (now && now.realPath !== before?.realPath) void changeFolder(before?.realPath ?? null, now.realPath);
  });
}

/** Resolves when all that was typed until now is on the disk. @returns false: some of it could not be written */
export async function flushBackups(): Promise<boolean> {
  const [isKept] = await Promise.all([flushJournals(), keepTabs()]);
  return isKept;
}

/** Tabs opened without a folder move to the first one that is opened; the tabs of a folder stay with it. */
async function changeFolder(before: string | null, now: string): Promise<void> {
  const isHeld = holdTabs();
  await flushJournals();
  if (before !== null) putAway();
  await isHeld;
  const restored = await api.backups.restore(now).catch(() => null);
  // Yet another folder may be open by now.
  if (useWorkspace.getState().workspace?.realPath !== now) return;
  const active = activePath();
  if (!restored) {
    const text = 'The open files of this folder could not be restored. They are kept, and opened at the next start.';
    return void notify({ severity: 'error', text });
  }
  // The active tab stays active.
  showRestored(active === null ? restored : { ...restored, active: null });
  await keepTabsOf(now);
  if (before === null) await api.backups.keepTabs(null, { tabs: [], active: null }).catch(() => undefined);
}

/** Closes all tabs, but for those whose text could not be backed up. */
function putAway(): void {
  const all = useDocuments.getState().tabs;
  const staying = all.filter(({ path }) => isUnkept(path));
  const tabs = all.filter((tab) => !staying.includes(tab));
  leaveJournals(() => {
    useDocuments.setState(aloneWith(staying));
    for (const { path } of tabs) endSession(path);
  });
  for (const tab of tabs) if (tab.kind === 'document') void api.documents.close(tab.path).catch(() => undefined);
}
