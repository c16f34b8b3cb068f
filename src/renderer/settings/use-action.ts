import { useState } from 'react';
import { type Failure, type Result, toFailure } from '../../shared/contract/errors.ts';
import { formatFailure } from '../base/format-failure.ts';

export interface Action {
  /** The name of the running action; null: none. */
  readonly running: string | null;
  /** The failure of the last one, in words. */
  readonly problem: string | null;
  readonly failure: Failure | null;
  /** @returns the value; undefined when it failed, or while another one runs */
  run<T>(name: string, act: () => Promise<Result<T> | undefined>): Promise<T | undefined>;
}

/** Runs the actions of buttons one at a time, and keeps a failure in words. One that was cancelled is no failure. */
export function useAction(): Action {
  const [running, setRunning] = useState<string | null>(null);
  const [failed, setFailed] = useState<{ readonly problem: string; readonly failure: Failure } | null>(null);
  return {
    running,
    problem: failed?.problem ?? null,
    failure: failed?.failure ?? null,
    async run(name, act) {
      if (running !== null) return undefined;
      setRunning(name);
      setFailed(null);
      try {
        const result = await act();
        if (!result || result.ok) return result?.value;
        const { failure } = result;
        if (failure.code !== 'cancelled') setFailed({ problem: formatFailure(failure), failure });
      } catch (thrown) {
        const failure = toFailure(thrown);
        setFailed({ problem: failure.message, failure });
      } finally {
        setRunning(null);
      }
      return undefined;
    },
  };
}
