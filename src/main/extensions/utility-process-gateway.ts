import type { Readable } from 'node:stream';
import { MessageChannelMain, type MessagePortMain, utilityProcess } from 'electron';
import { fromElectronPort } from '../../shared/rpc/electron-port.ts';
import { describeExit, hostEnvironment } from './host-environment.ts';
import type { SpawnHost } from './host-process.ts';
import { killChild } from './kill-child.ts';
import { splitLines } from './line-splitter.ts';

/** Starts extension hosts as Electron utility processes. @param modulePath the host's entry module */
export const spawnUtilityProcess =
  (modulePath: string): SpawnHost =>
  (hostId, { onExit, onOutput }) => {
    const child = utilityProcess.fork(modulePath, [], {
      serviceName: `Outrigger extensions (${hostId})`,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: hostEnvironment(process.env, process.platform),
    });
    let hasExited = false;
    let wasKilled = false;
    for (const output of [child.stdout, child.stderr]) {
      if (output) splitLines(output as Readable, onOutput);
    }
    child.once('exit', (code) => {
      hasExited = true;
      onExit(describeExit(code, process.platform));
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
    };
  };
