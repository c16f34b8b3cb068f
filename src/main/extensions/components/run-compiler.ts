import type { Compilation } from './compilation.ts';
import { readAnswer } from './compiler-answer.ts';
import { ComponentFault } from './component-fault.ts';

/** A process that compiles one component. */
export interface CompilerProcess {
  compile(bytes: Uint8Array): void;
  /** @returns null when it cannot be measured */
  memoryBytes(): Promise<number | null>;
  kill(): void;
}

export interface CompilerEvents {
  /** Its answer, not checked yet. */
  onAnswer(message: unknown): void;
  /** @param reason completes "stopped: …" */
  onExit(reason: string): void;
}

export type StartCompiler = (events: CompilerEvents) => CompilerProcess;

export interface CompilerLimits {
  readonly timeMs: number;
  /** Of its process: WebAssembly does not count for the limit of the engine's heap. */
  readonly memoryBytes: number;
}

/** Milliseconds between two looks at its memory. */
const memoryCheckMs = 200;

/**
 * Compiles a component in a process of its own, which ends with that.
 * @throws {ComponentFault} when it cannot be compiled within the limits; the signal's reason when that aborts
 */
export function runCompiler(
  bytes: Uint8Array,
  { start, limits, signal }: { start: StartCompiler; limits: CompilerLimits; signal: AbortSignal },
): Promise<Compilation> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const compiler = start({
      onAnswer: (message) => end(() => resolve(readAnswer(message))),
      onExit: (reason) => fail(`its compiler stopped: ${reason}`),
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      clearInterval(watch);
      signal.removeEventListener('abort', abort);
      compiler.kill();
      try {
        settle();
      } catch (error) {
        reject(error);
      }
    };
    const fail = (why: string) => end(() => reject(new ComponentFault(why)));
    const abort = () => end(() => reject(signal.reason));
    const timer = setTimeout(() => fail(`it took longer than ${limits.timeMs / 1000} s`), limits.timeMs);
    const watch = setInterval(async () => {
      const taken = (await compiler.memoryBytes()) ?? 0;
      if (taken > limits.memoryBytes) fail(`it took more than ${limits.memoryBytes >> 20} MB of memory`);
    }, memoryCheckMs);
    signal.addEventListener('abort', abort);
    compiler.compile(bytes);
  });
}
