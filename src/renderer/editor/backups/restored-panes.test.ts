import { expect, it } from 'vitest';
import type { KeptPanes } from '../../../shared/contract/documents/backup.ts';
import { openTabsSchema } from '../../../shared/contract/documents/backup.ts';
import { aloneWith, type Documents } from '../documents/documents-store.ts';
import { panesFrom } from './restored-panes.ts';

const open = (...paths: string[]): Documents => aloneWith(paths.map((path) => ({ kind: 'opening', path })));
const kept: KeptPanes = {
  panes: [
    { tabs: [{ path: '/a' }, { path: '/b', isPinned: true }], active: '/a' },
    { tabs: [{ path: '/b' }, { path: '/c', isPreview: true }], active: '/c' },
    { tabs: [{ path: '/gone' }], active: '/gone' },
  ],
  layout: {
    axis: 'row',
    parts: [
      { share: 0.4, layout: 0 },
      {
        share: 0.6,
        layout: {
          axis: 'column',
          parts: [
            { share: 0.5, layout: 1 },
            { share: 0.5, layout: 2 },
          ],
        },
      },
    ],
  },
  front: 1,
};

it('panes are as they were left, without what is no longer there', () => {
  expect(openTabsSchema.safeParse({ tabs: [{ path: '/a' }], active: null, panes: kept }).success).toBe(true);
  const { panes, layout, front } = panesFrom(kept, { ...open('/a', '/b', '/c'), panes: open().panes }, false);
  expect(panes).toMatchObject([
    { id: 0, paths: ['/b', '/a'], active: '/a', pinned: ['/b'], preview: null },
    { id: 1, paths: ['/b', '/c'], active: '/c', pinned: [], preview: '/c' },
  ]);
  expect(layout).toEqual({
    axis: 'row',
    parts: [
      { share: 0.4, layout: 0 },
      { share: 0.6, layout: 1 },
    ],
  });
  expect(front).toBe(1);
});

it('what was opened meanwhile stands behind in the pane in front, and may stay active', () => {
  const { panes, front } = panesFrom(kept, { ...open('/new', '/a', '/b', '/c') }, true);
  expect(panes.map(({ paths }) => paths)).toEqual([
    ['/b', '/a'],
    ['/b', '/c', '/new'],
  ]);
  expect([front, panes[1]?.active]).toEqual([1, '/new']);
});

it('nothing open is lost when the layout is not known, or nothing of a pane is there', () => {
  const wrong = { ...kept, layout: { axis: 'row' as const, parts: [{ share: 1, layout: 0 }] } };
  const { panes, layout } = panesFrom(wrong, { ...open('/a', '/b', '/c') }, false);
  expect(panes).toHaveLength(1);
  expect(panes[0]?.paths.toSorted()).toEqual(['/a', '/b', '/c']);
  expect(layout).toBe(1);
  expect(panesFrom(kept, open(), false)).toMatchObject({
    panes: [{ id: 0, paths: [], active: null }],
    layout: 0,
    front: 0,
  });
});
