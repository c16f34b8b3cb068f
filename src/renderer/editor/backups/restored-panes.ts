import type { KeptPanes, RestoredTab } from '../../../shared/contract/documents/backup.ts';
import { type Documents, frontPane } from '../documents/documents-store.ts';
import { type Layout, readLayout, withoutPane } from '../panes/layout.ts';
import { emptyPane, type Pane, withActive, withPin, withTab } from '../panes/pane.ts';

/** One pane with all documents, for tabs that were kept without panes. */
export const onePane = (documents: readonly RestoredTab[], active: string | null): KeptPanes => ({
  panes: [
    {
      tabs: documents.map(({ path, isPinned = false, isPreview = false }) => ({ path, isPinned, isPreview })),
      active,
    },
  ],
  layout: 0,
  front: 0,
});

/**
 * The panes as they were left, with those of their documents that are open. The pane in front gets the others, behind, as
 * they were opened meanwhile.
 * @param staysActive the active document stays active
 * @returns panes whose ids are their places in `kept`
 */
export function panesFrom(
  kept: KeptPanes,
  present: Documents,
  staysActive: boolean,
): Pick<Documents, 'panes' | 'layout' | 'front'> {
  const isOpen = (path: string) => present.tabs.some((tab) => tab.path === path);
  const all = kept.panes.map((pane, id) => paneFrom(id, pane, isOpen));
  const front = all.find(({ id, paths }) => id === kept.front && paths.length > 0) ?? all.find(hasTabs) ?? emptyPane(0);
  const left = all.map((pane) => (pane.id === front.id ? withPresent(pane, all, present, staysActive) : pane));
  const panes = left.filter((pane) => hasTabs(pane) || pane.id === front.id);
  const whole = readLayout(
    kept.layout,
    all.map(({ id }) => id),
  );
  if (whole === null) return { panes: [inOne(panes, front.id)], layout: front.id, front: front.id };
  const empty = all.filter(({ id }) => panes.every((pane) => pane.id !== id));
  const layout = empty.reduce((of: Layout, { id }) => withoutPane(of, id) ?? of, whole);
  return { panes, layout, front: front.id };
}

const hasTabs = ({ paths }: Pane): boolean => paths.length > 0;

function paneFrom(id: number, { tabs, active }: KeptPanes['panes'][number], isOpen: (path: string) => boolean): Pane {
  const there = tabs.filter(({ path }, at) => isOpen(path) && tabs.findIndex((tab) => tab.path === path) === at);
  const paths = there.map(({ path }) => path);
  const pane: Pane = {
    ...emptyPane(id),
    paths,
    active: active !== null && paths.includes(active) ? active : (paths[0] ?? null),
    preview: there.find(({ isPreview }) => isPreview)?.path ?? null,
  };
  return there.reduce((of, { path, isPinned = false }) => withPin(of, path, isPinned), pane);
}

/** Adds what is open and in none of the panes, in its order. */
function withPresent(pane: Pane, panes: readonly Pane[], present: Documents, staysActive: boolean): Pane {
  const { active, pinned, paths } = frontPane(present);
  const open = present.tabs.map(({ path }) => path);
  const others = [...paths, ...open].filter(
    (path) => open.includes(path) && !panes.some((one) => one.paths.includes(path)),
  );
  const behind: Pane = { ...pane, paths: [...new Set([...pane.paths, ...others])] };
  const filled = pinned.reduce((of, path) => withPin(of, path, true), behind);
  if (active === null || (!staysActive && filled.active !== null)) return filled;
  return open.includes(active) ? withActive(withTab(filled, active), active) : filled;
}

/** All tabs in one pane, when it is not known where the panes were. */
function inOne(panes: readonly Pane[], id: number): Pane {
  const first = panes.find((pane) => pane.id === id) ?? emptyPane(id);
  return panes.flatMap(({ paths }) => paths).reduce(withTab, first);
}
