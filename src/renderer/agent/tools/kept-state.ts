import { useState } from 'react';
import { setLast } from '../../../shared/set-last.ts';

/** State that outlives its component: parts of a long thread that are far away are unmounted. */
const kept = new Map<string, unknown>();
const most = 500;

/** As `useState`, but the state is restored when a component with this key is mounted again. */
export function useKeptState<T>(key: string, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : initial));
  const set = (next: T) => {
    setLast(kept, key, next, most);
    setValue(next);
  };
  return [value, set];
}
