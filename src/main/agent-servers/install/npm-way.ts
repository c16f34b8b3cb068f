import { open, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod/mini';
import { FailureError } from '../../../shared/contract/errors.ts';
import { LinkedController } from '../../../shared/linked-controller.ts';
import { commandEnvironment } from '../../tools/commands/command-environment.ts';
import { runInShell } from '../../tools/commands/run-in-shell.ts';
import type { NpmDistribution } from '../catalog/agent-offer.ts';
import { causeOfNpm } from '../npm-causes.ts';
import type { InstalledProgram, InstallWay, InstallWorld } from './install-way.ts';
import { readLock } from './npm-lock.ts';

const timeoutMs = 15 * 60_000;
const sizesMs = 8_000;
const quiet = '--ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error';

/** A package of npm with what it needs, as its lockfile names it; no script of a package is run. */
export function createNpmWay(world: InstallWorld): InstallWay<NpmDistribution> {
  const { platform } = world;

  /** @param environment has npm in its PATH */
  async function npm(line: string, folder: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
    const { exitCode, output, isTimedOut } = await runInShell({
      line: `npm ${line} ${quiet}`,
      cwd: folder,
      // How a person reaches their registry stands there too.
      environment: { ...commandEnvironment(environment, platform), ...npmSettings(environment) },
      timeoutMs,
      signal,
      onOutput: () => {},
    });
    if (exitCode === 0) return;
    const ended = isTimedOut ? 'it took too long' : `it ended with ${exitCode ?? 'a signal'}`;
    const why = causeOfNpm(output) || ended;
    throw new FailureError({ code: 'install-failed', message: `npm failed: ${why}.`, detail: output.slice(-4000) });
  }

  /** With the Node.js that npm and the agent run on. */
  const environmentOf = (who: string, range?: string): Promise<NodeJS.ProcessEnv> =>
    world.nodes.environmentFor({ who, program: 'npm', range });

  return {
    async plan(distribution, { name, folder, signal }) {
      const manifest = { private: true, dependencies: { [distribution.package]: distribution.version } };
      await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
      // A person's own setting may leave out from where a package comes.
      const any = await environmentOf(name);
      await npm('install --package-lock-only --omit-lockfile-registry-resolved=false', folder, any, signal);
      const { urls, nodeRange } = await readLock(folder, distribution, world);
      await environmentOf(name, nodeRange);
      return {
        bytes: await sizeOf(urls, world.fetch, signal),
        packages: urls.length,
        hosts: [...new Set(urls.map((url) => new URL(url).host))],
        isChecked: true,
      };
    },
    async install(distribution, { name, folder, signal }, tell) {
      tell('Downloading and unpacking');
      // Not `npm ci`, which refuses lockfiles of some packages with optional parts for other systems.
      const planned = await readLock(folder, distribution, world);
      const environment = await environmentOf(name, planned.nodeRange);
      await npm('install --omit-lockfile-registry-resolved=false', folder, environment, signal);
      // Read anew: it holds for what was installed.
      const { nodeRange } = await readLock(folder, distribution, world);
      return { ...(await programOf(folder, distribution)), args: distribution.args, nodeRange };
    },
  };
}

const npmSettings = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      /^npm_config_/i.test(name) && value !== undefined ? [[name, value]] : [],
    ),
  );

/** Bytes of all archives; null when a server does not tell in time. */
async function sizeOf(
  urls: readonly string[],
  fetch: InstallWorld['fetch'],
  signal: AbortSignal,
): Promise<number | null> {
  const limited = new LinkedController([signal], sizesMs);
  const atOnce = pLimit(8);
  try {
    const sizes = await Promise.all(
      urls.map((url) =>
        atOnce(async () => {
          const { ok, headers } = await fetch(url, { method: 'HEAD', signal: limited.signal });
          const length = Number(headers.get('content-length') ?? Number.NaN);
          if (!ok || !Number.isSafeInteger(length)) throw new Error('no size');
          return length;
        }),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    signal.throwIfAborted();
    return null;
  } finally {
    limited.end();
  }
}

const packageSchema = z.object({
  version: z.string(),
  bin: z.optional(z.union([z.string(), z.record(z.string(), z.string())])),
});

/** The program of a package, by the rule of `npx`. */
async function programOf(
  folder: string,
  { package: name, version }: NpmDistribution,
): Promise<Pick<InstalledProgram, 'runner' | 'entry'>> {
  const place = posix.join('node_modules', name);
  const read = packageSchema.safeParse(JSON.parse(await readFile(join(folder, place, 'package.json'), 'utf8')));
  if (!read.success || read.data.version !== version) throw failure(`npm did not install ${name} ${version}.`);
  const { bin = {} } = read.data;
  const bins = typeof bin === 'string' ? { [name]: bin } : bin;
  const paths = [...new Set(Object.values(bins))];
  const named = bins[name] ?? bins[name.slice(name.indexOf('/') + 1)];
  const path = paths.length === 1 ? paths[0] : named;
  if (path === undefined) throw failure(`The package ${name} does not say which program to start.`);
  const entry = posix.join(place, path);
  if (!entry.startsWith(`${place}/`)) throw failure(`The program of ${name} is outside of the package.`);
  return { runner: (await isForNode(join(folder, entry))) ? 'node' : null, entry };
}

async function isForNode(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(200), 0, 200, 0);
    const [first = ''] = buffer.toString('latin1', 0, bytesRead).split('\n');
    return first.startsWith('#!') ? /\bnode\b/.test(first) : /\.[cm]?js$/.test(path);
  } finally {
    await handle.close();
  }
}

const failure = (message: string) => new FailureError({ code: 'install-failed', message });
