import { type ChildProcess, fork } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { RpcPort } from '../../../shared/rpc/ports/port.ts';
import { describeExit } from '../hosts/describe-exit.ts';
import { type HostLimits, hostLimits } from '../hosts/host-limits.ts';
import type { SpawnHost } from '../hosts/host-process.ts';
import { hostEnvironment } from '../hosts/process/host-environment.ts';
import { splitLines } from '../hosts/process/line-splitter.ts';

const hostChild = fileURLToPath(new URL('../../../exthost/test-support/host-child.ts', import.meta.url));

/** Limits that no host reaches, even on a busy machine; a test about a limit sets it. */
export const unhurried: HostLimits = { ...hostLimits, startMs: 120_000, silenceMs: 120_000, activationMs: 120_000 };

/** Limits with which a hang is detected soon. */
export const soonSilent = { silenceMs: 1_000, checkMs: 250 } satisfies Partial<HostLimits>;

type Frame = [port: number, message: unknown, event?: 'open' | 'close'];
interface MainPort extends RpcPort {
  receive(message: unknown): void;
  closedByOther(): void;
}

/** Extension hosts as real Node processes; the protocol is in src/exthost/test-support/host-child.ts. */
export function forkedHosts(modulePath = hostChild) {
  const children = new Set<ChildProcess>();
  const spawned: string[] = [];
  const spawn: SpawnHost = (hostId, { onExit, onOutput }) => {
    spawned.push(hostId);
    const child = fork(modulePath, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: [],
      env: {
        ...hostEnvironment(process.env, process.platform),
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      },
    });
    children.add(child);
    const ports = new Map<number, MainPort>();
    let lastPort = 0;
    let hasExited = false;
    for (const output of [child.stdout, child.stderr]) {
      if (output) splitLines(output, onOutput);
    }
    child.on('message', (frame) => {
      const [id, message, event] = frame as Frame;
      if (event === 'close') ports.get(id)?.closedByOther();
      else ports.get(id)?.receive(message);
    });
    child.once('exit', (code, signal) => {
      hasExited = true;
      children.delete(child);
      for (const port of [...ports.values()]) port.closedByOther();
      onExit(describeExit(code ?? constants.signals[signal ?? 'SIGKILL'], process.platform));
    });
    const createPort = (id: number): MainPort => {
      let onMessage: ((message: unknown) => void) | undefined;
      let onClose: (() => void) | undefined;
      const send = (frame: Frame) => {
        // Messages to a process that has just died are dropped, as by a closed port.
        if (child.connected) child.send(frame, () => undefined);
      };
      const port: MainPort = {
        send: (message) => send([id, message]),
        onMessage: (listener) => {
          onMessage = listener;
        },
        onClose: (listener) => {
          onClose = listener;
        },
        close() {
          if (ports.delete(id)) send([id, null, 'close']);
        },
        receive: (message) => onMessage?.(message),
        closedByOther() {
          if (ports.delete(id)) onClose?.();
        },
      };
      ports.set(id, port);
      return port;
    };
    return {
      get pid() {
        return hasExited ? undefined : child.pid;
      },
      control: createPort(0),
      openPort(message) {
        lastPort += 1;
        const port = createPort(lastPort);
        child.send([lastPort, message, 'open'], () => undefined);
        return port;
      },
      kill: () => void child.kill('SIGKILL'),
      inspect: () => Promise.reject(new Error('A plain process has no inspector here')),
      metrics: async () => ({ memoryBytes: 50_000_000, cpuPercent: 1 }),
    };
  };
  return {
    spawn,
    /** Ids of the hosts whose processes were started, in order. */
    spawned: spawned as readonly string[],
    get liveCount() {
      return children.size;
    },
  };
}
