import type { Access } from '../access.ts';
import type { ContributionKind } from './contribution-kinds.ts';
import type { HostKind } from './host-kind.ts';
import type { HostStatus } from './host-state.ts';
import type { Unserved } from './unserved.ts';

/** Extensions, for the Extensions view. */

/**
 * In the order of precedence: named on the command line, installed by the person, brought by the open folder (only
 * when the folder is trusted), bundled with the app.
 */
const extensionSources = ['development', 'explicit', 'user', 'project', 'bundled'] as const;
export type ExtensionSource = (typeof extensionSources)[number];

/** The entry of `[capabilities] network` by which hosts are asked about when they are used. */
export const askPattern = 'ask';

/** A capability in a manifest that needs the person's consent before the extension runs. */
export type Ask =
  /** It has the id of a bundled extension, and replaces that. */
  | { readonly kind: 'takes-over'; readonly name: string }
  /** It runs with the rights of the person's account: files, network, programs. */
  | { readonly kind: 'process' }
  | { readonly kind: 'network'; readonly hosts: readonly string[] }
  | { readonly kind: 'workspace'; readonly access: 'read' | 'write' }
  /** Each command is asked about all the same. */
  | { readonly kind: 'exec' }
  /** Programs with the rights of the person's account, which start when a person asks them; how each is had. */
  | { readonly kind: 'agents'; readonly agents: readonly string[] }
  | { readonly kind: 'environment'; readonly variables: readonly string[] };

export type ExtensionStatus =
  /** Loaded on demand. */
  | 'idle'
  /** It has no code: what it brings is there. */
  | 'in-use'
  | 'activating'
  | 'active'
  /** Activation failed, or it stays off after crashes; it can be retried. */
  | 'failed'
  | 'disabled'
  /** Another extension with the same id takes precedence. */
  | 'shadowed'
  /** Its manifest cannot be read. */
  | 'invalid'
  /** It asks for a capability without consent. */
  | 'needs-consent';

export interface ExtensionSnapshot {
  /** Folder, unique in the list also for shadowed and invalid extensions. */
  readonly rootPath: string;
  /** From the manifest; the folder's name if that cannot be read. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly authors: readonly string[];
  readonly source: ExtensionSource;
  /** Present or intended host; null without code, or if the manifest cannot be read. */
  readonly hostKind: HostKind | null;
  readonly status: ExtensionStatus;
  /** Why it is failed, shadowed or invalid, in a sentence. */
  readonly reason?: string | undefined;
  /** Stack of the failure. */
  readonly detail?: string | undefined;
  readonly asks: readonly Ask[];
  /** What the person always lets it do besides, until they take it back. */
  readonly allowed: readonly Access[];
  /** Endpoints to which a person always lets the script send requests: address, dialect, variable. */
  readonly allowedEndpoints: readonly string[];
  /** Hosts that a person always lets it talk to. */
  readonly allowedHosts: readonly string[];
  /** Display names of the contributions; of snippets the files that the manifest names. */
  readonly contributes: Readonly<
    Record<ContributionKind | 'agentServers' | 'snippets' | 'settings', readonly string[]>
  >;
  readonly activationEvents: readonly string[];
  readonly unserved: Unserved;
}

/** An extension in its host, for the Running extensions view. */
export interface RunningExtension {
  readonly extensionId: string;
  readonly extensionName: string;
  readonly hostId: string;
  readonly hostKind: HostKind;
  readonly hostStatus: HostStatus;
  readonly pid?: number | undefined;
  /** The event that activated it, such as "onCommand:greet". */
  readonly activationReason: string;
  /** Duration of the activation in milliseconds; absent until it is active. */
  readonly activationMs?: number | undefined;
  readonly calls: number;
  readonly pending: number;
  readonly errors: number;
  /** Number of its messages that violated the protocol. */
  readonly badMessages: number;
  /** Latency of answers in milliseconds; absent before the first one. */
  readonly meanMs?: number | undefined;
  readonly p95Ms?: number | undefined;
  /** Of the host, which may be shared. */
  readonly memoryBytes?: number | undefined;
  readonly cpuPercent?: number | undefined;
  readonly lastCrash?: { readonly at: number; readonly reason: string } | undefined;
}

/** Asks for consent before an installation. */
export interface InstallQuestion {
  readonly token: string;
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly authors: readonly string[];
  /** The host that it would run in; null without code. */
  readonly hostKind: HostKind | null;
  readonly asks: readonly Ask[];
  readonly unserved: Unserved;
  /** The installed version that would be replaced. */
  readonly replaces?: string | undefined;
  /** Capabilities beyond those that the installed version has consent for. */
  readonly asksMore?: readonly Ask[] | undefined;
}
