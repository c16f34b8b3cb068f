import type { HostReports } from '../../../shared/contract/extensions/exthost-api.ts';
import type { HostSnapshot } from '../../../shared/contract/extensions/host-state.ts';
import type { CallHandler, StreamHandler } from '../../../shared/rpc/handlers.ts';
import type { TrafficListener } from '../../../shared/rpc/traffic.ts';
import type { LogLevel } from '../../platform/log-file.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import type { HotFunction } from '../cpu-profile/blame.ts';
import type { ExtensionInstance } from '../registry/extension-connection.ts';

/** Main's side of an extension's port. */
export interface HostPorts {
  /** @param extensionNow with what it has registered meanwhile */
  methodsFor(extensionNow: () => DiscoveredExtension, instance: ExtensionInstance): Record<string, CallHandler>;
  streamsFor?(extension: DiscoveredExtension): Record<string, StreamHandler>;
  /** Absent, or without a result: the traffic of an extension or a host is not traced. */
  trace?(source: string): TrafficListener | undefined;
}

/** Result of the profile of a hang. */
export interface HangReport {
  /** Path of the saved profile. */
  readonly path: string;
  /** The extension with most of the time, if it had more than half: its share (0 to 1) and its hottest function. */
  readonly culprit: { readonly id: string; readonly share: number; readonly hottest: HotFunction | undefined } | null;
}

/** Events of a host. */
type OfHost<H> =
  | { readonly type: 'host-changed'; readonly host: H }
  | { readonly type: 'host-ended'; readonly host: H; readonly reason: string; readonly restartInMs: number }
  /** The host crashed too often, and stays off. */
  | { readonly type: 'host-gave-up'; readonly host: H; readonly reason: string }
  | { readonly type: 'host-unresponsive'; readonly host: H }
  | { readonly type: 'host-responsive'; readonly host: H }
  /** A person restarted it while several extensions were hanging in it. */
  | { readonly type: 'host-split'; readonly host: H }
  /** `offered`: the result of `activate`, not validated yet. `hash`: of the sources that ran, for a script. */
  | {
      readonly type: 'activated';
      readonly extension: DiscoveredExtension;
      readonly offered: unknown;
      readonly hash: string | undefined;
    }
  | {
      readonly type: 'activation-failed';
      readonly host: H;
      readonly extension: DiscoveredExtension;
      readonly error: unknown;
    }
  /** The extension's port is closed or about to be: its open requests must be withdrawn. */
  | { readonly type: 'gone'; readonly extension: DiscoveredExtension }
  /** An extension tried to end its host, which was prevented. */
  | { readonly type: 'exit-attempt'; readonly host: H; readonly attempt: HostReports['exitAttempt']['params'] }
  /** An extension sends more than its port permits. `does` completes "The extension X …". */
  | { readonly type: 'overrun'; readonly host: H; readonly extension: DiscoveredExtension; readonly does: string }
  /** For the log of an extension or a host. `isVerdict`: the reason of its end, exempt from the log's rate limit. */
  | {
      readonly type: 'log';
      readonly source: string;
      readonly text: string;
      readonly level?: LogLevel;
      readonly isVerdict?: boolean;
    };

/** Events of the fleet and the registry; `HostNotices` puts them into words. */
type OfFleet<H> =
  | { readonly type: 'hosts-changed'; readonly hosts: readonly HostSnapshot[] }
  | { readonly type: 'host-running'; readonly host: H }
  /** `successors`: ids of the hosts in which its extensions are started again. */
  | {
      readonly type: 'host-crashed';
      readonly host: H;
      readonly reason: string;
      readonly restartInMs: number;
      readonly successors: readonly string[];
    }
  | { readonly type: 'host-failed'; readonly host: H; readonly reason: string }
  | { readonly type: 'hang-profiled'; readonly host: H; readonly report: HangReport }
  /** Earlier reports about the host are obsolete. */
  | { readonly type: 'host-forgotten'; readonly host: H }
  /** An extension does not run, through no fault of its host. */
  | { readonly type: 'extension-failed'; readonly extension: DiscoveredExtension; readonly text: string }
  /** The extension stays off, for the reason in its status. */
  | { readonly type: 'extension-kept-off'; readonly extensionId: string }
  /** The extension is tried again, or is no longer enabled. */
  | { readonly type: 'extension-forgiven'; readonly extensionId: string };

/** @typeParam H the host class, a parameter because its modules import this type */
export type HostNews<H> = OfHost<H> | OfFleet<H>;
