import { Text } from '@codemirror/state';
import { beforeEach, describe, expect, it } from 'vitest';
import { openedState, versionOf } from './document-state.ts';
import { openedDocument } from './documents.fixture.ts';
import {
  activateTab,
  dirtyPaths,
  keepTab,
  pinTab,
  putTab,
  removeTab,
  stepTab,
  updateDocument,
  useDocuments,
} from './documents-store.ts';

const paths = () => useDocuments.getState().tabs.map((tab) => tab.path);
const active = () => useDocuments.getState().active;
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
    expect(useDocuments.getState().pinned).toEqual([]);
  });

  it('move with their file, and a preview that is edited, kept or pinned is none any more', () => {
    for (const path of ['/a', '/b']) open(path);
    pinTab('/a', true);
    useDocuments.setState({ preview: '/b' });
    putTab({ kind: 'document', path: '/a2', document: document('/a2') }, '/a');
    putTab({ kind: 'document', path: '/b2', document: document('/b2') }, '/b');
    expect(useDocuments.getState()).toMatchObject({ pinned: ['/a2'], preview: '/b2' });
    updateDocument('/b2', { type: 'text-changed' }, Text.of(['other']));
    expect(useDocuments.getState().preview).toBeNull();
    useDocuments.setState({ preview: '/b2' });
    keepTab('/a2');
    expect(useDocuments.getState().preview).toBe('/b2');
    pinTab('/b2', true);
    expect(useDocuments.getState()).toMatchObject({ pinned: ['/a2', '/b2'], preview: null });
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
