import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describeExit } from '../../hosts/describe-exit.ts';
import type { StartCompiler } from '../run-compiler.ts';

const child = fileURLToPath(new URL('./compiler-child.ts', import.meta.url));

/** Compilers as real Node processes. */
export function forkedCompilers() {
  const pids: number[] = [];
  const start: StartCompiler = ({ onAnswer, onExit }) => {
    const compiler = fork(child, [], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const { pid = 0 } = compiler;
    pids.push(pid);
    compiler.on('message', onAnswer);
    compiler.once('exit', (code, signal) =>
      onExit(describeExit(code ?? constants.signals[signal ?? 'SIGKILL'], process.platform)),
    );
    return {
      compile: (bytes) => void compiler.send(bytes, () => undefined),
      memoryBytes: async () => {
        const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
        return Number(pages.split(' ')[1] ?? 0) * 4096;
      },
      kill: () => void compiler.kill('SIGKILL'),
    };
  };
  return { start, /** Of all that were started, in order. */ pids: pids as readonly number[] };
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
