import type { HostReports } from '../../../shared/contract/extensions/exthost-api.ts';
import type { HostSnapshot } from '../../../shared/contract/extensions/host-state.ts';
import type { CallHandler, StreamHandler } from '../../../shared/rpc/handlers.ts';
import type { TrafficListener } from '../../../shared/rpc/traffic.ts';
import type { LogLevel } from '../../platform/log-file.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import type { HotFunction } from '../cpu-profile/blame.ts';
import type { ExtensionInstance } from '../registry/extension-connection.ts';

/** What an extension finds at the other end of its port. */
export interface HostPorts {
  methodsFor(extension: DiscoveredExtension, instance: ExtensionInstance): Record<string, CallHandler>;
  streamsFor?(extension: DiscoveredExtension): Record<string, StreamHandler>;
  /** Absent, or nothing returned: what goes over the port of an extension or a host is not traced. */
  trace?(source: string): TrafficListener | undefined;
}

/** What the profile of a hang showed. */
export interface HangReport {
  /** The file in which the profile was saved. */
  readonly path: string;
  /** The one extension that took most of the time, with its share (0 to 1) and where it took it. */
  readonly culprit: { readonly id: string; readonly share: number; readonly hottest: HotFunction | undefined } | null;
}

/** What a host tells. */
type OfHost<H> =
  | { readonly type: 'host-changed'; readonly host: H }
  | { readonly type: 'host-ended'; readonly host: H; readonly reason: string; readonly restartInMs: number }
  /** It ended too often, and stays off. */
  | { readonly type: 'host-gave-up'; readonly host: H; readonly reason: string }
  | { readonly type: 'host-unresponsive'; readonly host: H }
  | { readonly type: 'host-responsive'; readonly host: H }
  /** A person restarts it while several extensions hang in it. */
  | { readonly type: 'host-split'; readonly host: H }
  /** `offered`: what the extension answered to `activate`, not checked yet. */
  | { readonly type: 'activated'; readonly extension: DiscoveredExtension; readonly offered: unknown }
  | {
      readonly type: 'activation-failed';
      readonly host: H;
      readonly extension: DiscoveredExtension;
      readonly error: unknown;
    }
  /** The extension's port is closed or about to be: what it asked for must be withdrawn. */
  | { readonly type: 'gone'; readonly extension: DiscoveredExtension }
  /** An extension tried to end its host, and was kept from it. */
  | { readonly type: 'exit-attempt'; readonly host: H; readonly attempt: HostReports['exitAttempt']['params'] }
  /** An extension sends without regard for main. What it does completes "The extension X …". */
  | { readonly type: 'overrun'; readonly host: H; readonly extension: DiscoveredExtension; readonly does: string }
  /** For the log of an extension or a host. `isVerdict`: why it was ended, which what it wrote itself must not crowd out. */
  | {
      readonly type: 'log';
      readonly source: string;
      readonly text: string;
      readonly level?: LogLevel;
      readonly isVerdict?: boolean;
    };

/** What became of it, as the fleet and the registry tell; the words for it are those of `HostNotices`. */
type OfFleet<H> =
  | { readonly type: 'hosts-changed'; readonly hosts: readonly HostSnapshot[] }
  | { readonly type: 'host-running'; readonly host: H }
  /** `successors`: ids of the hosts in which its extensions come back. */
  | {
      readonly type: 'host-crashed';
      readonly host: H;
      readonly reason: string;
      readonly restartInMs: number;
      readonly successors: readonly string[];
    }
  | { readonly type: 'host-failed'; readonly host: H; readonly reason: string }
  | { readonly type: 'hang-profiled'; readonly host: H; readonly report: HangReport }
  /** What was said of it is over. */
  | { readonly type: 'host-forgotten'; readonly host: H }
  /** One extension does not run, and its host is not to blame. */
  | { readonly type: 'extension-failed'; readonly extension: DiscoveredExtension; readonly text: string }
  /** It is off, for a reason that its status tells. */
  | { readonly type: 'extension-kept-off'; readonly extensionId: string }
  /** It is tried again, or nobody offers it any more. */
  | { readonly type: 'extension-forgiven'; readonly extensionId: string };

/** @typeParam H the host; the modules of it name this type */
export type HostNews<H> = OfHost<H> | OfFleet<H>;
