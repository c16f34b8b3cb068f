import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { DownloadFormat } from '../../../../shared/contract/extension-api/extension-files.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { inPieces, type TarEntry, tgzOf } from '../../install/test-support/packages.ts';
import { manifestOf } from '../test-support/manifests.ts';
import { createFilesApi } from './files-api.ts';

const one = manifestOf('one');
const megabyte = 1024 * 1024;

/** The folder of an extension, and a network that has this body at any address. */
async function place(
  body: AsyncIterable<Uint8Array> | Uint8Array = new Uint8Array(),
  { status = 200, entries = 50 } = {},
) {
  const folder = await temporaryFolder({});
  const own = join(folder, 'one', 'files');
  let isClosed = false;
  const api = createFilesApi({
    folderOf: (id) => join(folder, id),
    async *fetch() {
      try {
        yield { url: 'https://a.test/x', isRedirected: false, status, statusText: '', headers: [] };
        yield* body instanceof Uint8Array ? inPieces(body, 64 * 1024) : body;
      } finally {
        isClosed = true;
      }
    },
    progress: { start: async () => false, end: () => undefined },
    limits: { bytes: megabyte, entries, placeBytes: 3 * megabyte },
  });
  const context = (signal = new AbortController().signal) =>
    ({ signal }) as Parameters<(typeof api)['files.download']>[2];
  const download = async (path: string, format: DownloadFormat = 'none', signal?: AbortSignal) =>
    api['files.download'](one, { url: 'https://a.test/x', path, format }, context(signal));
  const make = async (path: string) => api['files.makeExecutable'](one, { path }, context());
  const read = async (path: string) => api['files.readFile'](one, { path }, context());
  const write = async (path: string, content: Uint8Array) => api['files.writeFile'](one, { path, content }, context());
  const text = (path: string) => readFileSync(join(own, path), 'utf8');
  const left = () => (existsSync(own) ? readdirSync(own) : []);
  return { folder, own, download, make, read, write, text, left, isClosed: () => isClosed };
}

const zipOf = (files: Zippable) => zipSync(files);
const tar = (...entries: TarEntry[]) => tgzOf(entries);

test('each format is unpacked, with executable files and links within it', async () => {
  const its = await place(gzipSync('one file'));
  await its.download('a/b', 'gzip');
  expect(its.text('a/b')).toBe('one file');
  const archive = await place(
    tar(
      { name: 'bin/run', content: '#!', mode: 0o755 },
      { name: 'lib/x', content: 'x' },
      { name: 'bin/x', type: '2', target: '../lib/x' },
    ),
  );
  await archive.download('v1', 'tar-gzip');
  expect(archive.text('v1/bin/x')).toBe('x');
  expect(statSync(join(archive.own, 'v1/bin/run')).mode & 0o111).not.toBe(process.platform === 'win32' ? -1 : 0);
  const zipped = await place(zipOf({ 'd/e.txt': strToU8('e'.repeat(200_000)) }));
  await zipped.download('v2', 'zip');
  expect(zipped.text('v2/d/e.txt')).toHaveLength(200_000);
  expect(zipped.left()).toEqual(['v2']);
  const plain = await place(strToU8('as it is'));
  await plain.download('f');
  expect(Buffer.from((await plain.read('f')) as Uint8Array).toString()).toBe('as it is');
});

test('what was there is replaced as a whole, once all is there', async () => {
  const its = await place(tar({ name: 'new', content: 'n' }));
  mkdirSync(join(its.own, 'v/old'), { recursive: true });
  await its.download('v', 'tar-gzip');
  expect(readdirSync(join(its.own, 'v'))).toEqual(['new']);
  const broken = await place(tar({ name: 'a', content: 'a' }).subarray(0, 40));
  mkdirSync(join(broken.own, 'v/old'), { recursive: true });
  await expect(broken.download('v', 'tar-gzip')).rejects.toThrow(
    '“v” cannot be downloaded: it is damaged, or cut off.',
  );
  expect([readdirSync(join(broken.own, 'v')), broken.left()]).toEqual([['old'], ['v']]);
});

test('a file is written as a whole, within the folder and as long as it has place', async () => {
  const its = await place();
  await its.write('a/b', strToU8('one'));
  await its.write('a/b', strToU8('two'));
  expect([its.text('a/b'), its.left()]).toEqual(['two', ['a']]);
  await expect(its.write('c', new Uint8Array(3 * megabyte))).rejects.toThrow(
    '“c” cannot be saved: the extension has more than 3 MB of its own already.',
  );
  await expect(its.write('c', new Uint8Array(51 * megabyte))).rejects.toThrow('“c” has more than 50 MB.');
  expect(its.left()).toEqual(['a']);
});

test('what an earlier run of the app has left unfinished goes', async () => {
  const its = await place(strToU8('x'));
  mkdirSync(join(its.own, '.unfinished-left/content'), { recursive: true });
  await its.download('f');
  expect(its.left()).toEqual(['f']);
});

const outside = 'is no place in the extension’s own folder';

test.each(['../x', '/etc/x', 'a/../../x', '..', '.', '', 'a\\..\\..\\x', 'C:/x', 'a\0b'])(
  'no path leads out of the folder: %j',
  async (path) => {
    const its = await place(strToU8('x'));
    await expect(its.download(path)).rejects.toThrow(outside);
    await expect(its.make(path)).rejects.toThrow(outside);
    await expect(its.read(path)).rejects.toThrow(outside);
    await expect(its.write(path, strToU8('x'))).rejects.toThrow(outside);
    expect(its.isClosed()).toBe(false);
    expect(readdirSync(its.folder)).toEqual([]);
  },
);

