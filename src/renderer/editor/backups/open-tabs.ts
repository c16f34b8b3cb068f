import type { BackupPlace, KeptPanes, LeftTab, OpenTabs } from '../../../shared/contract/documents/backup.ts';
import { settle } from '../../base/settle.ts';
import { api } from '../../bridge.ts';
import { type Documents, findDocument, findTab, frontPane, useDocuments } from '../documents/documents-store.ts';
import { recentFiles } from '../documents/recent-files.ts';
import type { Layout } from '../panes/layout.ts';
import { followSessions, placeIn } from '../sessions.ts';
import { journalOf } from './journals.ts';

/** Milliseconds in which moves of cursor and view are gathered. */
const gatherMs = 500;

/** With more cursors the place is not recorded. */
const maxRanges = 1000;

/** The last record as JSON, with its folder: nothing is written twice. */
let kept = '';
let timer: ReturnType<typeof setTimeout> | undefined;
let writing: Promise<unknown> = Promise.resolve();
/** The folder of the tabs; null: none. undefined: tabs are being restored and must not be recorded. */
let folder: string | null | undefined;

const placeOf = (path: string, pane?: number): BackupPlace | null => {
  const place = placeIn(path, pane);
  const isWritable = place !== null && place.selection.ranges.length <= maxRanges;
  return isWritable ? { ...place, edits: journalOf(path)?.edits ?? 0 } : null;
};

/** How a document is left; of one that is still arriving, how it was. */
function leftOf(path: string): LeftTab {
  const tab = findTab(path);
  if (tab?.kind === 'opening' && tab.left) return tab.left;
  const [place, journal] = [placeOf(path), journalOf(path)];
  const encoding = findDocument(path)?.encoding ?? 'utf8';
  return {
    ...(journal && { id: journal.id }),
    ...(place && { place }),
    ...(encoding !== 'utf8' && { encoding }),
  };
}

function openTabs(): OpenTabs {
  const documents = useDocuments.getState();
  const { panes } = documents;
  const { active, preview, pinned, paths } = frontPane(documents);
  return {
    // In the order of their pane, which is that of the only one.
    tabs: [...paths, ...documents.tabs.map(({ path }) => path).filter((path) => !paths.includes(path))].map((path) => {
      return {
        path,
        ...leftOf(path),
        ...(pinned.includes(path) && { isPinned: true }),
        ...(preview === path && { isPreview: true }),
      };
    }),
    active,
    recent: [...recentFiles()],
    ...(panes.length > 1 && { panes: keptPanes(documents) }),
  };
}

function keptPanes({ panes, layout, front }: Documents): KeptPanes {
  const places = new Map(panes.map(({ id }, index) => [id, index]));
  const numbered = (of: Layout): KeptPanes['layout'] =>
    typeof of === 'number'
      ? (places.get(of) ?? 0)
      : { axis: of.axis, parts: of.parts.map((part) => ({ share: part.share, layout: numbered(part.layout) })) };
  return {
    panes: panes.map(({ id, paths, active, pinned, preview }) => ({
      tabs: paths.map((path) => {
        const place = placeOf(path, id);
        return {
          path,
          ...(place && { place }),
          ...(pinned.includes(path) && { isPinned: true }),
          ...(preview === path && { isPreview: true }),
        };
      }),
      active,
    })),
    layout: numbered(layout),
    front: places.get(front) ?? 0,
  };
}

/** Records the open tabs with their folder. Call once. */
export function followTabs(): void {
  useDocuments.subscribe((now, before) => {
    const isOther = now.panes !== before.panes || now.front !== before.front;
    if (isOther || shownIn(now) !== shownIn(before)) void keepTabs();
    // A border that is dragged changes it with each move.
    else if (now.layout !== before.layout) schedule();
  });
  followSessions({ placed: () => schedule(), saved: () => schedule() });
}

const shownIn = ({ tabs }: Documents): string =>
  tabs.map((tab) => `${tab.path} ${tab.kind === 'document' ? tab.document.encoding : ''}`).join('\n');

function schedule(): void {
  timer ??= setTimeout(() => void keepTabs(), gatherMs);
}

/** Records the tabs as those of this folder from now on, until `holdTabs` is called. */
export function keepTabsOf(opened: string | null): Promise<unknown> {
  folder = opened;
  return keepTabs();
}

/** Stops recording, as changes from now on are not the person's. Resolves when the present tabs are recorded. */
export function holdTabs(): Promise<unknown> {
  const kept = keepTabs();
  folder = undefined;
  return kept;
}

/** @returns settles when the tabs are recorded */
export function keepTabs(): Promise<unknown> {
  clearTimeout(timer);
  timer = undefined;
  const of = folder;
  if (of === undefined) return writing;
  const tabs = openTabs();
  const text = JSON.stringify([of, tabs]);
  if (text === kept) return writing;
  kept = text;
  // A failure is retried with the next change: tabs alone hold no text that could be lost.
  writing = writing.then(() => settle(api.backups.keepTabs(of, tabs)));
  return writing;
}
