import { z } from 'zod/mini';
import { environmentSchema } from './agent-server-setting.ts';

/**
 * How an agent is had, in the form of the public registry (https://agentclientprotocol.com/registry) and of the targets in
 * manifests of Zed.
 */

const args = z._default(z.array(z.string().check(z.maxLength(4096), z.regex(/^[^\0]*$/))).check(z.maxLength(200)), []);
const env = z._default(environmentSchema, {});

/** `@scope/name@1.2.3`: no range and no tag, which mean another package tomorrow. */
const npmSpec = z
  .string()
  .check(
    z.maxLength(300),
    z.regex(
      /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*@\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/,
      'name a package of npm with its exact version, such as "@scope/name@1.2.3"',
    ),
  );
/** `name==1.2.3`, or `name@1.2.3`. */
const uvxSpec = z
  .string()
  .check(
    z.maxLength(300),
    z.regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\[[A-Za-z0-9,._-]+\])?(?:==|@)\d[0-9A-Za-z.+!-]*$/,
      'name a package of PyPI with its exact version, such as "name==1.2.3"',
    ),
  );

export const npxSchema = z.object({
  package: npmSpec,
  args,
  env,
  /** That of the package in the lockfile, if the list pins it. */
  integrity: z.optional(z.string().check(z.regex(/^sha512-[A-Za-z0-9+/=]+$/))),
});
export const uvxSchema = z.object({ package: uvxSpec, args, env });

export const targetSchema = z.object({
  archive: z.url({ protocol: /^https$/ }),
  /** A file of the archive, or a program such as `node` that is run with `args`. */
  cmd: z.string().check(z.minLength(1), z.maxLength(1000), z.regex(/^[^\0]*$/)),
  args,
  env,
  sha256: z.optional(z.string().check(z.regex(/^[0-9a-fA-F]{64}$/, 'use the 64 hexadecimal digits of its SHA-256'))),
});

/** By `{darwin|linux|windows}-{aarch64|x86_64}`; others are let through, as the form grows. */
export const targetsSchema = z.record(z.string(), targetSchema);

export const distributionSchema = z.object({
  binary: z.optional(targetsSchema),
  npx: z.optional(npxSchema),
  uvx: z.optional(uvxSchema),
});
export type PublishedDistribution = z.output<typeof distributionSchema>;
