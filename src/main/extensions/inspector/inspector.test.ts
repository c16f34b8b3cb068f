import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { captureProfile } from '../cpu-profile/capture-profile.ts';
import { profileHost } from '../cpu-profile/profile-host.ts';
import { listenForInspector } from './inspector-server.ts';
import { isInspectorNotice, openInspectorUrl } from './inspector-url.ts';

/** Generous, for a busy computer. */
const orderMs = 120_000;
const inspectionModule = new URL('../../../exthost/inspection.ts', import.meta.url).href;

/** A real process with an inspector thread. It writes "ready", then runs the module at `path`. */
async function startHost(path: string) {
  // Generous, for the start of a process on a busy computer.
  const inspector = listenForInspector(120_000);
  const source = `
    import { inspection } from ${JSON.stringify(inspectionModule)};
    inspection(process.argv.slice(1))();
    setInterval(() => undefined, 1000);
    process.stdout.write('ready\\n', () => import(${JSON.stringify(pathToFileURL(path).href)}));`;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', source, '--', `--inspector-socket=${inspector.path}`],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  child.once('exit', () => inspector.close());
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  await once(createInterface({ input: child.stdout }), 'line');
  return { child, inspector, errors, inspect: () => inspector.open() };
}

/** Two extensions: `busy`, loaded through a link, never returns from `repeat` of the other. */
async function twoExtensions() {
  const folder = await temporaryFolder({
    'helping/help.mjs': 'export const repeat = (run) => { for (;;) run(); };',
    'bu sy#1/main.mjs': `
      import { repeat } from '../helping/help.mjs';
      function burn() { for (let i = 0; i < 1e4; i += 1) JSON.stringify({ value: [i, 'text'] }); }
      repeat(burn);`,
  });
  const real = join(folder, 'bu sy#1');
  const helping = join(folder, 'helping');
  await symlink(real, join(folder, 'busy'));
  return {
    folder,
    main: join(folder, 'busy', 'main.mjs'),
    extensions: [
      { id: 'helping', rootPath: helping },
      { id: 'busy', rootPath: join(folder, 'busy') },
    ],
  };
}

const ended = async (child: ChildProcess) => {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
};

describe('a host whose loop never ends', () => {
  test('is profiled, the file is saved and the culprit named; its neighbour is not', async () => {
    const { folder, main, extensions } = await twoExtensions();
    const host = await startHost(main);
    const profiles = join(folder, 'profiles');
    const { shares, hottest, path } = await profileHost(host, 'shared', extensions, profiles, { orderMs, maxMs: 500 });
    expect(shares[0]?.id).toBe('busy');
    // The rest is the profiler's own start, which takes longer on a slow computer.
    expect(shares[0]?.share).toBeGreaterThan(0.5);
    expect(hottest).toEqual({ functionName: 'burn', file: join(folder, 'bu sy#1', 'main.mjs'), line: 3 });
    expect(path.startsWith(profiles)).toBe(true);
    expect(JSON.parse(await readFile(path, 'utf8')).nodes.length).toBeGreaterThan(1);
    // Once more: the session was closed, but the thread remains.
    expect((await profileHost(host, 'shared', extensions, profiles, { orderMs, maxMs: 100 })).shares[0]?.id).toBe(
      'busy',
    );
  });

  test('opens its inspector to DevTools, on this computer alone', async () => {
    const { main } = await twoExtensions();
    const host = await startHost(main);
    const url = new URL(await openInspectorUrl(await host.inspect()));
    expect(url.hostname).toBe('127.0.0.1');
    const socket = connect(Number(url.port), '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    expect(await openInspectorUrl(await host.inspect())).toBe(url.href);
    await expect.poll(() => host.errors.length).toBeGreaterThanOrEqual(2);
    expect(host.errors.filter((line) => !isInspectorNotice(line))).toEqual([]);
  });

  test('that is killed meanwhile rejects what was asked, and what is asked later', async () => {
    const { main } = await twoExtensions();
    const host = await startHost(main);
    const session = await host.inspect();
    await session.send('Profiler.enable');
    await session.send('Profiler.start');
    const capture = expect(captureProfile(session, { orderMs })).rejects.toThrow('is closed');
    await ended(host.child);
    await capture;
    await expect(session.send('Profiler.stop')).rejects.toThrow('is closed');
    await expect(host.inspect().then((late) => late.send('Profiler.enable'))).rejects.toThrow('is closed');
  });
});

test('watching ends as soon as the host answers again', async () => {
  const folder = await temporaryFolder({ 'main.mjs': '' });
  const host = await startHost(join(folder, 'main.mjs'));
  const answers = new AbortController();
  const session = await host.inspect();
  const capture = captureProfile(session, { orderMs, maxMs: 3_600_000, signal: answers.signal });
  answers.abort();
  await capture;
});

test('an order that the inspector does not know is refused in its words', async () => {
  const folder = await temporaryFolder({ 'main.mjs': '' });
  const host = await startHost(join(folder, 'main.mjs'));
  await expect((await host.inspect()).send('Profiler.sing')).rejects.toThrow(/Profiler\.sing/);
});

test('events reach the session that asked for them, and no other', async () => {
  const folder = await temporaryFolder({ 'main.mjs': '' });
  const host = await startHost(join(folder, 'main.mjs'));
  const [first, second] = [await host.inspect(), await host.inspect()];
  const heard: string[] = [];
  first.on('Runtime.executionContextCreated', () => heard.push('first'));
  second.on('Runtime.executionContextCreated', () => heard.push('second'));
  await first.send('Runtime.enable');
  expect(heard).toEqual(['first']);
});

test('nothing is left of the socket once the host has come, or has ended without', async () => {
  const folder = await temporaryFolder({ 'main.mjs': '' });
  const host = await startHost(join(folder, 'main.mjs'));
  await (await host.inspect()).send('Profiler.enable');
  expect(existsSync(dirname(host.inspector.path))).toBe(false);

  const never = listenForInspector(120_000);
  expect(existsSync(dirname(never.path))).toBe(true);
  never.close();
  expect(existsSync(dirname(never.path))).toBe(false);
  await expect(never.open()).rejects.toThrow('has ended');
});
