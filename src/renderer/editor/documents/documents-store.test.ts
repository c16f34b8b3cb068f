import { Text } from '@codemirror/state';
import { beforeEach, describe, expect, it } from 'vitest';
import { withPreview } from '../panes/pane.ts';
import { openedState, versionOf } from './document-state.ts';
import { openedDocument } from './documents.fixture.ts';
import {
  activateIn,
  activateTab,
  changePane,
  dirtyPaths,
  divide,
  frontPane,
  keepTab,
  leavePane,
  moveTab,
  pinTab,
  putTab,
  removeTab,
  showTab,
  stepTab,
  updateDocument,
  useDocuments,
} from './documents-store.ts';

const pane = () => frontPane(useDocuments.getState());
const paths = () => pane().paths;
const active = () => pane().active;
const makePreview = (path: string) => changePane((of) => withPreview(of, path));
const open = (path: string) => {
  putTab({ kind: 'opening', path });
  activateTab(path);
};
const version = (path: string, revision = 'r1', text = '') => versionOf(openedDocument(path, text, { revision }));
const document = (path: string) => openedState(path, version(path));

beforeEach(() => useDocuments.setState(useDocuments.getInitialState(), true));

describe('pinned tabs and the preview', () => {
  it('stand first, in the order in which they were pinned, and others open behind them', () => {
    for (const path of ['/a', '/b', '/c', '/d']) open(path);
    pinTab('/c', true);
    pinTab('/b', true);
    expect(paths()).toEqual(['/c', '/b', '/a', '/d']);
    activateTab('/c');
    open('/e');
    expect(paths()).toEqual(['/c', '/b', '/e', '/a', '/d']);
    pinTab('/c', false);
    expect(paths()).toEqual(['/b', '/c', '/e', '/a', '/d']);
    removeTab('/b');
    expect(pane().pinned).toEqual([]);
  });

  it('move with their file, and a preview that is edited, kept or pinned is none any more', () => {
    for (const path of ['/a', '/b']) open(path);
    pinTab('/a', true);
    makePreview('/b');
    putTab({ kind: 'document', path: '/a2', document: document('/a2') }, '/a');
    putTab({ kind: 'document', path: '/b2', document: document('/b2') }, '/b');
    expect(pane()).toMatchObject({ pinned: ['/a2'], preview: '/b2' });
    updateDocument('/b2', { type: 'text-changed' }, Text.of(['other']));
    expect(pane().preview).toBeNull();
    makePreview('/b2');
    keepTab('/a2');
    expect(pane().preview).toBe('/b2');
    pinTab('/b2', true);
    expect(pane()).toMatchObject({ pinned: ['/a2', '/b2'], preview: null });
  });
});