test.each<[string, TarEntry]>([
  ['a name', { name: '../../x', content: 'x' }],
  ['an absolute name', { name: '/tmp/x', content: 'x' }],
  ['a link', { name: 'l', type: '2', target: '../../..' }],
  ['an absolute link', { name: 'l', type: '2', target: '/etc' }],
  ['a hard link', { name: 'l', type: '1', target: '../../../etc/passwd' }],
  ['a device', { name: 'd', type: '3' }],
])('an archive with %s that leads out, or is no file, is refused', async (_what, entry) => {
  const its = await place(tar({ name: 'a', content: 'a' }, entry));
  await expect(its.download('v', 'tar-gzip')).rejects.toThrow('“v” cannot be downloaded: ');
  expect(its.left()).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'nothing is written, read or changed through a link that leads out',
  async () => {
    const its = await place(strToU8('x'));
    mkdirSync(its.own, { recursive: true });
    writeFileSync(join(its.folder, 'secret'), 's', { mode: 0o600 });
    symlinkSync('../..', join(its.own, 'up'));
    await expect(its.download('up/new')).rejects.toThrow(outside);
    await expect(its.download('up/a/new')).rejects.toThrow(outside);
    await expect(its.write('up/new', strToU8('x'))).rejects.toThrow(outside);
    await expect(its.read('up/secret')).rejects.toThrow(outside);
    await expect(its.make('up/secret')).rejects.toThrow(outside);
    expect(readdirSync(its.folder).toSorted()).toEqual(['one', 'secret']);
    expect(statSync(join(its.folder, 'secret')).mode & 0o111).toBe(0);
  },
);

async function* endless() {
  for (;;) yield new Uint8Array(64 * 1024);
}

test('a download without end is broken off', async () => {
  for (const format of ['none', 'zip'] as const) {
    const its = await place(endless());
    await expect(its.download('f', format)).rejects.toThrow('“f” cannot be downloaded: it has more than 1 MB.');
    expect([its.left(), its.isClosed()]).toEqual([[], true]);
  }
});

test.each<[DownloadFormat, Uint8Array]>([
  ['gzip', gzipSync(Buffer.alloc(5 * megabyte))],
  ['tar-gzip', tar({ name: 'a', content: Buffer.alloc(5 * megabyte) })],
  ['zip', zipOf({ a: Buffer.alloc(5 * megabyte) })],
])('what unpacks to too much is broken off: %s', async (format, packed) => {
  const its = await place(packed);
  await expect(its.download('f', format)).rejects.toThrow(/“f” cannot be downloaded: it unpacks to more than/);
  expect(its.left()).toEqual([]);
});

test('an archive has so many files, and the folder so many bytes', async () => {
  const many = await place(tar(...Array.from({ length: 60 }, (_, index) => ({ name: `f${index}` }))));
  await expect(many.download('v', 'tar-gzip')).rejects.toThrow('it has more than 50 files and folders');
  const full = await place(new Uint8Array(900_000));
  for (const name of ['a', 'b', 'c', 'd']) await full.download(name);
  await expect(full.download('e')).rejects.toThrow('“e” cannot be downloaded: the extension has more than 3 MB');
});

test('empty files count for the place that they take of a disk', async () => {
  const entries = 400;
  const its = await place(tar(...Array.from({ length: entries }, (_, index) => ({ name: `f${index}` }))), { entries });
  const downloads = async () => {
    for (let index = 0; index < 3; index += 1) await its.download(`v${index}`, 'tar-gzip');
  };
  await expect(downloads()).rejects.toThrow('the extension has more than 3 MB');
});

test('a stop ends what is unpacked', async () => {
  const count = 500;
  const files = Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, new Uint8Array()]));
  const its = await place(zipOf(files), { entries: count });
  const abort = new AbortController();
  const asked = its.download('v', 'zip', abort.signal);
  const unpacked = () =>
    its.left().flatMap((name) => {
      const content = join(its.own, name, 'content');
      return existsSync(content) ? readdirSync(content) : [];
    }).length;
  await expect.poll(unpacked, { interval: 1 }).toBeGreaterThan(0);
  abort.abort(new Error('stopped'));
  await expect(asked).rejects.toThrow('stopped');
  let most = 0;
  await expect
    .poll(
      () => {
        most = Math.max(most, unpacked());
        return its.left();
      },
      { interval: 1, timeout: 10_000 },
    )
    .toEqual([]);
  expect(most).toBeLessThan(count);
});

test('a status that is an error is told, and a stop ends the request', async () => {
  const gone = await place(new Uint8Array(), { status: 404 });
  await expect(gone.download('f')).rejects.toThrow('a.test refused the download with status 404.');
  const abort = new AbortController();
  const its = await place(
    (async function* () {
      yield new Uint8Array(1);
      abort.abort(new Error('stopped'));
      await new Promise(() => undefined);
    })(),
  );
  await expect(its.download('f', 'none', abort.signal)).rejects.toThrow('stopped');
});

test('a connection that fails, or breaks off, is told with its host', async () => {
  const fails = Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  });
  async function* broken() {
    yield gzipSync('x').subarray(0, 5);
    throw fails;
  }
  for (const format of ['none', 'gzip', 'tar-gzip', 'zip'] as const) {
    const its = await place(broken());
    await expect(its.download('f', format)).rejects.toThrow('The connection to a.test failed (ECONNREFUSED).');
    expect(its.left()).toEqual([]);
  }
});

test('a file is made executable', async () => {
  const its = await place(strToU8('#!'));
  await its.download('bin/run');
  await its.make('bin/run');
  if (process.platform !== 'win32') expect(statSync(join(its.own, 'bin/run')).mode & 0o777).toBe(0o755);
  await expect(its.make('bin/other')).rejects.toThrow('“other” could not be opened: it does not exist.');
});
