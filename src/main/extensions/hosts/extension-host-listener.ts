import type { HostReports } from '../../../shared/contract/exthost-api.ts';
import type { CallHandler, StreamHandler } from '../../../shared/rpc/handlers.ts';
import type { TrafficListener } from '../../../shared/rpc/traffic.ts';
import type { LogLevel } from '../../platform/log-file.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import type { ExtensionInstance } from '../registry/extension-connection.ts';

/** What an extension host needs and tells. @template Host the host, as it gives itself */
export interface ExtensionHostListener<Host> {
  methodsFor(extension: DiscoveredExtension, instance: ExtensionInstance): Record<string, CallHandler>;
  streamsFor?(extension: DiscoveredExtension): Record<string, StreamHandler>;
  /** Absent, or nothing returned: what goes over the port of an extension or a host is not traced. */
  trace?(source: string): TrafficListener | undefined;
  onChange(host: Host): void;
  /** @param offered what it answered to `activate`, not checked yet */
  onActivated(extension: DiscoveredExtension, offered: unknown): void;
  onActivationFailed(host: Host, extension: DiscoveredExtension, error: unknown): void;
  /** The extension's port is closed or about to be: what it asked for must be withdrawn. */
  onGone(extension: DiscoveredExtension): void;
  onCrash(host: Host, reason: string, restartInMs: number): void;
  onUnresponsive(host: Host): void;
  onResponsive(host: Host): void;
  /** A person restarts it while several extensions hang in it. */
  onSplit(host: Host): void;
  onFail(host: Host, reason: string): void;
  onExitAttempt(host: Host, attempt: HostReports['exitAttempt']['params']): void;
  /** An extension sends without regard for main. What it does completes "The extension X …". */
  onOverrun(host: Host, extension: DiscoveredExtension, does: string): void;
  /** @param level absent: `info` */
  onLog(source: string, text: string, level?: LogLevel): void;
}
