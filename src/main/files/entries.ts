import { cp, lstat, rename, rm } from 'node:fs/promises';

/** Whether something has this path; a link counts wherever it leads. */
export const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Copies a file, a folder with all that is in it, or a link as a link. Nothing is replaced. @throws the system's error */
export async function copyEntry(from: string, to: string): Promise<void> {
  try {
    await cp(from, to, {
      recursive: true,
      force: false,
      errorOnExist: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
    });
  } catch (error) {
    // An entry of another kind under this name was not made here.
    if (!isOneOf(error, ['EEXIST', 'ERR_FS_CP_EEXIST'])) await rm(to, { recursive: true, force: true });
    throw error;
  }
}

/** Moves it, to another disk as well: there it is copied, and taken away when all of it has arrived. @throws as `copyEntry` */
export async function moveEntry(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isOneOf(error, ['EXDEV'])) throw error;
    await copyEntry(from, to);
    await rm(from, { recursive: true });
  }
}

/** Whether two paths name one and the same thing, as `a` and `A` do where case does not count. */
export async function isSameEntry(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((path) => lstat(path, { bigint: true }).catch(() => null)),
  );
  return first != null && second != null && first.ino === second.ino && first.dev === second.dev;
}

const isOneOf = (error: unknown, codes: readonly string[]): boolean =>
  codes.includes(String((error as NodeJS.ErrnoException | null)?.code));
