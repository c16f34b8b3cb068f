import { readdirSync, readlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { app } from 'electron';
import { patient, usualDeadlines } from '../../../src/main/deadlines.ts';
import { profileHost } from '../../../src/main/extensions/cpu-profile/profile-host.ts';
import type { HostProcess } from '../../../src/main/extensions/hosts/host-process.ts';
import {
  spawnUtilityProcess,
  type UtilityProcessOptions,
} from '../../../src/main/extensions/hosts/process/utility-process-gateway.ts';
import { nothingDeclared } from '../../../src/shared/contract/extensions/contribution-kinds.ts';
import type {
  ExtensionMethods,
  ExtensionOpen,
  HostMethods,
  HostReports,
} from '../../../src/shared/contract/extensions/exthost-api.ts';
import { Peer } from '../../../src/shared/rpc/peer.ts';

/**
 * The app's extension hosts without the app: starts one for each scenario, runs an extension in it and prints the
 * results as one line of JSON. Arguments: the host's module, a folder for files, and the scenarios by name.
 */

const [hostModule = '', folder = '', ...names] = process.argv.slice(process.argv.indexOf('--') + 1);

/** Longer deadlines, for a busy computer. */
const deadlines = patient(usualDeadlines, 4).hostProcesses;

interface Host {
  readonly process: HostProcess;
  readonly control: Peer<HostMethods>;
  readonly output: string[];
  readonly attempts: unknown[];
  readonly exited: Promise<string>;
  /** Activates an extension with this code as its `activate`. Its folder has its name. */
  activate(id: string, code: string): Promise<unknown>;
}

async function startHost(hostId: string, options?: Partial<UtilityProcessOptions>): Promise<Host> {
  const output: string[] = [];
  const attempts: unknown[] = [];
  const exited = Promise.withResolvers<string>();
  const host = spawnUtilityProcess(hostModule, { deadlines, ...options })(hostId, {
    onExit: exited.resolve,
    onOutput: (line) => output.push(line),
  });
  const control = new Peer<HostMethods>(host.control, {
    methods: {
      exitAttempt: (attempt: unknown) => void attempts.push(attempt),
    } satisfies Record<keyof HostReports, unknown>,
  });
  await control.call('ping', null);
  return {
    process: host,
    control,
    output,
    attempts,
    exited: exited.promise,
    async activate(id, code) {
      const rootPath = join(folder, id);
      await mkdir(rootPath, { recursive: true });
      const mainPath = join(rootPath, 'main.mjs');
      await writeFile(mainPath, `export async function activate(context) {\n${code}\n}\n`);
      const open: ExtensionOpen = {
        type: 'extension',
        extensionId: id,
        rootPath,
        mainPath,
        runtime: 'js',
        declares: nothingDeclared,
      };
      const peer = new Peer<ExtensionMethods>(host.openPort(open), { methods: { 'log.write': () => null } });
      return peer.call('activate', { reason: 'onStartup' });
    },
  };
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // The descriptor with which the folder is read here.
    return '/dev/null';
  }
}

const failure = (error: unknown) => (error instanceof Error ? error.message : String(error));
const root = (id: string) => ({ id, rootPath: join(folder, id) });

const scenarios: Record<string, () => Promise<unknown>> = {
  async 'busy loop'() {
    const host = await startHost('busy');
    await host.activate('calm', 'setInterval(() => JSON.stringify([1]), 1);');
    host
      .activate('busy', 'for (;;) spin();\nfunction spin() { return JSON.stringify({ a: [1, 2, 3] }); }')
      .catch(() => {});
    const profile = await profileHost(host.process, 'busy', [root('calm'), root('busy')], join(folder, 'profiles'), {
      orderMs: deadlines.profilerMs,
      maxMs: 2_000,
    });
    const url = await host.process.inspectorUrl?.();
    host.process.kill();
    return { ...profile, url, reason: await host.exited, output: host.output };
  },
  async 'out of memory'() {
    const host = await startHost('oom', { maxHeapMb: 48 });
    host
      .activate('oom', 'const kept = []; for (;;) kept.push(Array.from({ length: 1000 }, (_, i) => ({ i })));')
      .catch(() => {});
    return { reason: await host.exited };
  },
  async 'process.exit'() {
    const host = await startHost('exit');
    await host.activate('calm', '');
    const calls = ['process.exit(3)', 'process.crash()', 'process.abort()', 'process.reallyExit(4)', 'process.hang()'];
    const errors: string[] = [];
    for (const call of calls) errors.push(await host.activate(call, `${call};`).then(() => 'none', failure));
    // Uncaught within a listener for uncaught errors, which would end a plain Node process.
    await host.activate(
      'late',
      `process.on('uncaughtException', () => process.exit(5)); setTimeout(() => process.exit(6), 1);`,
    );
    while (host.attempts.length < calls.length + 1) await host.control.call('ping', null);
    host.process.kill();
    return { errors, attempts: host.attempts, reason: await host.exited };
  },
  async 'native crash'() {
    const host = await startHost('segv');
    const kill = `const { spawn } = await import('node:child_process'); spawn('kill', ['-SEGV', String(process.pid)]);`;
    host.activate('segv', kill).catch(() => {});
    return { reason: await host.exited };
  },
  async 'killed again and again'() {
    // Without null devices, of which Electron itself opens one per process and closes none.
    const open = () =>
      readdirSync('/proc/self/fd').filter((fd) => !linkOf(`/proc/self/fd/${fd}`).endsWith('null')).length;
    const cycle = async () => {
      const host = await startHost('killed');
      await host.activate('calm', '');
      const at = performance.now();
      host.process.kill();
      await host.exited;
      return performance.now() - at;
    };
    for (let warm = 0; warm < 3; warm += 1) await cycle();
    const before = open();
    const times: number[] = [];
    for (let count = 0; count < Number(process.env.CYCLES); count += 1) times.push(await cycle());
    // The last descriptors are closed a moment after the end is known.
    for (let looks = 0; open() > before && looks < 50; looks += 1) await delay(100);
    return { before, after: open(), median: times.toSorted((a, b) => a - b)[times.length / 2] };
  },
  async metrics() {
    const host = await startHost('metrics', { inspectPort: () => 0 });
    await host.activate('calm', '');
    const url = await host.process.inspectorUrl?.();
    const metrics = await host.process.metrics();
    host.process.kill();
    await host.exited;
    return { url, metrics, gone: await host.process.metrics(), output: host.output };
  },
};

app.whenReady().then(async () => {
  for (const name of names) {
    const seen = await (scenarios[name]?.() ?? Promise.reject(new Error('unknown'))).catch((error) => ({
      error: failure(error),
    }));
    process.stdout.write(`${JSON.stringify({ seen })}\n`);
  }
  app.exit(0);
});
