import { basename } from 'node:path';
import { isSandboxed } from '../../../shared/contract/extensions/host-kind.ts';
import {
  extensionIdSchema,
  type Manifest,
  manifestSchema,
  type Registered,
} from '../../../shared/contract/extensions/manifest.ts';
import { formatIssue } from '../manifest/format-issue.ts';

/** What is assumed of a script without a manifest: it has its file's name. Its commands are asked about one by one. */
export function bareManifest(id: string, main: string): { readonly manifest: Manifest } | { readonly reason: string } {
  const read = extensionIdSchema.safeParse(id);
  if (!read.success) return { reason: formatIssue(read.error, 'its name, which is its id') };
  const runtime = { kind: 'lua', main: basename(main) };
  const capabilities = { exec: true };
  return {
    manifest: manifestSchema.parse({ id, name: id, version: '0.0.0', schema_version: 1, runtime, capabilities }),
  };
}

/** A script's manifest with what it has registered, which goes before what the manifest declares. */
export function withRegistered(manifest: Manifest, registered: Registered): Manifest {
  const { network, workspace } = manifest.capabilities ?? {};
  // It can act through its calls and by commands alone, and is asked about each effect.
  const asksByEffect = isSandboxed(manifest) && !network?.length && !workspace;
  const tools = Object.entries(registered.tools).map(([name, tool]) => [
    name,
    { ...tool, approval: asksByEffect ? 'each-effect' : 'call' } as const,
  ]);
  return {
    ...manifest,
    language_model_providers: { ...manifest.language_model_providers, ...registered.language_model_providers },
    commands: { ...manifest.commands, ...registered.commands },
    slash_commands: { ...manifest.slash_commands, ...registered.slash_commands },
    events: { ...manifest.events, ...registered.events },
    tools: { ...manifest.tools, ...Object.fromEntries(tools) },
  };
}
