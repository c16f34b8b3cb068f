import { mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises';
import { join, posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { isInside } from '../../documents/project-border.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { PackageFault } from './package-fault.ts';
import { checkLinkTarget, NameTable, partsOfName } from './package-path.ts';

/** Paths made of troublesome parts. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom('..', '.', '', 'a', 'B', 'con', 'NUL.txt', 'x.', 'C:', '\\', '..\\', '~', 'é', '\u0000', ' '),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 6 },
  )
  .chain((parts) => fc.constantFrom('/', '\\', '').map((separator) => parts.join(separator)));

describe('the name of an entry', () => {
  test('of any text at all names a place inside the package on every system, or is refused', {
    tags: ['search'],
  }, () => {
    let accepted = 0;
    fc.assert(
      fc.property(hostile, (name) => {
        let parts: string[];
        try {
          parts = partsOfName(name);
        } catch (error) {
          expect(error).toBeInstanceOf(PackageFault);
          return;
        }
        accepted++;
        expect(posix.join('/root', ...parts)).toBe(['/root', ...parts].join('/'));
        expect(win32.resolve('D:\\root', ...parts)).toBe(['D:\\root', ...parts].join('\\'));
        for (const part of parts) expect(part).not.toMatch(/^(con|nul)(\.|$)|[. ]$|[<>:"|?*\\]/i);
      }),
      { numRuns: lengthOf(620, 5000) },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  test.each([
    ['package/main.js', ['package', 'main.js']],
    ['./a//b/', ['a', 'b']],
    ['./', []],
    ['.hidden/…/ä b', ['.hidden', '…', 'ä b']],
    ['console/com10', ['console', 'com10']],
  ])('%j is %j', (name, parts) => {
    expect(partsOfName(name)).toEqual(parts);
  });

  test.each([
    ['../x', 'leads out of the package'],
    ['a/../../x', 'leads out of the package'],
    ['a/../b', 'leads out of the package'],
    ['/etc/passwd', 'is an absolute path'],
    ['C:/x', 'is an absolute path'],
    ['a\\..\\x', 'pack it with “/”'],
    ['a\nb', 'not every system permits'],
    ['a/x:stream', 'not every system permits'],
    ['lib/Aux', 'is reserved on Windows'],
    ['COM1.js', 'is reserved on Windows'],
    ['lpt¹', 'is reserved on Windows'],
    ['a./b', 'ends with a dot'],
    ['x'.repeat(300), 'is too long'],
    ['a/'.repeat(600), 'is too long'],
  ])('%j is refused', (name, why) => {
    expect(() => partsOfName(name)).toThrow(why);
  });

  test('is shown in one short line', () => {
    const message = (() => {
      try {
        partsOfName(`../${'long\n\u202E'.repeat(100)}`);
      } catch (error) {
        return (error as Error).message;
      }
    })();
    expect(message).toMatch(/^[^\n\u202E]{1,180}$/);
  });
});

describe('names that fall together', () => {
  const add = (...names: [name: string, kind?: 'folder'][]) => {
    const table = new NameTable();
    for (const [name, kind = 'file'] of names) table.add(name.split('/'), kind);
  };
  test.each([
    [[['README'], ['readme']], 'are one name on some systems'],
    [[['Lib/a'], ['lib/b']], '“Lib” and “lib” in it are one name on some systems'],
    [[['é'], ['e\u0301']], 'are one name on some systems'],
    [[['a'], ['a']], '“a” is in it twice'],
    [[['a'], ['a/b']], '“a” is in it twice'],
    [[['a/b'], ['a']], '“a” is in it twice'],
    [[['a', 'folder'], ['a']], '“a” is in it twice'],
  ] as [[name: string, kind?: 'folder'][], string][])('%j are refused', (names, why) => {
    expect(() => add(...names)).toThrow(why);
  });
  test('a folder may come again, and after what is in it', () => {
    expect(() => add(['a/b'], ['a', 'folder'], ['a', 'folder'], ['a/c'])).not.toThrow();
  });
});

describe('the target of a link', () => {
  test.each([
    ['.bin', '../tool/cli.js', true],
    ['', 'a/b', true],
    ['a/b', '../..', true],
    ['a/b', '../../..', false],
    ['', '..', false],
    ['a', 'x/../../..', false],
    ['a/b', 'x/../y', false],
    ['', '/etc', false],
    ['', 'C:\\x', false],
    ['a', '..\\..\\x', false],
    ['', '', false],
  ])('in %j to %j is taken when it stays in the package', (folder, target, isFine) => {
    const check = () => checkLinkTarget(folder === '' ? [] : folder.split('/'), 'link', target);
    if (isFine) expect(check).not.toThrow();
    else expect(check).toThrow('leads out of the package');
  });

  test('that is accepted leads nowhere else, whatever the other links are', { tags: ['search'] }, async () => {
    const outer = await temporaryFolder();
    const places = ['', 'a', 'a/b'];
    const down = fc.array(fc.constantFrom('a', 'b', 'l0', 'l1', 'f', '..'), { maxLength: 3 });
    const link = fc.record({
      place: fc.constantFrom(...places),
      target: fc
        .tuple(fc.nat(2), down)
        .map(([ups, downs]) => [...Array<string>(ups).fill('..'), ...downs].join('/') || '.'),
    });
    let followed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(link, { minLength: 2, maxLength: 3 }), async (links) => {
        // Siblings outside have the same names, so that an escape would find something.
        const parent = await mkdtemp(join(outer, 'x'));
        for (const side of ['root', 'a/b', 'b']) await mkdir(join(parent, side), { recursive: true });
        const root = join(parent, 'root');
        for (const place of places) await mkdir(join(root, place), { recursive: true });
        await writeFile(join(root, 'f'), '');
        for (const [index, { place, target }] of links.entries()) {
          const name = join(place, `l${index}`);
          try {
            checkLinkTarget(place === '' ? [] : place.split('/'), name, target);
          } catch {
            continue;
          }
          await symlink(target, join(root, name));
        }
        for (const [index, { place }] of links.entries()) {
          const real = await realpath(join(root, place, `l${index}`)).catch(() => null);
          if (real === null) continue;
          followed++;
          expect(isInside(root, real)).toBe(true);
        }
      }),
      { numRuns: lengthOf(100, 800) },
    );
    // The number of accepted ones is random; without any the test would prove nothing.
    expect(followed).toBeGreaterThan(lengthOf(10, 100));
  });
});
