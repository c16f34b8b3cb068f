import pLimit from 'p-limit';
import type { Asker } from '../../../shared/contract/question.ts';
import { type ProgressBoard, withProgress } from '../api/progress-board.ts';
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
      const { bytes, key } = await readComponent(path);
      const known = await cache.get(key);
      if (known) return known;
      const { extensionName } = owner;
      const title = `Compiling ${extensionName}`;
      const cancelled = `Compiling the component of ${extensionName} was cancelled.`;
      // Also while it waits for its turn.
      return withProgress({ progress, owner, title, cancelled }, signal ? [signal] : [], (stop) =>
        inTurn(async () => {
          stop.throwIfAborted();
          // It may be what the one before in the queue was.
          const made = await cache.get(key);
          if (made) return made;
          const compilation = await runCompiler(bytes, { start, limits, signal: stop });
          await cache.set(key, compilation);
          return compilation;
        }),
      );
    },
  };
}
