import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileOwner } from './file-owner.ts';

const roots = [
  { id: 'outer', rootPath: '/ext/outer' },
  { id: 'inner', rootPath: '/ext/outer/node_modules/inner/' },
  { id: 'spaced', rootPath: '/ext/a b#c%d/é' },
  { id: 'worker.one', rootPath: '/ext/worker' },
];

describe('whose file it is', () => {
  test.each([
    ['file:///ext/outer/main.js', 'outer'],
    ['/ext/outer/lib/a.cjs', 'outer'],
    ['file:///ext/outer/main.js?v=2', 'outer'],
    ['file:///ext/outer/node_modules/inner/a.js', 'inner'],
    ['file:///ext/a%20b%23c%25d/%C3%A9/main.js', 'spaced'],
    ['outrigger-extension://worker.one/main.js', 'worker.one'],
    // A name with the same beginning, and a folder of no extension.
    ['file:///ext/outermost/main.js', undefined],
    ['file:///ext/outer', undefined],
    ['outrigger-extension://nobody/main.js', undefined],
    ['file:///ext/%zz/main.js', undefined],
    ['node:internal/timers', undefined],
    ['https://ext/outer/main.js', undefined],
    ['', undefined],
  ])('the file %s belongs to %s', (source, id) => {
    expect(fileOwner(roots)(source)).toBe(id);
  });

  test('on Windows files are found by drive and share, with either slash and case', () => {
    const ownerOf = fileOwner(
      [
        { id: 'drive', rootPath: 'C:\\Users\\Jo Doe\\ext' },
        { id: 'share', rootPath: '\\\\server\\share\\ext' },
      ],
      { caseMatters: false },
    );
    expect(ownerOf('file:///c:/Users/Jo%20Doe/ext/main.js')).toBe('drive');
    expect(ownerOf('C:\\users\\jo doe\\EXT\\main.js')).toBe('drive');
    expect(ownerOf('file://server/share/ext/main.js')).toBe('share');
    expect(ownerOf('file:///c:/Users/Jo%20Doe/extra/main.js')).toBeUndefined();
  });

  test('any file in any folder is found, as the engine encodes it', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\.{1,2}$|[/\0]/.test(text));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), fc.array(name, { minLength: 1 }), (folder, file) => {
        const rootPath = `/${folder.join('/')}`;
        const path = posix.join(rootPath, ...file);
        const ownerOf = fileOwner([{ id: 'it', rootPath }]);
        expect(ownerOf(pathToFileURL(path, { windows: false }).href)).toBe('it');
        expect(ownerOf(pathToFileURL(`${rootPath}!`, { windows: false }).href)).toBeUndefined();
      }),
    );
  });
});
