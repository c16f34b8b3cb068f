import type { RpcPort } from '../../../shared/rpc/ports/port.ts';
import type { HostLimits } from './host-limits.ts';

/** A running extension host as the supervisor needs it; one implementation for each kind of host (`hostKinds`). */
export interface HostProcess {
  /** undefined until it was spawned and after it ended. */
  readonly pid: number | undefined;
  /** The control port: `ping`, `shutdown`. */
  readonly control: RpcPort;
  /** Hands over a new port together with an `ExtensionOpen` about it. @returns main's end */
  openPort(message: unknown): RpcPort;
  /** Ends the process at once, also when its loop hangs. */
  kill(): void;
  /** @returns a connection to the host's inspector, also while its loop hangs */
  inspect(): Promise<InspectorSession>;
  /** @returns null when it cannot be read, as before the spawn and after the end */
  metrics(): Promise<HostMetrics | null>;
  /** @returns where DevTools attach; absent for a kind that shows them itself */
  inspectorUrl?(): Promise<string>;
  /** Shows DevTools in a window of their own; absent for a kind that has an address for them. */
  openInspector?(): void;
}

/** The Chrome DevTools Protocol. */
export interface InspectorSession {
  send(method: string, params?: object): Promise<unknown>;
  on(event: string, listener: (params: unknown) => void): void;
  close(): void;
}

export interface HostMetrics {
  readonly memoryBytes: number;
  /** Of one core, since the last question. */
  readonly cpuPercent: number;
}

export interface HostProcessEvents {
  /** Called once. `reason` completes the sentence "stopped: …". */
  onExit(reason: string): void;
  /** A line that the process wrote: console, stdout or stderr. */
  onOutput(line: string): void;
}

/** Starts a host. It is ready when it has answered the first `ping`. */
export type SpawnHost = (hostId: string, events: HostProcessEvents) => HostProcess;

/** A kind of host as the fleet takes it. */
export interface HostLauncher {
  readonly spawn: SpawnHost;
  readonly limits: HostLimits;
}
