import type { RpcPort } from '../../shared/rpc/port.ts';

/** An extension host's process as the supervisor needs it; one implementation for each kind of host. */
export interface HostProcess {
  /** undefined until it was spawned and after it ended. */
  readonly pid: number | undefined;
  /** The control port. */
  readonly control: RpcPort;
  /** Hands over a new port together with a message about it. @returns main's end */
  openPort(message: unknown): RpcPort;
  /** Ends the process at once, also when its loop hangs. */
  kill(): void;
}

export interface HostProcessEvents {
  /** Called once. `reason` completes the sentence "stopped: …". */
  onExit(reason: string): void;
  /** A line that the process wrote to stdout or stderr. */
  onOutput(line: string): void;
}

export type SpawnHost = (hostId: string, events: HostProcessEvents) => HostProcess;
