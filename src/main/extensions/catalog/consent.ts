import type { Ask } from '../../../shared/contract/extensions/extension-state.ts';
import { isSandboxed } from '../../../shared/contract/extensions/host-kind.ts';
import type { Manifest, ManifestAgentServer } from '../../../shared/contract/extensions/manifest.ts';
import type { DiscoveredExtension, FoundScript } from './discovery.ts';

interface Asking {
  readonly manifest: Manifest;
  /** The name of the bundled extension that has the same id. */
  readonly takesOver?: string | undefined;
  readonly script?: Pick<FoundScript, 'hasManifest'> | undefined;
}

/** Whether a person decides what it may. A folder on the command line implies consent, and bundled ones are the app's. */
export const needsConsent = ({ source }: Pick<DiscoveredExtension, 'source'>): boolean =>
  source === 'user' || source === 'project';

/** The permissions that an extension needs consent for, the gravest first; empty if none. */
export function asksOf({ manifest, takesOver, script }: Asking): Ask[] {
  const asks: Ask[] = takesOver === undefined ? [] : [{ kind: 'takes-over', name: takesOver }];
  if (!isSandboxed(manifest)) asks.push({ kind: 'process' });
  const { network = [], workspace, exec } = manifest.capabilities ?? {};
  if (workspace) asks.push({ kind: 'workspace', access: workspace });
  // A script without a manifest asks for nothing by being there; each of its commands is asked about.
  if (exec && script?.hasManifest !== false) asks.push({ kind: 'exec' });
  const agents = Object.values(manifest.agent_servers).map(agentAsked);
  if (agents.length > 0) asks.push({ kind: 'agents', agents });
  const hosts = unique([...network, ...network.flatMap((pattern) => defaultsBehind(manifest, pattern))]);
  if (hosts.length > 0) asks.push({ kind: 'network', hosts });
  const variables = Object.values(manifest.language_model_providers).flatMap(({ auth }) => [
    ...(auth?.env_var === undefined ? [] : [auth.env_var]),
    ...(auth?.env_vars ?? []),
  ]);
  if (variables.length > 0) asks.push({ kind: 'environment', variables: unique(variables) });
  return asks;
}

/** An agent and what would run, without its version: an update of the extension asks about another program alone. */
function agentAsked({ name, command, npm, uvx, targets = {} }: ManifestAgentServer): string {
  const hosts = unique(Object.values(targets).map((target) => new URL(target?.archive ?? '').host));
  const from = npm?.replace(/@[^@]+$/, '') ?? uvx?.replace(/(?:==|@).*$/, '') ?? command;
  return `${name} (${from ?? `from ${hosts.join(', ')}`})`;
}

/** Hosts that the manifest itself gives in a setting: they are its choice as long as a person sets nothing. */
function defaultsBehind({ settings }: Manifest, pattern: string): string[] {
  const key = /^setting:(.+)$/.exec(pattern)?.[1] ?? '';
  const setting = Object.hasOwn(settings, key) ? settings[key] : undefined;
  if (setting?.type === 'choice') return setting.choices;
  return setting?.type === 'string' && setting.default !== '' ? [setting.default] : [];
}

/** @returns the permissions beyond the granted ones; empty: no new consent is needed */
export function asksForMore(granted: readonly Ask[], asking: Asking): Ask[] {
  return asksOf(asking).flatMap((ask) => beyond(granted, ask) ?? []);
}

function beyond(granted: readonly Ask[], ask: Ask): Ask | null {
  switch (ask.kind) {
    case 'takes-over':
    case 'process':
    case 'exec':
      return granted.some(({ kind }) => kind === ask.kind) ? null : ask;
    case 'workspace': {
      const had = granted.flatMap((one) => (one.kind === 'workspace' ? [one.access] : []));
      return had.includes('write') || had.includes(ask.access) ? null : ask;
    }
    case 'network': {
      const had = granted.flatMap((one) => (one.kind === 'network' ? one.hosts : []));
      const hosts = ask.hosts.filter((host) => !had.includes(host));
      return hosts.length > 0 ? { kind: 'network', hosts } : null;
    }
    case 'agents': {
      const had = granted.flatMap((one) => (one.kind === 'agents' ? one.agents : []));
      const agents = ask.agents.filter((agent) => !had.includes(agent));
      return agents.length > 0 ? { kind: 'agents', agents } : null;
    }
    case 'environment': {
      const had = granted.flatMap((one) => (one.kind === 'environment' ? one.variables : []));
      const variables = ask.variables.filter((variable) => !had.includes(variable));
      return variables.length > 0 ? { kind: 'environment', variables } : null;
    }
  }
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
