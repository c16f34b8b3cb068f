import { join } from 'node:path';
import { createProgressBoard } from '../../api/progress-board.ts';
import { createCompilationCache } from '../compilation-cache.ts';
import { createComponentCompiler } from '../component-compiler.ts';
import type { CompilerLimits } from '../run-compiler.ts';
import { forkedCompilers } from './forked-compilers.ts';

/** A compiler with real processes, as the app has it. @param folder for what it keeps */
export function forkedCompiler(folder: string, { kept, ...limits }: Partial<CompilerLimits> & { kept?: number } = {}) {
  const problems: string[] = [];
  const shown: ProgressItems = { items: [] };
  const progress = createProgressBoard({
    publish({ items }) {
      shown.items = items;
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
    shown: () => shown.items,
    cancel: progress.cancelProgress,
  };
}

interface ProgressItems {
  items: Parameters<Parameters<typeof createProgressBoard>[0]['publish']>[0]['items'];
}
