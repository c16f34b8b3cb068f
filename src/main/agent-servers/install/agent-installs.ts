import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import type { AgentInstallPlan } from '../../../shared/contract/agent-servers/agent-server.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { openJsonFile } from '../../documents/saving/json-file.ts';
import type { AgentOffer } from '../catalog/agent-offer.ts';
import { createNodeWay } from '../node/node-way.ts';
import { createArchiveWay } from './archive-way.ts';
import { installFailure } from './install-failure.ts';
import type { Installable, Installing, InstallWay, InstallWorld } from './install-way.ts';
import { createNpmWay } from './npm-way.ts';
import { createUvxWay } from './uvx-way.ts';

const recordSchema = z.object({
  name: z.string(),
  description: z.string(),
  version: z.string(),
  /** In the folder of all agents. */
  folder: z.string().check(z.regex(/^[A-Za-z0-9-]+$/)),
  runner: z.nullable(z.string()),
  entry: z.nullable(z.string()),
  args: z.array(z.string()),
  /** In words. */
  origin: z.string(),
  /** The same without its version, and with all of an address; "" in records of before. */
  source: z._default(z.string(), ''),
  environment: z.record(z.string(), z.string()),
  nodeRange: z.optional(z.string()),
  /** In ms since 1970. */
  at: z.number(),
});
/** An agent that is in the app's own folder. */
type InstalledAgent = Readonly<z.output<typeof recordSchema>>;

export interface AgentInstallsDeps {
  /** Of the app's data. */
  readonly userData: string;
  readonly world: InstallWorld;
  /** Something of `get` or `progressOf` is another. */
  changed(): void;
  onProblem(sentence: string): void;
}

export type AgentInstalls = Awaited<ReturnType<typeof openAgentInstalls>>;

/** What is kept with what was installed. */
export interface InstalledAbout extends Pick<AgentOffer, 'name' | 'description' | 'environment'> {
  /** In words. */
  readonly origin: string;
  /** In words, without its version. */
  readonly source: string;
}

interface Work {
  readonly controller: AbortController;
  readonly folder: string;
  readonly distribution: Installable;
  progress: string | null;
}

/**
 * Agents in the app's own folder, and the Node.js that runs some, each by its reference:
 * each version in one of its own: what is there is replaced when the other is whole, and its
 * folder stays until the next start, as a process may run from it.
 */
export async function openAgentInstalls({ userData, world, changed, onProblem }: AgentInstallsDeps) {
  const root = join(userData, 'agents');
  const file = await openJsonFile({
    path: join(userData, 'agents.json'),
    schema: z.record(z.string(), recordSchema),
    empty: {},
    what: 'The list of installed agents',
    onProblem,
  });
  const ways: { readonly [T in Installable['type']]: InstallWay } = {
    npm: createNpmWay(world) as InstallWay,
    uvx: createUvxWay(world) as InstallWay,
    archive: createArchiveWay(world) as InstallWay,
    node: createNodeWay(world) as InstallWay,
  };
  const works = new Map<string, Work>();
  const fresh = new Set<string>();

  const get = (ref: string): InstalledAgent | null => {
    const all = file.get();
    return Object.hasOwn(all, ref) ? (all[ref] ?? null) : null;
  };

  /** Removes what no agent is in: of versions before, and of what was broken off. */
  async function sweep(): Promise<void> {
    const kept = new Set(Object.values(file.get()).map(({ folder }) => folder));
    for (const name of await readdir(root).catch(() => [])) {
      if (!kept.has(name) && !fresh.has(name)) await discard(name);
    }
  }
  let swept: Promise<void> | null = null;

  const discard = (folder: string): Promise<void> =>
    rm(join(root, folder), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});

  const installing = (name: string, { folder, controller: { signal } }: Work): Installing => ({
    name,
    folder: join(root, folder),
    signal,
  });

  async function stop(ref: string): Promise<void> {
    const work = works.get(ref);
    if (!work) return;
    works.delete(ref);
    work.controller.abort();
    changed();
    await discard(work.folder);
  }

  /** @returns a failure, also when it was cancelled; then nothing is left of it */
  async function attempt<T>(ref: string, work: Work, act: () => Promise<T>): Promise<Result<T>> {
    try {
      const value = await act();
      if (works.get(ref) === work) return ok(value);
    } catch (thrown) {
      if (works.get(ref) === work) {
        await stop(ref);
        return { ok: false, failure: installFailure(thrown, root) };
      }
    }
    await discard(work.folder);
    return fail('cancelled', 'It was cancelled. Nothing was installed.');
  }

  return {
    get,
    all: (): Readonly<Record<string, InstalledAgent>> => file.get(),
    progressOf: (ref: string): string | null => works.get(ref)?.progress ?? null,
    /** Absolute. */
    folderOf: ({ folder }: Pick<InstalledAgent, 'folder'>): string => join(root, folder),
    /** What would be installed. Another plan of the same one ends. @param name for sentences */
    async plan(ref: string, name: string, distribution: Installable): Promise<Result<AgentInstallPlan>> {
      await stop(ref);
      swept ??= sweep();
      await swept;
      const folder = randomUUID();
      fresh.add(folder);
      const work: Work = {
        controller: new AbortController(),
        folder,
        distribution,
        progress: 'Looking up what it needs',
      };
      works.set(ref, work);
      changed();
      const planned = await attempt(ref, work, async () => {
        await mkdir(join(root, folder), { recursive: true });
        return ways[distribution.type].plan(distribution, installing(name, work));
      });
      work.progress = null;
      changed();
      return planned;
    },
    /** Installs what was planned last. */
    async install(ref: string, about: InstalledAbout): Promise<Result<null>> {
      const work = works.get(ref);
      if (!work || work.progress !== null) return fail('install-failed', 'What would be installed is not known yet.');
      const { folder, distribution } = work;
      const tell = (progress: string) => {
        work.progress = progress;
        changed();
      };
      // At once: a second press would install into the same folder.
      tell('Downloading');
      const installed = await attempt(ref, work, () =>
        ways[distribution.type].install(distribution, installing(about.name, work), tell),
      );
      if (!installed.ok) return installed;
      works.delete(ref);
      const { name, description, environment, origin, source } = about;
      const { version } = distribution;
      const program = { ...installed.value, args: [...installed.value.args] };
      const record = { name, description, version, folder, ...program, origin, source, environment, at: Date.now() };
      await file.update((all) => ({ ...all, [ref]: record }));
      changed();
      return ok(null);
    },
    cancel: stop,
    async remove(ref: string): Promise<void> {
      await stop(ref);
      const installed = get(ref);
      if (!installed) return;
      await file.update(({ [ref]: _, ...others }) => others);
      changed();
      await discard(installed.folder);
    },
    /** Breaks off what is under way. */
    async close(): Promise<void> {
      await Promise.all([...works.keys()].map(stop));
    },
  };
}
