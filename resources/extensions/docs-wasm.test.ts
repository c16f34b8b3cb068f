import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { componentIn } from './component-extension.ts';
import { docs, page } from './docs-pages.ts';
import { textOf } from './extension-harness.ts';
import { chatComponent, serving } from './provider-services.fixture.ts';

/** The ten minutes of docs/extensions/wasm.md: its files, its command, and what comes of them. */

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the files of the guide, built by its command, answer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-my-chat-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(new URL('samples/chat-component/', docs), folder, { recursive: true });
  await cp(join(root, 'resources/wit'), join(folder, 'wit'), { recursive: true });
  const [, compiler = '', args = ''] = /^ {4}npx (\S+) (.*)$/m.exec(page('wasm.md')) ?? [];
  const script = join(root, 'node_modules', compiler, 'bin', compiler);
  await promisify(execFile)(process.execPath, [script, ...args.split(' ')], { cwd: folder });

  const against = serving({ ...chatComponent, extension: componentIn(folder) });
  const { harness, server, say } = await against({ key: 'sk-good', answer: () => ({ text: 'Dzień dobry 🦜' }) });
  harness.key = null;
  expect(await harness.provider.models()).toHaveLength(1);
  const { signal } = new AbortController();
  await expect(harness.provider.authenticate(signal)).rejects.toMatchObject({ code: 'cancelled' });
  harness.dialog = () => 'sk-wrong';
  await expect(harness.provider.authenticate(signal)).rejects.toMatchObject({ code: 'provider-auth' });
  harness.dialog = () => 'sk-good';
  await harness.provider.authenticate(signal);
  expect((await harness.provider.models()).map(({ id }) => id)).toEqual(['tiny', 'large']);
  const { events, thrown } = await say('Hello');
  expect(thrown).toBeNull();
  expect(textOf(events)).toBe('Dzień dobry 🦜');
  expect(server.completions().map(({ authorization }) => authorization)).toEqual(['right']);
});
