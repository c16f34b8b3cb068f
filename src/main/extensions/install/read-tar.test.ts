import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { temporaryFolder, writeFiles } from '../../testing/temporary-folder.ts';
import { PackageFault } from './package-fault.ts';
import { readTar } from './read-tar.ts';
import { inPieces, listed, tarOf } from './test-support/packages.ts';

const read = (archive: Buffer, size = 100_000) => listed(readTar(inPieces(archive, size)));

describe('a tar archive', () => {
  const long = `${'folder-with-a-name/'.repeat(7)}file with = and spaces äöü.txt`;
  const veryLong = `${'d'.repeat(200)}/${'e'.repeat(150)}.txt`;

  test.each([
    ['ustar', [long]],
    ['gnu', [long, veryLong]],
    ['pax', [long, veryLong]],
  ])('in the %s format is read as it was written, in pieces of any size', async (format, names) => {
    const folder = await temporaryFolder();
    const files = { empty: '', 'one-block': 'x'.repeat(512), 'block-and-one': 'y'.repeat(513), 'run.sh': '#!/bin/sh' };
    writeFiles(folder, { ...files, ...Object.fromEntries(names.map((name) => [name, `text of ${name}`])) });
    chmodSync(join(folder, 'run.sh'), 0o750);
    mkdirSync(join(folder, 'hollow'));
    linkSync(join(folder, 'one-block'), join(folder, 'other-name'));
    symlinkSync('one-block', join(folder, 'soft'));
    if (format !== 'ustar') symlinkSync(veryLong, join(folder, 'soft-to-long'));
    const order = [...Object.keys(files), 'hollow', 'other-name', 'soft', ...names];
    const args = ['--no-recursion', `--format=${format}`, '-cf', '-', ...order];
    if (format !== 'ustar') args.push('soft-to-long');
    const archive = execFileSync('tar', args, { cwd: folder, maxBuffer: 1e8 });
    const expected = [
      ...Object.entries(files).map(([name, text]) => `file ${name}${name === 'run.sh' ? ' x' : ''} = ${text}`),
      'folder hollow/',
      'hardlink other-name -> one-block',
      'symlink soft -> one-block',
      ...names.map((name) => `file ${name} = text of ${name}`),
      ...(format === 'ustar' ? [] : [`symlink soft-to-long -> ${veryLong}`]),
    ];
    for (const size of [archive.length, 1000, 512, 7]) expect(await read(archive, size)).toEqual(expected);
  });

  test('may have files that nobody reads', async () => {
    const archive = tarOf([
      { name: 'a', content: 'x'.repeat(2000) },
      { name: 'b', content: 'b' },
    ]);
    const names: string[] = [];
    for await (const entry of readTar(inPieces(archive, 100))) names.push(entry.name);
    expect(names).toEqual(['a', 'b']);
  });

  test('says which entries are devices, pipes and sparse files', async () => {
    const sparse = '22 GNU.sparse.major=1\n';
    const archive = tarOf([
      { name: 'disk', type: '4' },
      { name: 'pipe', type: '6' },
      { name: 'attributes', type: 'x', content: sparse },
      { name: 'holes', content: 'x' },
    ]);
    expect(await read(archive)).toEqual(['special disk', 'special pipe', 'special holes']);
  });

  test('stops reading its source when its reader stops', async () => {
    let isClosed = false;
    async function* source() {
      try {
        for (;;) yield tarOf([{ name: 'a', content: 'a' }]).subarray(0, 1024);
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of readTar(source())) break;
    expect(isClosed).toBe(true);
  });

  test.each([
    ['a header that is cut off', tarOf([{ name: 'a' }]).subarray(0, 300), 'cut off'],
    ['a file that is cut off', tarOf([{ name: 'a', content: 'x'.repeat(600) }]).subarray(0, 900), 'cut off'],
    ['a header whose sum is wrong', Buffer.from(tarOf([{ name: 'abc' }])).fill('x', 0, 1), 'damaged'],
    ['text', Buffer.from('no archive '.repeat(100)), 'damaged'],
    ['attributes without an end', tarOf([{ name: 'p', type: 'x', content: '99 path=x' }]), 'damaged'],
    ['attributes of a gigabyte', tarOf([{ name: 'p', type: 'x', size: 2 ** 30 }]), 'damaged'],
    ['a name that is not UTF-8', tarOf([{ name: 'p', type: 'L', content: Buffer.from([0xff, 0xfe]) }]), 'not UTF-8'],
  ])('that is %s is refused', async (_what, archive, why) => {
    const thrown = await read(archive).then(
      () => null,
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(PackageFault);
    expect((thrown as Error).message).toContain(why);
  });

  test('that is spoilt anywhere is read or refused, and nothing else', { tags: ['search'] }, async () => {
    const archive = tarOf([
      { name: 'x', type: 'x', content: '15 path=abcdef\n' },
      { name: 'a', content: 'x'.repeat(600) },
      { name: 'l', type: '2', target: 'a' },
    ]);
    await fc.assert(
      fc.asyncProperty(fc.nat(archive.length - 1), fc.nat(255), fc.nat(archive.length), async (at, byte, length) => {
        const spoilt = Buffer.from(archive.subarray(0, Math.max(length, at + 1)));
        spoilt[at] = byte;
        const thrown = await read(spoilt, 300).catch((error: unknown) => error);
        if (!Array.isArray(thrown)) expect(thrown).toBeInstanceOf(PackageFault);
      }),
      { numRuns: lengthOf(180, 1500) },
    );
  });
});
