import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { RuntimeKind } from '../../../shared/contract/extensions/host-kind.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import { buildComponent } from '../../../shared/testing/components/build-component.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import { forkedCompiler } from '../components/test-support/forked-compiler.ts';
import { isRunning } from '../components/test-support/forked-compilers.ts';
import { createFindCode } from './find-code.ts';

const source = join(import.meta.dirname, '../../../../docs/extensions/samples/chat-component');
let component: Buffer;

beforeAll(async () => {
  component = readFileSync(join(await buildComponent(source), 'component.wasm'));
});

async function setUp(kind: RuntimeKind, content?: string | Uint8Array) {
  const rootPath = await temporaryFolder();
  if (content !== undefined) writeFileSync(join(rootPath, 'main'), content);
  const manifest = { id: 'mine', name: 'Mine', runtime: { kind, main: 'main' } } as Partial<Manifest> as Manifest;
  const extension: DiscoveredExtension = { manifest, rootPath, source: 'user' };
  const compiler = forkedCompiler(await temporaryFolder());
  const findCode = createFindCode(compiler);
  return { compiler, rootPath, find: (signal = new AbortController().signal) => findCode(extension, signal) };
}

test('a module is loaded by its host, and a component is handed over, with its glue', async () => {
  expect(await (await setUp('worker', 'export {}')).find()).toEqual({ given: {} });
  const { given, glue } = await (await setUp('wasm', component)).find();
  expect(given.component?.exports).toContain('llmProviders');
  expect(glue).toContain('export function instantiate');
});

test('a file that is missing, and a component that cannot be compiled, fail with the reason', async () => {
  const failed = (message: string | RegExp) => ({
    failure: { code: 'extension-failed', extensionId: 'mine', message },
  });
  for (const kind of ['worker', 'wasm'] as const) {
    await expect((await setUp(kind)).find()).rejects.toMatchObject(
      failed('There is no "main" in the extension’s folder: check "main" under [runtime].'),
    );
  }
  await expect((await setUp('wasm', '')).find()).rejects.toMatchObject(
    failed('“main” cannot be compiled: it is empty. Build or copy it again.'),
  );
});

test('a link that leads out of its folder is refused', async () => {
  const { find, rootPath } = await setUp('wasm');
  const elsewhere = join(await temporaryFolder(), 'main');
  writeFileSync(elsewhere, component);
  symlinkSync(elsewhere, join(rootPath, 'main'));
  await expect(find()).rejects.toThrow('“main” is a link that leads out of the extension’s folder.');
});

test('what is no longer wanted is not compiled', async () => {
  const { find, compiler } = await setUp('wasm', component);
  const unwanted = new AbortController();
  const finding = find(unwanted.signal);
  const gone = new Error('The extension was reloaded');
  unwanted.abort(gone);
  await expect(finding).rejects.toBe(gone);
  expect(compiler.pids.filter(isRunning)).toEqual([]);
});
