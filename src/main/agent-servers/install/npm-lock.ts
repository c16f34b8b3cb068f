import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { NpmDistribution } from '../catalog/agent-offer.ts';

const words = z.optional(z.array(z.string()));
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.optional(z.string()),
      integrity: z.optional(z.string()),
      inBundle: z.optional(z.boolean()),
      engines: z.optional(z.unknown()),
      os: words,
      cpu: words,
    }),
  ),
});

interface Locked {
  /** Of the archives of all packages. */
  readonly urls: readonly string[];
  /** The versions of Node.js that the agent names; absent: none. */
  readonly nodeRange?: string | undefined;
}

/**
 * The packages that a lockfile of npm names for this computer.
 * @throws {FailureError} unless each comes by https with a hash, and the agent's own is the one that the list pins
 */
export async function readLock(
  folder: string,
  distribution: Pick<NpmDistribution, 'package' | 'integrity'>,
  { platform, arch }: { readonly platform: string; readonly arch: string },
): Promise<Locked> {
  const read = lockSchema.safeParse(JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')));
  if (!read.success) throw refusal('npm wrote a lockfile that cannot be read.');
  const packages = Object.entries(read.data.packages).filter(([path, { inBundle }]) => path !== '' && !inBundle);
  for (const [path, { resolved = '', integrity }] of packages) {
    if (integrity === undefined) throw refusal(`The package ${nameOf(path)} has no hash in the lockfile.`);
    if (!resolved.startsWith('https://')) throw refusal(`The package ${nameOf(path)} does not come by https.`);
  }
  const own = packages.find(([path]) => path === `node_modules/${distribution.package}`)?.[1];
  if (!own) throw refusal(`npm did not find ${distribution.package}.`);
  if (distribution.integrity !== undefined && own.integrity !== distribution.integrity) {
    throw refusal(`The package ${distribution.package} is not the one that the list names: its hash is another.`);
  }
  const urls = packages
    .filter(([, { os, cpu }]) => isFor(os, platform) && isFor(cpu, arch))
    .map(([, { resolved = '' }]) => resolved);
  const engines = z.object({ node: z.string() }).safeParse(own.engines);
  return { urls, nodeRange: engines.success ? engines.data.node : undefined };
}

/** As npm reads `os` and `cpu`: names, or with "!" what is excluded. */
function isFor(names: readonly string[] | undefined, name: string): boolean {
  if (!names || names.length === 0) return true;
  if (names.includes(`!${name}`)) return false;
  return names.includes(name) || names.every((each) => each.startsWith('!'));
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

const refusal = (why: string) => new FailureError({ code: 'install-failed', message: `${why} Nothing was installed.` });