describe('panes', () => {
  const all = () => useDocuments.getState().panes.map((each) => [each.id, ...each.paths]);
  const front = () => useDocuments.getState().front;

  it('show the document of the one that is divided, each with tabs of its own', () => {
    for (const path of ['/a', '/b']) open(path);
    expect(divide(0, 'row')).toBe(true);
    expect([all(), front(), active()]).toEqual([
      [
        [0, '/a', '/b'],
        [1, '/b'],
      ],
      1,
      '/b',
    ]);
    open('/c');
    expect(all()).toEqual([
      [0, '/a', '/b'],
      [1, '/b', '/c'],
    ]);
    showTab('/a');
    expect([all(), active()]).toEqual([
      [
        [0, '/a', '/b'],
        [1, '/b', '/c', '/a'],
      ],
      '/a',
    ]);
    expect(useDocuments.getState().tabs).toHaveLength(3);
  });

  it('are activated with a tab: first the one in front, then another that has it', () => {
    for (const path of ['/a', '/b']) open(path);
    divide(0, 'column');
    activateTab('/b');
    expect(front()).toBe(1);
    activateTab('/a');
    expect([front(), active()]).toEqual([0, '/a']);
  });

  it('go with their last tab, and the one before comes to the front; a document closes in all of them', () => {
    for (const path of ['/a', '/b']) open(path);
    divide(0, 'row');
    divide(1, 'column');
    leavePane(2, '/b');
    expect([all(), front()]).toEqual([
      [
        [0, '/a', '/b'],
        [1, '/b'],
      ],
      1,
    ]);
    removeTab('/b');
    expect([all(), front(), useDocuments.getState().layout]).toEqual([[[0, '/a']], 0, 0]);
    removeTab('/a');
    expect(all()).toEqual([[0]]);
  });

  it('give a tab to another one, which keeps its pin', () => {
    for (const path of ['/a', '/b']) open(path);
    divide(0, 'row');
    pinTab('/a', true, 0);
    moveTab('/a', 0, 1);
    expect([all(), pane().pinned, active()]).toEqual([
      [
        [0, '/b'],
        [1, '/a', '/b'],
      ],
      ['/a'],
      '/a',
    ]);
    moveTab('/b', 0, 1);
    expect([all(), useDocuments.getState().layout]).toEqual([[[1, '/a', '/b']], 1]);
  });

  it('follow a document to another key, and lose a preview in each when it is edited', () => {
    open('/a');
    divide(0, 'row');
    open('/b');
    for (const id of [0, 1]) changePane((of) => withPreview(of, '/p'), id);
    putTab({ kind: 'document', path: '/q', document: document('/q') }, '/p');
    expect(all()).toEqual([
      [0, '/a', '/q'],
      [1, '/a', '/b', '/q'],
    ]);
    updateDocument('/q', { type: 'text-changed' }, Text.of(['other']));
    expect(useDocuments.getState().panes.map(({ preview }) => preview)).toEqual([null, null]);
    activateIn(0, '/q');
    expect([front(), active()]).toEqual([0, '/q']);
  });

  it('are twelve at most', () => {
    open('/a');
    for (let count = 1; count < 12; count += 1) expect(divide(front(), count % 2 === 0 ? 'row' : 'column')).toBe(true);
    expect(divide(front(), 'row')).toBe(false);
    expect(all()).toHaveLength(12);
  });
});

describe('tabs', () => {
  it('open beside the active one', () => {
    for (const path of ['/a', '/b', '/c']) open(path);
    activateTab('/a');
    open('/d');
    expect(paths()).toEqual(['/a', '/d', '/b', '/c']);
    expect(active()).toBe('/d');
  });

  it('keep place and front when what was asked for turns out to have another path', () => {
    for (const path of ['/a', 'link.ts', '/c']) open(path);
    activateTab('link.ts');
    putTab({ kind: 'document', path: '/real.ts', document: document('/real.ts') }, 'link.ts');
    expect(paths()).toEqual(['/a', '/real.ts', '/c']);
    expect(active()).toBe('/real.ts');
  });

  it('are never two of one path', () => {
    for (const path of ['/a', 'a', '/c']) open(path);
    putTab({ kind: 'opening', path: '/a' }, 'a');
    expect(paths()).toEqual(['/a', '/c']);
  });

  it('give the front to a neighbour when closed', () => {
    for (const path of ['/a', '/b', '/c']) open(path);
    activateTab('/b');
    removeTab('/b');
    expect(active()).toBe('/c');
    removeTab('/c');
    expect(active()).toBe('/a');
    removeTab('/a');
    expect(active()).toBeNull();
  });

  it('are stepped through round the ends', () => {
    for (const path of ['/a', '/b', '/c']) open(path);
    stepTab(1);
    expect(active()).toBe('/a');
    stepTab(-1);
    expect(active()).toBe('/c');
  });

  it('count as unsaved while their documents are dirty', () => {
    putTab({ kind: 'document', path: '/a', document: document('/a') });
    const typed = Text.of(['typed']);
    updateDocument('/a', { type: 'text-changed' }, typed);
    expect(dirtyPaths()).toEqual(['/a']);
    updateDocument('/a', { type: 'save-started' }, typed);
    updateDocument('/a', { type: 'saved', version: version('/a', 'r2', 'typed') }, typed);
    expect(dirtyPaths()).toEqual([]);
    updateDocument('/closed', { type: 'text-changed' }, typed);
    expect(paths()).toEqual(['/a']);
  });
});
