import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { PackageFault } from './package-fault.ts';
import { readZip as readZipBytes } from './read-zip.ts';
import { listed } from './test-support/packages.ts';

const zip = (files: Zippable, level: 0 | 9 = 9): Buffer => Buffer.from(zipSync(files, { level }));
const unix = (mode: number) => ({ os: 3, attrs: mode * 65536 });
const readZip = (archive: Buffer) =>
  readZipBytes({ length: archive.length, read: async (start, count) => archive.subarray(start, start + count) });
const faultOf = async (archive: Buffer): Promise<string> => {
  const thrown = await listed(readZip(archive)).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(PackageFault);
  return (thrown as Error).message;
};

describe('a zip archive', () => {
  test.each([0, 9] as const)('is read as it was written, at level %d', async (level) => {
    const text = 'text '.repeat(50_000);
    const archive = zip({ ä: {}, 'ä/b.txt': strToU8(text), empty: strToU8('') }, level);
    const lines = await listed(readZip(archive));
    expect(lines).toContain(`file ä/b.txt = ${text}`);
    expect(lines).toContain('file empty = ');
    expect(lines.filter((line) => line.startsWith('folder'))).toEqual(['folder ä/']);
  });

  test('tells executable files, links and devices apart', async () => {
    const archive = zip({
      'run.sh': [strToU8('go'), unix(0o100755)],
      plain: [strToU8('x'), unix(0o100644)],
      link: [strToU8('../../etc'), unix(0o120777)],
      disk: [strToU8(''), unix(0o060644)],
      // On a system without modes these bits have another meaning.
      dos: [strToU8('x'), { os: 0, attrs: 0o120777 * 65536 }],
    });
    expect((await listed(readZip(archive))).sort()).toEqual([
      'file dos = x',
      'file plain = x',
      'file run.sh x = go',
      'special disk',
      'symlink link -> ../../etc',
    ]);
  });

  test.runIf(process.platform === 'linux')('of the common program is read, also one that it streamed', async () => {
    const folder = await temporaryFolder({ 'a/b.txt': 'b'.repeat(5000), 'run.sh': 'go' });
    chmodSync(join(folder, 'run.sh'), 0o700);
    symlinkSync('a/b.txt', join(folder, 'link'));
    const read = async (archive: Buffer) =>
      (await listed(readZip(archive))).map((line) => line.replace(/b{4,}$/, 'bbb')).sort();
    const expected = ['file a/b.txt = bbb', 'file run.sh x = go', 'folder a/'];
    execFileSync('zip', ['-qry', 'out.zip', 'a', 'run.sh', 'link'], { cwd: folder });
    expect(await read(readFileSync(join(folder, 'out.zip')))).toEqual([...expected, 'symlink link -> a/b.txt']);
    // zip cannot write links to a stream.
    expect(await read(execFileSync('sh', ['-c', 'zip -qr - a run.sh | cat'], { cwd: folder }))).toEqual(expected);
  });

  const plain = zip({ a: strToU8('aaaaaaaaaaaaaaaaaaaaaaaaaaaa') });
  const changed = (change: (archive: Buffer) => void): Buffer => {
    const archive = Buffer.from(plain);
    change(archive);
    return archive;
  };
  const directory = plain.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  const end = plain.indexOf(Buffer.from('PK\x05\x06', 'latin1'));

  test.each([
    ['is cut off', plain.subarray(0, -5), 'damaged'],
    ['is text', Buffer.from('PK and more'), 'damaged'],
    ['is empty', Buffer.alloc(0), 'damaged'],
    ['has a wrong sum', changed((archive) => archive.writeUInt32LE(1, directory + 16)), '“a” in it is damaged'],
    [
      'unpacks to more than it says',
      changed((archive) => archive.writeUInt32LE(2, directory + 24)),
      '“a” in it is damaged',
    ],
    [
      'unpacks to less than it says',
      changed((archive) => archive.writeUInt32LE(99, directory + 24)),
      '“a” in it is damaged',
    ],
    ['is encrypted', changed((archive) => archive.writeUInt16LE(1, directory + 8)), 'it is encrypted'],
    ['is packed otherwise', changed((archive) => archive.writeUInt16LE(12, directory + 10)), 'use “deflate”'],
    ['is one of several', changed((archive) => archive.writeUInt16LE(1, end + 4)), 'one part of several'],
    ['is ZIP64', changed((archive) => archive.writeUInt16LE(0xffff, end + 10)), 'ZIP64'],
  ])('that %s is refused', async (_what, archive, why) => {
    expect(await faultOf(archive)).toContain(why);
  });

  test('that is spoilt anywhere is read or refused, and nothing else', { tags: ['search'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(plain.length - 1), fc.nat(255), fc.nat(255), async (at, one, other) => {
        const archive = changed((bytes) => {
          bytes[at] = one;
          bytes[(at * 7 + other) % bytes.length] = other;
        });
        const thrown = await listed(readZip(archive)).catch((error: unknown) => error);
        if (!Array.isArray(thrown)) expect(thrown).toBeInstanceOf(PackageFault);
      }),
      { numRuns: lengthOf(370, 3000) },
    );
  });
});
