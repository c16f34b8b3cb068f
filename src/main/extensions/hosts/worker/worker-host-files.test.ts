import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { WorkerHostFiles } from './worker-host-files.ts';
import { workerHostPage } from './worker-host-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'outrigger-worker-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const extension = join(folder, 'extension');
for (const name of ['scripts', 'extension', 'extension/dist', 'extension/a b', 'secret']) mkdirSync(join(folder, name));
for (const [path, text] of Object.entries({
  'scripts/page.cjs': 'page',
  'scripts/worker.cjs': 'worker',
  'scripts/component.cjs': 'component',
  'extension/dist/main.js': 'main',
  'extension/dist/words.json': '{}',
  'extension/a b/ü.js': 'named',
  'extension/notes.txt': 'notes',
  'secret/key.js': 'key',
})) {
  writeFileSync(join(folder, path), text);
}
symlinkSync(join(folder, 'secret'), join(extension, 'way-out'));
symlinkSync(join(extension, 'dist'), join(extension, 'way-in'));

function opened(id = 'mine') {
  const files = new WorkerHostFiles(join(folder, 'scripts'), 'modules');
  const { url, close } = files.open(id, extension, join(extension, 'dist', 'main.js'));
  const root = url.slice(0, -'dist/main.js'.length);
  const text = async (address: string) => {
    const { status, body } = await files.read(address);
    return status === 200 ? body.toString() : status;
  };
  return { files, url, root, close, text };
}

describe('the files of a worker host', () => {
  test('are its page and scripts, with a policy that lets nothing out', async () => {
    const { files, text } = opened();
    const page = await files.read(workerHostPage);
    expect(page.headers['content-security-policy']).toBe(
      "sandbox allow-scripts; default-src 'none'; script-src outrigger-host: outrigger-extension:; " +
        "worker-src blob:; connect-src 'none'",
    );
    expect(await text('outrigger-host://host/page.js')).toBe('page');
    expect(await text('outrigger-host://host/worker.js')).toBe('worker');
    for (const name of ['preload', 'component']) expect(await text(`outrigger-host://host/${name}.js`)).toBe(404);
    expect(Object.keys(page.headers).join()).not.toMatch(/opener|embedder/);
    expect(await text('outrigger-host://other/page.html')).toBe(404);
  });

  test('are those of the open extension, with their types', async () => {
    const { files, url, root, text } = opened();
    expect(url).toMatch(/^outrigger-extension:\/\/mine\/1\/dist\/main\.js$/);
    expect(await text(url)).toBe('main');
    expect(await text(`${root}way-in/main.js`)).toBe('main');
    expect(await text(`${root}a%20b/%C3%BC.js`)).toBe('named');
    expect((await files.read(url)).headers['content-type']).toMatch(/^text\/javascript/);
    expect((await files.read(`${root}dist/words.json`)).headers['content-type']).toMatch(/^application\/json/);
  });

  test.each([
    'dist/missing.js',
    'dist',
    'notes.txt',
    '../secret/key.js',
    '..%2fsecret/key.js',
    'dist/..%2f..%2fsecret/key.js',
    '%2e%2e/secret/key.js',
    '..%5csecret%5ckey.js',
    'way-out/key.js',
    '/dist/main.js',
    'dist/main.js%00.js',
    'dist/%E0%A4%A.js',
  ])('are not %s', async (path) => {
    const { root, text } = opened();
    expect(await text(root + path)).toBe(404);
  });

  test('are found under the id of their own extension alone, as long as it is open', async () => {
    const { files, url, root, close, text } = opened();
    const again = files.open('mine', extension, join(extension, 'dist', 'main.js'));
    expect(again.url).not.toBe(url);
    expect(await text(`${root.replace('mine', 'other')}dist/main.js`)).toBe(404);
    close();
    expect(await text(url)).toBe(404);
    expect(await text(again.url)).toBe('main');
  });

  test('have an address also when the id reads as a number', async () => {
    const { url, text } = opened('2026');
    expect(await text(url)).toBe('main');
    expect(url).toBe('outrigger-extension://0.0.7.234/1/dist/main.js');
  });

  test('of a host of scripts are its page, which may compile WebAssembly, and one module to enter each script', async () => {
    const files = new WorkerHostFiles(join(folder, 'scripts'), 'scripts');
    const page = await files.read(workerHostPage);
    expect(page.headers['content-security-policy']).toContain(
      "script-src outrigger-host: outrigger-extension: 'wasm-unsafe-eval'; ",
    );
    const script = join(extension, 'dist', 'main.js');
    const { url, close } = files.open('mine', script, script);
    expect(url).toBe('outrigger-extension://mine/1/script.js');
    expect((await files.read(url)).body.toString()).toBe('export const enter = (run) => run();\n');
    const statuses = [
      url.replace('mine', 'other'),
      url.replace('script.js', 'dist/main.js'),
      url.replace('/1/', '/2/'),
    ];
    for (const address of statuses) expect((await files.read(address)).status).toBe(404);
    close();
    expect((await files.read(url)).status).toBe(404);
  });

  test('of a host of components are its page, whose workers share memory, and the glue of each', async () => {
    const files = new WorkerHostFiles(join(folder, 'scripts'), 'components');
    const page = await files.read(workerHostPage);
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/ 'wasm-unsafe-eval'; worker-src blob:; connect-src 'none'$/),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    const script = await files.read('outrigger-host://host/component.js');
    expect([script.body.toString(), script.headers['cross-origin-resource-policy']]).toEqual([
      'component',
      'cross-origin',
    ]);
    const main = join(extension, 'dist', 'main.js');
    const { url, close } = files.open('mine', extension, main, Promise.resolve('export const glue = 1;'));
    expect(url).toBe('outrigger-extension://mine/1/component.js');
    expect((await files.read(url)).body.toString()).toBe('export const glue = 1;');
    expect((await files.read(url.replace('component.js', 'dist/main.js'))).status).toBe(404);
    close();
    expect((await files.read(url)).status).toBe(404);
    const failed = files.open('mine', extension, main, Promise.reject(new Error('not compiled')));
    expect((await files.read(failed.url)).status).toBe(404);
  });
});
