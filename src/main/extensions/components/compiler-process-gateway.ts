import { utilityProcess } from 'electron';
import { describeExit } from '../hosts/describe-exit.ts';
import { hostEnvironment } from '../hosts/process/host-environment.ts';
import { killChild } from '../hosts/process/kill-child.ts';
import { metricsOf } from '../registry/process-metrics-gateway.ts';
import type { StartCompiler } from './run-compiler.ts';

/** Starts compilers as Electron utility processes. @param modulePath the compiler's entry module */
export const startUtilityCompiler =
  (modulePath: string): StartCompiler =>
  ({ onAnswer, onExit }) => {
    const child = utilityProcess.fork(modulePath, [], {
      serviceName: 'Outrigger compiler of components',
      stdio: 'ignore',
      env: hostEnvironment(process.env, process.platform),
    });
    let hasExited = false;
    child.on('message', onAnswer);
    child.once('exit', (code) => {
      hasExited = true;
      onExit(describeExit(code, process.platform));
    });
    return {
      compile: (bytes) => child.postMessage(bytes),
      memoryBytes: async () => (hasExited ? null : (metricsOf(child.pid)?.memoryBytes ?? null)),
      kill() {
        if (!hasExited) killChild(child);
      },
    };
  };
