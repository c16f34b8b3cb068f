import pLimit from 'p-limit';
import { abortable } from '../../../shared/bounded.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { Asker } from '../../../shared/contract/question.ts';
import { LinkedController } from '../../../shared/linked-controller.ts';
import type { ProgressBoard } from '../api/progress-board.ts';
import type { Compilation } from './compilation.ts';
import type { CompilationCache } from './compilation-cache.ts';
import { readComponent } from './component-file.ts';
import { type CompilerLimits, runCompiler, type StartCompiler } from './run-compiler.ts';

export interface ComponentCompilerDeps {
  readonly cache: CompilationCache;
  readonly start: StartCompiler;
  readonly limits: CompilerLimits;
  /** Shows what is compiled; the person may cancel it there. */
  readonly progress: Pick<ProgressBoard, 'start' | 'end'>;
}

export type ComponentCompiler = ReturnType<typeof createComponentCompiler>;

/** Compiles components, each once: what was made of one is kept. One at a time, as each takes a core and much memory. */
export function createComponentCompiler({ cache, start, limits, progress }: ComponentCompilerDeps) {
  const inTurn = pLimit(1);
  let count = 0;

  async function compileShown(path: string, owner: Asker, stop: LinkedController): Promise<Compilation> {
    const { bytes, key } = await readComponent(path);
    const known = await cache.get(key);
    if (known) return known;
    count += 1;
    const id = `compile-${count}`;
    const title = `Compiling ${owner.extensionName}`;
    progress.start(owner, { id, title, isCancellable: true }, stop.signal).then(
      (isCancelled) => {
        if (isCancelled) stop.abort(cancelled(owner));
      },
      // It shows much progress already, and this one is not as important.
      () => undefined,
    );
    try {
      // Also while it waits for its turn.
      return await abortable(
        inTurn(async () => {
          stop.signal.throwIfAborted();
          // It may be what the one before in the queue was.
          const made = await cache.get(key);
          if (made) return made;
          const compilation = await runCompiler(bytes, { start, limits, signal: stop.signal });
          await cache.set(key, compilation);
          return compilation;
        }),
        stop.signal,
        () => stop.signal.reason,
      );
    } finally {
      progress.end(owner.extensionId, id);
    }
  }

  return {
    /** @returns what was made of a component before; null: it has to be compiled. @throws as `readComponent` */
    async known(path: string): Promise<Compilation | null> {
      const { key } = await readComponent(path);
      return cache.get(key);
    },
    /**
     * @param path of a component
     * @param owner the extension whose component it is
     * @throws {ComponentFault} when it cannot be compiled
     * @throws {FailureError} when the person cancels it; the signal's reason when that aborts
     */
    async compile(path: string, owner: Asker, signal?: AbortSignal): Promise<Compilation> {
      const stop = new LinkedController(signal ? [signal] : []);
      try {
        return await compileShown(path, owner, stop);
      } finally {
        stop.end();
      }
    },
  };
}

const cancelled = ({ extensionId, extensionName }: Asker) =>
  new FailureError({
    code: 'cancelled',
    message: `Compiling the component of ${extensionName} was cancelled.`,
    extensionId,
  });
