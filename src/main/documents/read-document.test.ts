import { execFileSync } from 'node:child_process';
import { readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Encoding } from '../../shared/contract/documents/encoding.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { detectLineEnding, hashOf, readDocument, readPieces } from './read-document.ts';
import { readImage } from './read-image.ts';

const read = async (bytes: string | Uint8Array) => {
  const path = join(await temporaryFolder({ 'a.txt': bytes }), 'a.txt');
  return { path, document: await readDocument(path) };
};

describe('readImage', () => {
  const readAs = async (bytes: string | Uint8Array) => readImage((await read(bytes)).path);

  it('tells the type by the first bytes, and sends no byte of others', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1');
    const image = await readAs(png);
    expect(image).toMatchObject({ ok: true, value: { type: 'image/png' } });
    expect(image.ok && image.value.bytes.buffer.byteLength).toBe(png.length);
    expect(await readAs(Buffer.from('0000ftypavif', 'latin1'))).toMatchObject({ value: { type: 'image/avif' } });
  });

  it('refuses other files', async () => {
    expect(await readAs('a\0b')).toMatchObject({ failure: { code: 'file-binary' } });
    expect(await readImage('/dev/zero')).toMatchObject({ failure: { code: 'file-binary' } });
    expect(await readImage('/no/such.png')).toMatchObject({ failure: { code: 'file-not-found' } });
  });
});

describe('readDocument', () => {
  it('reads UTF-8 text as it is on disk', async () => {
    const { path, document } = await read('grün\r\n漢字 😀\r\n');
    expect(document).toMatchObject({
      ok: true,
      value: { path, text: 'grün\r\n漢字 😀\r\n', lineEnding: 'crlf', hasBom: false, isReadOnly: false },
    });
    expect(document.ok && document.value.revision).toBe(await hashOf(await readFile(path)));
  });

  it('reads an empty file', async () => {
    expect((await read('')).document).toMatchObject({ ok: true, value: { text: '', lineEnding: 'lf' } });
  });

  it('takes the byte-order mark off, and only the first', async () => {
    expect((await read('\uFEFF\uFEFFa')).document).toMatchObject({
      ok: true,
      value: { text: '\uFEFFa', hasBom: true },
    });
  });

  it('refuses a NUL byte and says why', async () => {
    expect((await read('a\0b')).document).toMatchObject({
      ok: false,
      failure: { code: 'file-binary', message: expect.stringContaining('binary') },
    });
  });

  it('reads what is no UTF-8 with its encoding', async () => {
    expect((await read(Buffer.from('\uFEFFa\r\n', 'utf16le'))).document).toMatchObject({
      value: { text: 'a\r\n', encoding: 'utf16le', hasBom: true, lineEnding: 'crlf', isReadOnly: false },
    });
    expect((await read(Buffer.from([0x67, 0x72, 0xfc, 0x6e]))).document).toMatchObject({
      value: { text: 'grün', encoding: 'windows1252', hasBom: false, isReadOnly: false },
    });
  });

  it('reads with another encoding what is asked for, which is read-only when bytes would be lost', async () => {
    const { path } = await read(Buffer.from([0x67, 0x72, 0xfc, 0x6e]));
    const forced = (encoding: Encoding) => readDocument(path, { encoding, isForced: true });
    expect(await forced('windows1251')).toMatchObject({ value: { text: 'grьn', isReadOnly: false, isLossy: false } });
    expect(await forced('utf8')).toMatchObject({ value: { text: 'gr\uFFFDn', isReadOnly: true, isLossy: true } });
  });

  it('reads a file of exactly 20 MB and refuses one byte more', async () => {
    const { path } = await read('');
    await writeFile(path, Buffer.alloc(20 * 1024 * 1024, 'a'));
    expect(await readDocument(path)).toMatchObject({ ok: true });
    await truncate(path, 20 * 1024 * 1024 + 1);
    expect(await readDocument(path)).toMatchObject({ ok: false, failure: { code: 'file-too-large' } });
  });

  it('refuses a huge file by its size, without reading it', async () => {
    const { path } = await read('');
    await truncate(path, 256 * 1024 ** 2 + 1);
    expect(await readPieces(path)).toMatchObject({
      failure: { message: '“a.txt” has 257 MB. Files of up to 256 MB can be edited here.' },
    });
    await truncate(path, 500 * 1024 ** 3);
    expect(await readDocument(path)).toMatchObject({
      ok: false,
      failure: { code: 'file-too-large', message: expect.stringContaining('512000 MB') },
    });
  });

  it('says that a folder is a folder, and that nothing is there', async () => {
    const folder = await temporaryFolder({ 'sub/': '' });
    expect(await readDocument(join(folder, 'sub'))).toMatchObject({
      ok: false,
      failure: { code: 'file-binary', message: '“sub” is a folder, not a file.' },
    });
    expect(await readDocument(join(folder, 'none'))).toMatchObject({ ok: false, failure: { code: 'file-not-found' } });
    expect(await readDocument(join(folder, 'a\0b'))).toMatchObject({ ok: false, failure: { code: 'file-not-found' } });
  });

  it('says that links lead in a circle', async () => {
    const folder = await temporaryFolder();
    await symlink('a', join(folder, 'a'));
    expect(await readDocument(join(folder, 'a'))).toMatchObject({ ok: false, failure: { code: 'file-failed' } });
  });

  it.runIf(process.platform !== 'win32')('refuses a pipe that nobody writes to, and a device, at once', async () => {
    const pipe = join(await temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(await readDocument(pipe)).toMatchObject({ ok: false, failure: { code: 'file-binary' } });
    expect(await readDocument('/dev/zero')).toMatchObject({ ok: false, failure: { code: 'file-binary' } });
  });

  it.runIf(process.platform === 'linux')('reads a file that claims to have no size', async () => {
    expect(await readDocument('/proc/self/status')).toMatchObject({
      ok: true,
      value: { text: expect.stringContaining('Name:') },
    });
  });
});

describe('detectLineEnding', () => {
  it.each([
    ['', 'lf'],
    ['one line', 'lf'],
    ['a\nb\n', 'lf'],
    ['\n', 'lf'],
    ['a\r\nb\r\n', 'crlf'],
    ['a\r\nb\n', 'mixed'],
    ['a\rb', 'mixed'],
    ['a\r\r\n', 'mixed'],
  ] as const)('finds in %j: %s', (text, ending) => {
    expect(detectLineEnding(text)).toBe(ending);
  });
});
