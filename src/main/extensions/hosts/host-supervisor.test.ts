import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { nothingDeclared } from '../../../shared/contract/extensions/contribution-kinds.ts';
import { FairTurns } from '../ports/fair-turns.ts';
import { turnLimits } from '../ports/turn-limits.ts';
import { doing, folders, models, patience, stopAll, supervise } from '../test-support/supervised-host.ts';
import { hostLimits } from './host-limits.ts';
import { HostSupervisor } from './host-supervisor.ts';

vi.setConfig({ testTimeout: 400_000 });
afterEach(stopAll);
afterAll(folders.remove);

const atOnce = { restarts: { ...hostLimits.restarts, backoffMs: [0] } };

describe('a supervised host', () => {
  test('starts once however often it is asked, runs an extension, and stops', async () => {
    const { supervisor, hosts, heard, open, status } = supervise();
    supervisor.start();
    supervisor.start();
    expect(supervisor.pid).toBeGreaterThan(0);
    await status('running');
    const peer = await open(doing('return process.pid;'));
    expect(await peer.call('provider.models', models)).toBe(supervisor.pid);
    await supervisor.stop();
    expect(hosts.liveCount).toBe(0);
    expect(supervisor.pid).toBeUndefined();
    expect(hosts.spawned).toEqual(['subject']);
    expect(heard).toEqual(['starting', 'connect', 'running', 'shut down: at your request', 'stopped']);
  });

  test('that is killed is back as its policy says: at once, then later; the third crash is a failure', async () => {
    const restarts = { ...hostLimits.restarts, backoffMs: [0, 100] };
    const { supervisor, heard, status } = supervise(undefined, { restarts });
    supervisor.start();
    for (const _ of [1, 2, 3]) {
      await status('running');
      process.kill(supervisor.pid ?? 0, 'SIGKILL');
      await vi.waitFor(() => expect(supervisor.state.status).not.toBe('running'), patience);
    }
    await status('failed');
    const reason = 'it was ended by SIGKILL';
    const crash = (restartInMs: number) => [
      `disconnect: ${reason}`,
      `crash: ${reason}, back in ${restartInMs}`,
      'restarting',
      'starting',
      'connect',
      'running',
    ];
    expect(heard).toEqual([
      ...['starting', 'connect', 'running'],
      ...crash(0),
      ...crash(100),
      ...[`disconnect: ${reason}`, `fail: ${reason}`, 'failed'],
    ]);
    supervisor.start();
    expect(supervisor.state.status).toBe('failed');
    supervisor.restart();
    await status('running');
    expect(supervisor.state.crashes).toEqual([]);
  });

  test('that never gets ready is given up in time, killed and tried again', async () => {
    const modulePath = folders.write('never-ready.mjs', 'setInterval(() => {}, 1000);');
    const { supervisor, hosts, heard, status } = supervise(modulePath, { startMs: 1_000 });
    supervisor.start();
    const first = supervisor.pid;
    await vi.waitFor(() => expect(hosts.spawned).toHaveLength(2), patience);
    expect(heard).toEqual([
      'starting',
      'disconnect: at your request',
      'crash: it did not start within 1 s, back in 0',
      'restarting',
      'starting',
    ]);
    await vi.waitFor(() => expect(hosts.liveCount).toBe(1), patience);
    expect(supervisor.pid).not.toBe(first);
    await status('starting');
  });

  test('that ends before it is ready fails at its third start, with the reason', async () => {
    const modulePath = folders.write('broken.mjs', 'console.error("no such module"); process.exit(3);');
    const { supervisor, heard, hosts, status } = supervise(modulePath, atOnce);
    supervisor.start();
    await status('failed');
    expect(hosts.spawned).toHaveLength(3);
    expect(heard.filter((text) => text === 'output: no such module')).toHaveLength(3);
    expect(heard).toContain('fail: it ended with code 3');
  });

  test('that cannot be spawned fails at its third start, with the reason', async () => {
    const heard: string[] = [];
    const supervisor = new HostSupervisor({
      id: 'subject',
      limits: { ...hostLimits, ...atOnce },
      spawn() {
        throw new Error('no processes left');
      },
      tell(event) {
        if (event.type === 'changed') heard.push(event.state.status);
        if (event.type === 'crashed') heard.push(event.reason);
        if (event.type === 'failed') heard.push(`fail: ${event.reason}`);
      },
      leavePorts: () => () => undefined,
      oldestUnacknowledgedAt: () => undefined,
      turns: new FairTurns(turnLimits),
    });
    supervisor.start();
    await vi.waitFor(() => expect(supervisor.state.status).toBe('failed'), patience);
    const reason = 'it could not be started: no processes left';
    const again = [reason, 'restarting', 'starting'];
    expect(heard).toEqual(['starting', ...again, ...again, `fail: ${reason}`, 'failed']);
    supervisor.restart();
    await supervisor.stop();
    expect(supervisor.state.status).toBe('stopped');
  });

  test('gives an extension its time to deactivate when it stops', async () => {
    const { supervisor, open, status } = supervise();
    const [note, leave] = [join(folders.root, 'note.txt'), join(folders.root, 'leave.txt')];
    supervisor.start();
    await status('running');
    await open(`
      import { existsSync, writeFileSync } from 'node:fs';
      export const activate = () => {};
      export async function deactivate() {
        writeFileSync(${JSON.stringify(note)}, 'begun');
        while (!existsSync(${JSON.stringify(leave)})) await new Promise((resolve) => setTimeout(resolve, 10));
        writeFileSync(${JSON.stringify(note)}, 'done');
      }`);
    const stopped = supervisor.stop();
    await vi.waitFor(() => expect(readFileSync(note, 'utf8')).toBe('begun'), patience);
    writeFileSync(leave, '');
    await stopped;
    expect(readFileSync(note, 'utf8')).toBe('done');
  });

  test('does not wait longer than its limit for one that does not deactivate', async () => {
    const { supervisor, hosts, open, status } = supervise(undefined, { shutDownMs: 500 });
    supervisor.start();
    await status('running');
    await open('export const activate = () => {}; export const deactivate = () => new Promise(() => {});');
    await supervisor.stop();
    expect(hosts.liveCount).toBe(0);
  });

  test('lets the old process deactivate while the new one starts', async () => {
    const { supervisor, hosts, heard, status } = supervise();
    supervisor.start();
    await status('running');
    const first = supervisor.pid;
    supervisor.restart();
    expect(supervisor.state.status).toBe('starting');
    await status('running');
    expect(supervisor.pid).not.toBe(first);
    await vi.waitFor(() => expect(hosts.liveCount).toBe(1), patience);
    expect(heard.filter((text) => text.startsWith('crash'))).toEqual([]);
  });

  test('can be stopped while it starts, and started again', async () => {
    const { supervisor, heard, status } = supervise();
    supervisor.start();
    await supervisor.stop();
    expect(supervisor.state.status).toBe('stopped');
    supervisor.start();
    await status('running');
    expect(heard.filter((text) => text === 'running')).toHaveLength(1);
  });

  test('refuses to open an extension’s port while it is down', () => {
    const { supervisor } = supervise();
    expect(() =>
      supervisor.openExtension({
        type: 'extension',
        extensionId: 'x',
        rootPath: '/',
        mainPath: '/x',
        runtime: 'js',
        declares: nothingDeclared,
      }),
    ).toThrow('The extension host subject is not running');
  });
});
