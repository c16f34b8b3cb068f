import { useState } from 'react';

/** What outlives the component that shows it: a long thread takes what is far away off the page. */
const kept = new Map<string, unknown>();
const most = 500;

/** A state that is there again when the component of this key comes back. */
export function useKeptState<T>(key: string, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : initial));
  const set = (next: T) => {
    kept.delete(key);
    kept.set(key, next);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    setValue(next);
  };
  return [value, set];
}
