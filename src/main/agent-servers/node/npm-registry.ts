import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod/mini';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { PinnedPackage } from './node-release.ts';

/** The registry of a person who may have no npm that could be asked. */

const usual = 'https://registry.npmjs.org/';

export interface RegistryWorld {
  readonly environment: NodeJS.ProcessEnv;
  /** The person's folder. */
  readonly home: string;
  /** The Node.js in the PATH, beside which settings for all may be; null: there is none. */
  readonly nodePath: string | null;
}

/** As npm reads it outside of a project: from the environment, the person's settings, those of the computer. Ends with "/". */
export async function registryOf({ environment, home, nodePath }: RegistryWorld): Promise<string> {
  const variable = (name: string) =>
    Object.entries(environment).find(([each]) => each.toLowerCase() === `npm_config_${name}`)?.[1] || undefined;
  const files = [
    variable('userconfig') ?? join(home, '.npmrc'),
    variable('globalconfig') ?? (nodePath === null ? null : join(dirname(dirname(nodePath)), 'etc', 'npmrc')),
  ];
  let registry = variable('registry');
  for (const path of files) {
    if (registry !== undefined || path === null) continue;
    registry = registryIn(await readFile(path, 'utf8').catch(() => ''), environment);
  }
  return (registry ?? usual).replace(/\/?$/, '/');
}

function registryIn(settings: string, environment: NodeJS.ProcessEnv): string | undefined {
  const [, named] = [...settings.matchAll(/^[ \t]*registry[ \t]*=[ \t]*(.+?)[ \t]*$/gm)].at(-1) ?? [];
  return named
    ?.replace(/^(["'])(.*)\1$/, '$2')
    .replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => environment[name] ?? whole);
}

const versionSchema = z.object({ dist: z.object({ tarball: z.string(), integrity: z.string() }) });

/**
 * Where a registry has the archive of a package.
 * @throws {FailureError} when it has none, or another one than the pinned
 */
export async function archiveOf(
  { name, version, sha512 }: PinnedPackage,
  registry: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<URL> {
  const base = URL.canParse(registry) ? new URL(registry) : null;
  if (base?.protocol !== 'https:' || base.username !== '') {
    throw failure('The registry of your npm settings is no plain https address. Install Node.js yourself.');
  }
  const { host } = base;
  const answer = await fetch(new URL(`${name}/${version}`, base), { signal }).catch((thrown: unknown) => {
    signal.throwIfAborted();
    throw failure(`${host} could not be reached (${String((thrown as Error).cause ?? (thrown as Error).message)}).`);
  });
  if (answer.status === 401 || answer.status === 403) {
    throw failure(`${host} asks for a sign-in, which the app does not do. Install Node.js yourself.`);
  }
  if (!answer.ok) throw failure(`${host} has no ${name} ${version}: it answered with ${answer.status}.`);
  const read = versionSchema.safeParse(await answer.json().catch(() => null));
  if (!read.success || !URL.canParse(read.data.dist.tarball)) {
    throw failure(`${host} answered with what is no package.`);
  }
  const { tarball, integrity } = read.data.dist;
  if (!integrity.split(/\s+/).includes(`sha512-${sha512}`)) {
    throw failure(`${host} has another ${name} ${version} than the one that the app knows: its hash is another.`);
  }
  const url = new URL(tarball);
  if (url.protocol !== 'https:') throw failure(`${host} leads to an address without https.`);
  return url;
}

const failure = (message: string) => new FailureError({ code: 'install-failed', message });
