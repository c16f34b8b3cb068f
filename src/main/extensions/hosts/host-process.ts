import type { RpcPort } from '../../../shared/rpc/ports/port.ts';
import type { HostLimits } from './host-limits.ts';

/** A running extension host as the supervisor uses it; one implementation per kind of host (`hostKinds`). */
export interface HostProcess {
  /** undefined before the spawn and after the end. */
  readonly pid: number | undefined;
  /** The control port: `ping`, `shutdown`. */
  readonly control: RpcPort;
  /**
   * Sends the host a new port, described by an `ExtensionOpen`.
   * @param glue of a component, once it is compiled, for a host that runs components
   * @returns main's end
   */
  openPort(message: unknown, glue?: Promise<string>): RpcPort;
  /** Ends the process at once, also while its loop hangs. */
  kill(): void;
  /** @returns a session with the host's inspector, also while its loop hangs */
  inspect(): Promise<InspectorSession>;
  /** @returns null before the spawn, after the end, and when it cannot be measured */
  metrics(): Promise<HostMetrics | null>;
  /** @returns the address for DevTools; absent for a kind that shows them itself */
  inspectorUrl?(): Promise<string>;
  /** Shows DevTools in a separate window; absent for a kind that has an address for them. */
  openInspector?(): void;
}

/** A session of the Chrome DevTools Protocol. */
export interface InspectorSession {
  send(method: string, params?: object): Promise<unknown>;
  on(event: string, listener: (params: unknown) => void): void;
  close(): void;
}

export interface HostMetrics {
  readonly memoryBytes: number;
  /** Percent of one core, since the measurement before. */
  readonly cpuPercent: number;
}

export interface HostProcessEvents {
  /** Called once. `reason` completes the sentence "stopped: …". */
  onExit(reason: string): void;
  /** A line that the process wrote: console, stdout or stderr. */
  onOutput(line: string): void;
}

/** Starts a host, which is ready when it has answered the first `ping`. */
export type SpawnHost = (hostId: string, events: HostProcessEvents) => HostProcess;

export interface HostLauncher {
  readonly spawn: SpawnHost;
  readonly limits: HostLimits;
}
