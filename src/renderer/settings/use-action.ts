import { useState } from 'react';
import { type Result, toFailure } from '../../shared/contract/errors.ts';
import { formatFailure } from '../base/format-failure.ts';

export interface Action {
  /** What runs now, by its name; null: nothing. */
  readonly running: string | null;
  /** Why the last one came to nothing. */
  readonly problem: string | null;
  /** @returns what came of it; undefined when it failed, or while another runs */
  run<T>(name: string, act: () => Promise<Result<T> | undefined>): Promise<T | undefined>;
}

/** Runs what a button asks for, one at a time, and keeps its failure in words. What a person gave up is no failure. */
export function useAction(): Action {
  const [running, setRunning] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    running,
    problem,
    async run(name, act) {
      if (running !== null) return undefined;
      setRunning(name);
      setProblem(null);
      try {
        const result = await act();
        if (!result || result.ok) return result?.value;
        if (result.failure.code !== 'cancelled') setProblem(formatFailure(result.failure));
      } catch (thrown) {
        setProblem(toFailure(thrown).message);
      } finally {
        setRunning(null);
      }
      return undefined;
    },
  };
}
