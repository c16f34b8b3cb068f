import type { ContributionKind } from './contribution-kinds.ts';
import type { HostKind } from './host-kind.ts';
import type { HostStatus } from './host-state.ts';

/** Extensions as the Extensions view shows them. */

/**
 * In the order of precedence: named on the command line, installed by the person, brought by the open folder (only
 * when the folder is trusted), bundled with the app.
 */
export const extensionSources = ['development', 'explicit', 'user', 'project', 'bundled'] as const;
export type ExtensionSource = (typeof extensionSources)[number];

/** One thing that a manifest asks for, which a person consents to before the extension runs. */
export type Ask =
  /** It has the id of an extension that comes with the app, and is used instead. */
  | { readonly kind: 'takes-over'; readonly name: string }
  /** It runs with the person's own rights: files, network, programs. */
  | { readonly kind: 'process' }
  | { readonly kind: 'network'; readonly hosts: readonly string[] }
  | { readonly kind: 'workspace'; readonly access: 'read' | 'write' }
  | { readonly kind: 'environment'; readonly variables: readonly string[] };

export type ExtensionStatus =
  /** Loaded when something needs it. */
  | 'idle'
  | 'activating'
  | 'active'
  /** Its activation failed, or it stays off after crashes; can be tried again. */
  | 'failed'
  | 'disabled'
  /** Another extension of the same id comes first. */
  | 'shadowed'
  /** Its manifest cannot be read. */
  | 'invalid'
  /** It asks for something that nobody has consented to yet. */
  | 'needs-consent';

export interface ExtensionSnapshot {
  /** Unique in the list, also among shadowed and invalid ones: the folder. */
  readonly rootPath: string;
  /** The id of the manifest; the name of the folder when the manifest cannot be read. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly authors: readonly string[];
  readonly source: ExtensionSource;
  /** In which it runs, or would; null when its manifest cannot be read. */
  readonly hostKind: HostKind | null;
  readonly status: ExtensionStatus;
  /** Why it is failed, shadowed or invalid: a sentence. */
  readonly reason?: string | undefined;
  /** The stack of the failure. */
  readonly detail?: string | undefined;
  readonly asks: readonly Ask[];
  /** By what a person calls each. */
  readonly contributes: Readonly<Record<ContributionKind | 'settings', readonly string[]>>;
  readonly activationEvents: readonly string[];
}

/** One extension in its host, as the Running extensions view shows it. */
export interface RunningExtension {
  readonly extensionId: string;
  readonly extensionName: string;
  readonly hostId: string;
  readonly hostKind: HostKind;
  readonly hostStatus: HostStatus;
  readonly pid?: number | undefined;
  /** The event that it was activated for, such as "onCommand:greet". */
  readonly activationReason: string;
  /** Milliseconds; absent while it activates. */
  readonly activationMs?: number | undefined;
  readonly calls: number;
  readonly pending: number;
  readonly errors: number;
  /** Messages of it that were no messages of the protocol. */
  readonly badMessages: number;
  /** Milliseconds; absent before the first answer. */
  readonly meanMs?: number | undefined;
  readonly p95Ms?: number | undefined;
  /** Of its host, which others may share. */
  readonly memoryBytes?: number | undefined;
  readonly cpuPercent?: number | undefined;
  readonly lastCrash?: { readonly at: number; readonly reason: string } | undefined;
}

/** Before an extension is installed: what it is and what it asks for. */
export interface InstallQuestion {
  readonly token: string;
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly authors: readonly string[];
  /** In which it would run. */
  readonly hostKind: HostKind;
  readonly asks: readonly Ask[];
  /** The version that it takes the place of. */
  readonly replaces?: string | undefined;
  /** What it asks for beyond what that one was allowed. */
  readonly asksMore?: readonly Ask[] | undefined;
}
