import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8 } from 'fflate';
import { describe, expect, test } from 'vitest';
import { watchHeldMemory } from '../../testing/held-memory.ts';
import { good, goodTar, installerSetting } from './test-support/installer-setting.ts';
import { manifestOf, type TarEntry, tgzOf } from './test-support/packages.ts';

/** A function, so that no variable keeps the content in memory. */
const bombOf = (bytes: number): Uint8Array => tgzOf([...goodTar, { name: 'bomb', content: Buffer.alloc(bytes) }]);

describe('a package that is refused', () => {
  test.each([
    ['is not there', 'there is nothing at this path'],
    ['is text', 'it is not a readable archive; choose a folder, a .tgz or a .zip'],
    ['is an empty file', 'it is not a readable archive'],
    ['is a gzip of text', 'it is damaged, or not a tar archive'],
    ['is cut off', 'it is damaged, or cut off'],
    ['is larger than a package may be', 'it is larger than'],
  ])('%s', async (what, why) => {
    const { file, at, refused } = await installerSetting({ packedBytes: 10_000 });
    const bytes: Record<string, Uint8Array> = {
      'is text': Buffer.from('hello world'),
      'is an empty file': Buffer.alloc(0),
      'is a gzip of text': gzipSync('hello '.repeat(1000)),
      'is cut off': tgzOf(goodTar).subarray(0, -20),
      'is larger than a package may be': Buffer.alloc(10_001),
    };
    const content = bytes[what];
    expect(await refused(content ? file('p.tgz', content) : at('p.tgz'))).toContain(
      `“p.tgz” cannot be installed: ${why}`,
    );
  });

  test.each<[what: string, entries: TarEntry[], why: string]>([
    ['a way out', [{ name: '../evil', content: 'x' }], 'the name “../evil” in it leads out of the package'],
    ['an absolute path', [{ name: '/tmp/evil', content: 'x' }], 'is an absolute path'],
    [
      'a link out',
      [{ name: 'l', type: '2', target: '../../..' }],
      '“l” in it is a link to “../../..”, which leads out',
    ],
    ['a link to an absolute path', [{ name: 'l', type: '2', target: '/etc' }], 'leads out of the package'],
    ['a hard link to a file outside', [{ name: 'l', type: '1', target: '/etc/passwd' }], 'is an absolute path'],
    ['a hard link to nothing', [{ name: 'l', type: '1', target: 'none' }], 'which is not in it'],
    [
      'a file below a link',
      [
        { name: 'd', type: '2', target: '.' },
        { name: 'd/x', content: 'x' },
      ],
      '“d” is in it twice',
    ],
    [
      'a hard link to a link',
      [
        { name: 'd', type: '2', target: '/etc/passwd' },
        { name: 'h', type: '1', target: 'd' },
      ],
      'which is not in it',
    ],
    ['a device', [{ name: 'disk', type: '4' }], '“disk” in it is neither a file nor a folder nor a link'],
    ['names that fall together', [{ name: 'MAIN.js' }], '“main.js” and “MAIN.js” in it are one name'],
    ['a name that Windows reserves', [{ name: 'lib/nul.js' }], 'is reserved on Windows'],
  ])('holds %s', async (_what, entries, why) => {
    const { tgz, refused } = await installerSetting();
    expect(await refused(tgz(...goodTar, ...entries))).toContain(why);
  });

  test('is a .zip with a link out', async () => {
    const { zip, refused } = await installerSetting();
    const link: [Uint8Array, object] = [strToU8('/etc'), { os: 3, attrs: 0o120777 * 65536 }];
    const files = { 'extension.toml': strToU8(good['extension.toml']), 'main.js': strToU8(''), link };
    expect(await refused(zip(files))).toContain('“link” in it is a link to “/etc”, which leads out of the package');
  });

  test.runIf(process.platform !== 'win32')('is a folder with a link out or a pipe in it', async () => {
    const { folder, refused } = await installerSetting();
    const source = folder('source', good);
    execFileSync('mkfifo', [join(source, 'pipe')]);
    expect(await refused(source)).toContain('“pipe” in it is neither');
    const other = folder('other', good);
    symlinkSync(source, join(other, 'out'));
    expect(await refused(other)).toContain('leads out of the package');
  });

  test('leads out of the folder that becomes the extension, though not of the archive', async () => {
    const { tgz, refused } = await installerSetting();
    const inside = goodTar.map((entry) => ({ ...entry, name: `package/${entry.name}` }));
    expect(await refused(tgz(...inside, { name: 'package/up', type: '2', target: '..' }))).toContain('leads out');
  });

  test.each<[what: string, files: Readonly<Record<string, string>>, why: string]>([
    ['no manifest', { 'main.js': '' }, 'there is no extension.toml in it, neither at the top nor in its one folder'],
    ['two folders with one', { 'a/extension.toml': '', 'b/extension.toml': '' }, 'there is no extension.toml in it'],
    ['a wrong manifest', { ...good, 'extension.toml': 'id = "x"\nname = 7\n' }, 'extension.toml:2: "name": use a text'],
    ['no main file', { 'extension.toml': manifestOf('mine') }, 'its main file “main.js” is not in it'],
    ['a folder for a main file', { ...good, 'main.js/x': '' }, 'its main file “main.js” is not in it'],
  ])('has %s', async (_what, { 'main.js/x': isFolder, ...files }, why) => {
    const { folder, refused } = await installerSetting();
    const source = folder('source', isFolder === undefined ? files : { 'extension.toml': manifestOf('mine') });
    if (isFolder !== undefined) mkdirSync(join(source, 'main.js'));
    expect(await refused(source)).toContain(why);
  });

  test('holds what is installed already', async () => {
    const { installer, at, userRoot } = await installerSetting();
    mkdirSync(userRoot, { recursive: true });
    expect(await installer.prepare(at('.'))).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('it holds the extensions that are installed already') },
    });
  });

  test('holds too many entries', async () => {
    const { tgz, refused } = await installerSetting({ entries: 100 });
    const many = Array.from({ length: 200 }, (_, index) => ({ name: `d${index}`, type: '5' }));
    expect(await refused(tgz(...goodTar, ...many))).toContain('it has more than 100 files and folders');
  });

  test('unpacks to too much, be it in files, copies of a file, attributes or a lie about the size', async () => {
    const { tgz, zip, folder, refused } = await installerSetting({ unpackedBytes: 3_000_000, entries: 100 });
    const big = Buffer.alloc(2_000_000);
    const why = 'it unpacks to more than';
    expect(await refused(tgz(...goodTar, { name: 'a', content: big }, { name: 'b', content: big }))).toContain(why);
    const copy = { name: 'b', type: '1', target: 'a' };
    expect(await refused(tgz(...goodTar, { name: 'a', content: big }, copy))).toContain(why);
    const attributes = { name: 'x', type: 'x', content: `1000000 comment=${'x'.repeat(999_983)}\n` };
    expect(await refused(tgz(...Array<TarEntry>(10).fill(attributes), ...goodTar))).toContain(why);
    expect(await refused(zip({ a: big, b: big, 'main.js': strToU8('') }))).toContain(why);
    expect(await refused(folder('source', { ...good, a: 'x'.repeat(2_000_000), b: 'x'.repeat(2_000_000) }))).toContain(
      why,
    );
  });

  test('unpacks without end, and is stopped before it fills the disk or the memory', { tags: ['soak'] }, async () => {
    const { refused, file } = await installerSetting({ unpackedBytes: 40 * 1024 * 1024 });
    const bomb = bombOf(100 * 1024 * 1024);
    expect(bomb.length).toBeLessThan(1_000_000);
    const path = file('bomb.tgz', bomb);
    const limit = 20 * 1024 * 1024;
    const maxHeld = watchHeldMemory(limit);
    expect(await refused(path)).toContain('it unpacks to more than 40 MB');
    expect(maxHeld()).toBeLessThan(limit);
  });
});
