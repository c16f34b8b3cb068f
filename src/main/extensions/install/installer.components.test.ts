import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { buildComponent } from '../../../shared/testing/components/build-component.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { forkedCompiler } from '../components/test-support/forked-compiler.ts';
import { installerSetting } from './test-support/installer-setting.ts';

const source = join(import.meta.dirname, '../../../../docs/extensions/samples/chat-component');
let component: Buffer;
let manifest: string;

beforeAll(async () => {
  const built = await buildComponent(source);
  component = readFileSync(join(built, 'component.wasm'));
  manifest = readFileSync(join(built, 'extension.toml'), 'utf8');
});

async function setting() {
  const compiler = forkedCompiler(await temporaryFolder());
  const { folder, ...installing } = await installerSetting({}, compiler);
  return {
    ...installing,
    compiler,
    /** @returns a folder of the extension with this version, and these bytes in the place of the component */
    version(version: string, bytes: Uint8Array = component) {
      const path = folder(version, { 'extension.toml': manifest.replace(/^version = .*$/m, `version = "${version}"`) });
      writeFileSync(join(path, 'component.wasm'), bytes);
      return path;
    },
  };
}

test('a component is compiled before the person is asked, and not again when it is needed', async () => {
  const { compiler, version, prepared, installer } = await setting();
  const { token } = await prepared(version('1.0.0'));
  expect(compiler.pids).toHaveLength(1);
  const committed = await installer.commit(token);
  if (!committed.ok) throw new Error(committed.failure.message);
  const { rootPath, manifest: installed } = committed.value;
  const owner = { extensionId: installed.id, extensionName: installed.name };
  await compiler.compile(join(rootPath, installed.runtime?.main ?? ''), owner);
  expect(compiler.pids).toHaveLength(1);
});

test('one that cannot be compiled is refused with the reason, and the old version stays', async () => {
  const { version, install, installer, userRoot } = await setting();
  const { rootPath, manifest: old } = await install(version('1.0.0'));
  const coreModule = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const { ok, failure } = (await installer.prepare(version('2.0.0', coreModule))) as Extract<
    Awaited<ReturnType<typeof installer.prepare>>,
    { ok: false }
  >;
  expect([ok, failure.code, failure.message]).toEqual([
    false,
    'install-failed',
    expect.stringMatching(/cannot be installed: “component\.wasm” cannot be compiled: it is a core module .*\.$/),
  ]);
  expect(readdirSync(userRoot)).toEqual([old.id]);
  expect(readFileSync(join(rootPath, 'extension.toml'), 'utf8')).toContain('version = "1.0.0"');
});

test('the person may cancel it', async () => {
  const { compiler, version, installer, userRoot } = await setting();
  const preparing = installer.prepare(version('1.0.0'));
  await vi.waitFor(() => expect(compiler.shown()).toHaveLength(1));
  compiler.cancel(compiler.shown()[0]?.id ?? '');
  expect(await preparing).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  expect(readdirSync(userRoot)).toEqual([]);
});
