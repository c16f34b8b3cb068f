import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { resolveRuntime } from '../../scripts/setup/electron-runtime.mjs';
import { lengthOf } from '../../src/shared/testing/soak.ts';
import { expect, test } from '../fixtures.ts';

/** Real utility processes without the app around them (apps/utility-hosts): what each shows is one line of its output. */

const root = join(import.meta.dirname, '..', '..');
let folder = '';

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-hosts-'));
  const outDir = join(folder, 'app');
  await mkdir(outDir);
  await writeFile(join(outDir, 'package.json'), JSON.stringify({ name: 'utility-hosts', main: 'main.cjs' }));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: 'e2e/apps/utility-hosts/main.ts',
      outDir,
      emptyOutDir: false,
      target: 'node20.18',
      rollupOptions: { external: ['electron'], output: { format: 'cjs', entryFileNames: 'main.cjs' } },
    },
  });
});
test.afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

async function seen(scenario: string): Promise<unknown> {
  const host = join(root, 'out', 'main', 'exthost.cjs');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...sandbox, join(folder, 'app'), `--user-data-dir=${join(folder, 'user-data')}`, '--', host, folder];
  /** Number of kills of a host. */
  const env = { ...process.env, CYCLES: String(lengthOf(8, 40)) };
  const child = spawn(resolveRuntime().executable, [...args, scenario], { stdio: ['ignore', 'pipe', 'ignore'], env });
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('{"seen":')) return JSON.parse(line).seen;
    }
    throw new Error('Electron ended without a word');
  } finally {
    child.kill('SIGKILL');
  }
}

test('a host in an endless loop is profiled, and the culprit named by its hottest function', {
  tag: '@soak',
}, async () => {
  const result = (await seen('busy loop')) as { path: string; reason: string; shares: { id: string; share: number }[] };
  expect(result).toMatchObject({
    hottest: { functionName: 'spin', file: join(folder, 'busy', 'main.mjs'), line: 3 },
    url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\//),
    reason: 'it was ended by SIGKILL',
    // No notice of the inspector among what extensions wrote.
    output: [],
  });
  expect(result.shares[0]?.id).toBe('busy');
  expect(result.shares[0]?.share).toBeGreaterThan(0.8);
  expect(JSON.parse(await readFile(result.path, 'utf8')).samples.length).toBeGreaterThan(10);
});

test('a full heap and a native crash are told apart', { tag: '@soak' }, async () => {
  expect(await seen('out of memory')).toEqual({ reason: 'it ran out of memory' });
  expect(await seen('native crash')).toEqual({ reason: 'it was ended by SIGSEGV' });
});

test('an extension that ends its process does not end its neighbours, and is told of', { tag: '@soak' }, async () => {
  const calls = ['process.exit(3)', 'process.crash()', 'process.abort()', 'process.reallyExit(4)', 'process.hang()'];
  const result = (await seen('process.exit')) as { attempts: { call: string; stack: string }[] };
  expect(result).toMatchObject({
    errors: calls.map((call) => `An extension must not end its host (${call})`),
    // Ended by the test alone.
    reason: 'it was ended by SIGKILL',
  });
  expect(result.attempts.map(({ call }) => call)).toEqual([...calls, 'process.exit(6)']);
  expect(result.attempts[0]?.stack).toContain('/process.exit(3)/main.mjs:2:');
});

test('a host’s memory and time are measured while it lives, and its inspector is where it was asked for', {
  tag: '@soak',
}, async () => {
  const result = (await seen('metrics')) as { metrics: { memoryBytes: number }; output: string[] };
  expect(result).toMatchObject({ url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:/), gone: null });
  expect(result.output[0]).toMatch(/^Debugger listening on ws:\/\/127\.0\.0\.1:/);
  expect(result.metrics.memoryBytes).toBeGreaterThan(10_000_000);
});

test('hosts that are killed leave no open file behind, and their end is known at once', { tag: '@soak' }, async () => {
  test.skip(process.platform !== 'linux', 'counts in /proc');
  test.slow();
  const { before = 0, after, median } = (await seen('killed again and again')) as Record<string, number>;
  expect(after).toBeLessThanOrEqual(before);
  // Other work of the computer holds up one or another, and not most of them.
  expect(median).toBeLessThan(200);
});
