import { beforeEach, describe, expect, it } from 'vitest';
import { openedState } from './document-state.ts';
import {
  activateTab,
  dirtyPaths,
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
const document = (path: string) =>
  openedState({ path, text: '', revision: 'r1', lineEnding: 'lf', hasBom: false, isReadOnly: false });

beforeEach(() => useDocuments.setState({ tabs: [], active: null }));

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
    updateDocument('/a', { type: 'edited', isEdited: true });
    expect(dirtyPaths()).toEqual(['/a']);
    updateDocument('/a', { type: 'save-started' });
    updateDocument('/a', { type: 'saved', revision: 'r2', isEdited: false });
    expect(dirtyPaths()).toEqual([]);
    updateDocument('/closed', { type: 'edited', isEdited: true });
    expect(paths()).toEqual(['/a']);
  });
});
