import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { firstBytes } from '../tools/cut-output.ts';
import { isThere } from './entries.ts';
import { placeIsTaken, type Trash } from './trash.ts';

export interface XdgTrashOptions {
  /** Of the person: `$XDG_DATA_HOME`, or `~/.local/share`. */
  readonly dataHome: string;
  readonly uid: number;
  now(): Date;
}

/** A folder for deleted files. Paths in it are relative to `top`; null: they are absolute. */
interface TrashFolder {
  readonly path: string;
  readonly top: string | null;
}

/**
 * The trash of Linux desktops, by which file managers show and empty it: the person's own for files of its disk, and one
 * at the top of every other disk. As it is moved within a disk, nothing is copied and it comes back as it was.
 * Source: freedesktop.org, The Trash specification 1.0.
 */
export function createXdgTrash({ dataHome, uid, now }: XdgTrashOptions): Trash {
  async function folderFor(path: string): Promise<TrashFolder> {
    const own = join(dataHome, 'Trash');
    const { dev } = await lstat(dirname(path));
    await mkdir(own, { recursive: true, mode: 0o700 });
    if ((await lstat(own)).dev === dev) return { path: own, top: null };
    const top = await topOf(path, dev);
    const shared = join(top, '.Trash');
    // One that is a link, or that everybody may empty, is not trusted.
    const isTrusted = await lstat(shared).then(
      (stats) => stats.isDirectory() && (stats.mode & 0o1000) !== 0,
      () => false,
    );
    return { path: isTrusted ? join(shared, String(uid)) : join(top, `.Trash-${uid}`), top };
  }

  /** Takes a name that is free in the trash by writing what it is about, which has to be there first. */
  async function takeName(
    folder: TrashFolder,
    path: string,
  ): Promise<{ readonly file: string; readonly info: string }> {
    const named = folder.top === null ? path : relative(folder.top, path);
    const text = `[Trash Info]\nPath=${named.split('/').map(encodeURIComponent).join('/')}\nDeletionDate=${localTime(now())}\n`;
    for (let count = 1; ; count++) {
      const name = nameInTrash(basename(path), count === 1 ? '' : `.${count}`);
      const file = join(folder.path, 'files', name);
      const info = join(folder.path, 'info', name + infoEnding);
      // Of another program that ended before it wrote down what it is: the rename would replace it.
      if (await isThere(file)) continue;
      try {
        const handle = await open(info, 'wx', 0o600);
        await handle.writeFile(text).finally(() => handle.close());
        return { file, info };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  return {
    async put(path) {
      const folder = await folderFor(path);
      for (const part of ['.', 'files', 'info']) await makeFolder(join(folder.path, part));
      const { file, info } = await takeName(folder, path);
      try {
        await rename(path, file);
      } catch (error) {
        await rm(info, { force: true });
        throw error;
      }
      return async () => {
        if (await isThere(path)) throw placeIsTaken(path);
        await mkdir(dirname(path), { recursive: true });
        await rename(file, path);
        await rm(info, { force: true });
      };
    },
  };
}

/** One at a time: making several at once, Node calls a disk that is read-only a missing folder. */
async function makeFolder(path: string): Promise<void> {
  if (!(await isThere(path))) await mkdir(path, { mode: 0o700 });
}

const infoEnding = '.trashinfo';
/** Bytes of a name, as disks of Linux have it. */
const longestName = 255;
/** Bytes; what is longer after the last dot is no extension that anybody needs. */
const longestExtension = 32;

/** The name, shortened before its extension until all that is added has room too. What is in the trash tells its true name. */
function nameInTrash(name: string, added: string): string {
  const room = longestName - Buffer.byteLength(added + infoEnding);
  if (Buffer.byteLength(name) <= room) return name + added;
  const extension = Buffer.byteLength(extname(name)) <= longestExtension ? extname(name) : '';
  return firstBytes(name, room - Buffer.byteLength(extension)) + extension + added;
}

/** The topmost folder of the disk that a path is on. */
async function topOf(path: string, dev: number): Promise<string> {
  let top = dirname(path);
  for (let above = dirname(top); above !== top; above = dirname(top)) {
    if ((await lstat(above)).dev !== dev) break;
    top = above;
  }
  return top;
}

const localTime = (date: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
};
