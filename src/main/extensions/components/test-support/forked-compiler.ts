import { join } from 'node:path';
import type { ProgressItem } from '../../../../shared/contract/question.ts';
import { createProgressBoard } from '../../api/progress-board.ts';
import { createCompilationCache } from '../compilation-cache.ts';
import { createComponentCompiler } from '../component-compiler.ts';
import type { CompilerLimits } from '../run-compiler.ts';
import { forkedCompilers } from './forked-compilers.ts';

/** A compiler with real processes, as the app has it. @param folder for what it keeps */
export function forkedCompiler(folder: string, { kept, ...limits }: Partial<CompilerLimits> & { kept?: number } = {}) {
  const problems: string[] = [];
  let shown: readonly ProgressItem[] = [];
  const progress = createProgressBoard({
    publish({ items }) {
      shown = items;
    },
  });
  const processes = forkedCompilers();
  const compiler = createComponentCompiler({
    cache: createCompilationCache({
      folder: join(folder, 'components'),
      ...(kept !== undefined && { kept }),
      onProblem: (sentence) => problems.push(sentence),
    }),
    start: processes.start,
    limits: { timeMs: 120_000, memoryBytes: 2 * 1024 ** 3, ...limits },
    progress,
  });
  return {
    ...compiler,
    pids: processes.pids,
    problems,
    /** What the person sees of it. */
    shown: () => shown,
    cancel: progress.cancelProgress,
  };
}
