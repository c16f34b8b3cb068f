import { describe, expect, it } from 'vitest';
import { isBelow } from '../base/paths.ts';
import {
  faultOfNew,
  faultOfRename,
  findTyped,
  moveForKey,
  type TreeEntry,
  type TreeState,
  topmost,
  visibleRows,
} from './tree-model.ts';

const directory = (path: string): TreeEntry => ({ name: path.split('/').at(-1) ?? '', path, kind: 'directory' });
const file = (path: string): TreeEntry => ({ ...directory(path), kind: 'file' });

const tree = (...expanded: string[]): TreeState => ({
  root: '/p',
  isGone: false,
  listings: new Map([
    ['/p', [directory('/p/lib'), directory('/p/src'), file('/p/README.md')]],
    ['/p/src', [directory('/p/src/deep'), file('/p/src/main.ts'), file('/p/src/map.ts')]],
    ['/p/src/deep', [file('/p/src/deep/a.ts')]],
  ]),
  expanded: new Set(expanded),
});

const names = (state: TreeState) => visibleRows(state).map(({ entry, depth }) => `${depth} ${entry.name}`);

describe('the file tree', () => {
  it('shows what lies in expanded directories, at its depth', () => {
    expect(names(tree())).toEqual(['0 lib', '0 src', '0 README.md']);
    expect(names(tree('/p/src', '/p/src/deep'))).toEqual([
      '0 lib',
      '0 src',
      '1 deep',
      '2 a.ts',
      '1 main.ts',
      '1 map.ts',
      '0 README.md',
    ]);
  });

  it('says where each entry stands in its directory', () => {
    const row = visibleRows(tree('/p/src'))[3];
    expect(row).toMatchObject({ position: 2, setSize: 3, parent: 1 });
  });

  it('goes up and down within its ends', () => {
    const rows = visibleRows(tree());
    expect(moveForKey(rows, 0, 'ArrowDown')).toEqual({ type: 'go', to: 1 });
    expect(moveForKey(rows, 0, 'ArrowUp')).toEqual({ type: 'go', to: 0 });
    expect(moveForKey(rows, 1, 'End')).toEqual({ type: 'go', to: 2 });
    expect(moveForKey(rows, 2, 'Home')).toEqual({ type: 'go', to: 0 });
  });

  it('expands and enters with the right arrow, collapses and leaves with the left one', () => {
    const closed = visibleRows(tree());
    const open = visibleRows(tree('/p/src', '/p/lib'));
    expect(moveForKey(closed, 1, 'ArrowRight')).toEqual({ type: 'toggle', path: '/p/src' });
    expect(moveForKey(open, 1, 'ArrowRight')).toEqual({ type: 'go', to: 2 });
    expect(moveForKey(open, 0, 'ArrowRight')).toEqual({ type: 'go', to: 0 });
    expect(moveForKey(open, 1, 'ArrowLeft')).toEqual({ type: 'toggle', path: '/p/src' });
    expect(moveForKey(open, 3, 'ArrowLeft')).toEqual({ type: 'go', to: 1 });
    expect(moveForKey(closed, 2, 'ArrowLeft')).toBeNull();
  });

  it('opens a file and toggles a directory with Enter', () => {
    const rows = visibleRows(tree());
    expect(moveForKey(rows, 2, 'Enter')).toEqual({ type: 'open', path: '/p/README.md' });
    expect(moveForKey(rows, 1, 'Enter')).toEqual({ type: 'toggle', path: '/p/src' });
    expect(moveForKey([], 0, 'Enter')).toBeNull();
  });

  it('finds what is typed, from the active row on and round the end', () => {
    const rows = visibleRows(tree('/p/src'));
    expect(findTyped(rows, 0, 'm')).toBe(3);
    expect(findTyped(rows, 3, 'm')).toBe(4);
    expect(findTyped(rows, 3, 'ma')).toBe(3);
    expect(findTyped(rows, 3, 'map')).toBe(4);
    expect(findTyped(rows, 4, 'L')).toBe(0);
    expect(findTyped(rows, 4, 'zzz')).toBe(-1);
  });
});

describe('names in the tree', () => {
  it('are compared with the separators of their directory', () => {
    expect(isBelow('/p', '/p/a')).toBe(true);
    expect(isBelow('/', '/p')).toBe(true);
    expect(isBelow('C:\\p', 'C:\\p\\a')).toBe(true);
    expect(isBelow('/p', '/p')).toBe(false);
    expect(isBelow('/p', '/part/a')).toBe(false);
  });

  it('of what lies in another that is selected are left out', () => {
    expect(topmost(['/p/src', '/p/src/deep/a.ts', '/p/srcs', '/p/lib/a'])).toEqual(['/p/src', '/p/srcs', '/p/lib/a']);
  });

  it('say what is wrong with them while they are typed', () => {
    expect(faultOfNew(tree(), '/p', 'lib')).toBe('“lib” already exists.');
    // A new entry in an existing folder.
    expect(faultOfNew(tree(), '/p', 'lib/new.ts')).toBeNull();
    expect(faultOfNew(tree(), '/p', 'lib/')).toBe('A name is missing.');
    expect(faultOfRename(tree(), '/p/lib', 'src')).toBe('“src” already exists.');
    expect(faultOfRename(tree(), '/p/lib', 'lib')).toBeNull();
    expect(faultOfRename(tree(), '/p/lib', 'a/b')).toBe('The name “a/b” has a “/”, which not every system permits.');
  });
});
