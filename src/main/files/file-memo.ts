import type { Stats } from 'node:fs';

/**
 * Keeps what was read of files until they change.
 * @param most files that are kept in mind
 * @returns what `read` gives for a file, or has given while its stats were these; null: there is no such file
 */
export function createFileMemo<T>(most: number) {
  const known = new Map<string, { readonly stamp: string; readonly value: T }>();
  return async (path: string, stats: Stats | null, read: () => Promise<T>): Promise<T> => {
    const stamp = stats ? `${stats.mtimeMs} ${stats.size}` : 'none';
    const before = known.get(path);
    if (before?.stamp === stamp) return before.value;
    const value = await read();
    if (known.size >= most) known.clear();
    known.set(path, { stamp, value });
    return value;
  };
}
