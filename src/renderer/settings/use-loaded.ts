import { useCallback, useEffect, useState } from 'react';
import { toFailure } from '../../shared/contract/errors.ts';

export interface Loaded<T> {
  /** undefined until loaded. */
  readonly value: T | undefined;
  /** The failure of the load, in words. */
  readonly problem: string | undefined;
  reload(): void;
}

/** Loads something when the component appears, and again on `reload`; the last load counts. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ value?: T; problem?: string }>({});
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` asks for another load
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setState({ value }),
      (thrown) => isCurrent && setState((present) => ({ ...present, problem: toFailure(thrown).message })),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, count]);
  const reload = useCallback(() => setCount((present) => present + 1), []);
  return { value: state.value, problem: state.problem, reload };
}
