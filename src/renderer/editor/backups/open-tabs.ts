import type { BackupPlace, OpenTabs } from '../../../shared/contract/documents/backup.ts';
import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';
import { findDocument, type Tab, useDocuments } from '../documents/documents-store.ts';
import { followSessions, placeIn } from '../sessions.ts';
import { journalOf } from './journals.ts';

/** Milliseconds in which moves of cursor and view are gathered. */
const gatherMs = 500;

/** With thousands of cursors it is not told where they are. */
const maxRanges = 1000;

/** What was kept last, by which folder: nothing is written twice. */
let kept = '';
let timer: ReturnType<typeof setTimeout> | undefined;
let writing: Promise<unknown> = Promise.resolve();
/** Whose tabs they are; null: of no folder. undefined: they are being brought back, and are not what is to be kept. */
let folder: string | null | undefined;

const placeOf = (path: string): BackupPlace | null => {
  const place = placeIn(path);
  const isWritable = place !== null && place.selection.ranges.length <= maxRanges;
  return isWritable ? { ...place, edits: journalOf(path)?.edits ?? 0 } : null;
};

function openTabs(): OpenTabs {
  const { tabs, active } = useDocuments.getState();
  return {
    tabs: tabs.map(({ path }) => {
      const [place, journal] = [placeOf(path), journalOf(path)];
      const encoding = findDocument(path)?.encoding ?? 'utf8';
      return {
        path,
        ...(journal && { id: journal.id }),
        ...(place && { place }),
        ...(encoding !== 'utf8' && { encoding }),
      };
    }),
    active,
  };
}

/** Keeps what is open with the folder that it is open in. Call once. */
export function followTabs(): void {
  useDocuments.subscribe((now, before) => {
    if (now.active !== before.active || shownIn(now) !== shownIn(before)) void keepTabs();
  });
  followSessions({ placed: () => schedule(), saved: () => schedule() });
}

const shownIn = ({ tabs }: { readonly tabs: readonly Tab[] }): string =>
  tabs.map((tab) => `${tab.path} ${tab.kind === 'document' ? tab.document.encoding : ''}`).join('\n');

function schedule(): void {
  timer ??= setTimeout(() => void keepTabs(), gatherMs);
}

/** From here on what is open is kept as that of this folder, until `holdTabs` is called. */
export function keepTabsOf(opened: string | null): Promise<unknown> {
  folder = opened;
  return keepTabs();
}

/** What changes from here on is no wish of the person. Resolves when what was open is kept. */
export function holdTabs(): Promise<unknown> {
  const kept = keepTabs();
  folder = undefined;
  return kept;
}

/** @returns settles when what is open is kept */
export function keepTabs(): Promise<unknown> {
  clearTimeout(timer);
  timer = undefined;
  const of = folder;
  if (of === undefined) return writing;
  const tabs = openTabs();
  const text = JSON.stringify([of, tabs]);
  if (text === kept) return writing;
  kept = text;
  // Tried again with the next change: the tabs alone are no text of anybody.
  writing = writing.then(() => settle(api.backups.keepTabs(of, tabs)));
  return writing;
}
