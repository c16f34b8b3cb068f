import type { Readable } from 'node:stream';
import { MessageChannelMain, type MessagePortMain, utilityProcess } from 'electron';
import { fromElectronPort } from '../../../../shared/rpc/ports/electron-port.ts';
import type { Deadlines } from '../../../deadlines.ts';
import { environmentOfStarted } from '../../../processes/process-group.ts';
import { listenForInspector } from '../../inspector/inspector-server.ts';
import { isInspectorNotice, openInspectorUrl } from '../../inspector/inspector-url.ts';
import { metricsOf } from '../../registry/process-metrics-gateway.ts';
import { describeExit, saysOutOfMemory } from '../describe-exit.ts';
import type { SpawnHost } from '../host-process.ts';
import { ChildOutput } from './child-output.ts';
import { hostEnvironment } from './host-environment.ts';
import { killChild } from './kill-child.ts';

export interface UtilityProcessOptions {
  readonly deadlines: Pick<Deadlines['hostProcesses'], 'inspectorMs' | 'lastWordsMs'>;
  /** The port at which a host's inspector is open to DevTools from the start; 0: any free port. */
  readonly inspectPort?: (hostId: string) => number | undefined;
  /** Limit of the JavaScript heap; a host beyond it ends as out of memory, before it slows the computer down. */
  readonly maxHeapMb?: number | undefined;
}

/** Starts extension hosts as Electron utility processes. @param modulePath the host's entry module */
export const spawnUtilityProcess =
  (modulePath: string, { deadlines, inspectPort: portOf, maxHeapMb = 1024 }: UtilityProcessOptions): SpawnHost =>
  (hostId, { onExit, onOutput }) => {
    const inspector = listenForInspector(deadlines.inspectorMs);
    const inspectPort = portOf?.(hostId);
    const args = [`--inspector-socket=${inspector.path}`];
    if (inspectPort !== undefined) args.push(`--inspect-port=${inspectPort}`);
    const child = utilityProcess.fork(modulePath, args, {
      serviceName: `Outrigger extensions (${hostId})`,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environmentOfStarted(hostEnvironment(process.env, process.platform)),
      execArgv: [`--js-flags=--max-old-space-size=${maxHeapMb}`],
    });
    let hasExited = false;
    let wasKilled = false;
    let ranOutOfMemory = false;
    const outputs = [
      new ChildOutput(child.stdout as Readable, onOutput),
      new ChildOutput(child.stderr as Readable, (line) => {
        ranOutOfMemory ||= saysOutOfMemory(line);
        // The inspector's notices are logged only when a person requested its port.
        if (inspectPort !== undefined || !isInspectorNotice(line)) onOutput(line);
      }),
    ];
    child.once('exit', async (code) => {
      hasExited = true;
      inspector.close();
      await Promise.all(outputs.map((output) => output.end(deadlines.lastWordsMs)));
      onExit(describeExit(code, process.platform, ranOutOfMemory));
    });
    return {
      get pid() {
        return hasExited ? undefined : child.pid;
      },
      control: {
        send: (message) => child.postMessage(message),
        onMessage: (listener) => void child.on('message', listener),
        onClose: (listener) => void child.once('exit', listener),
        close: () => undefined,
      },
      openPort(message) {
        const { port1, port2 } = new MessageChannelMain();
        child.postMessage(message, [port2 as MessagePortMain]);
        return fromElectronPort(port1);
      },
      kill() {
        if (hasExited || wasKilled) return;
        wasKilled = true;
        killChild(child);
      },
      inspect: () => inspector.open(),
      async inspectorUrl() {
        const session = await inspector.open();
        try {
          return await openInspectorUrl(session);
        } finally {
          session.close();
        }
      },
      metrics: async () => (hasExited ? null : metricsOf(child.pid)),
    };
  };
