import { mkdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod/mini';
import { atomicWrite } from './atomic-write.ts';

export interface JsonFile<T> {
  get(): T;
  /** Applies a change at once. Resolves when it is on disk, or could not be written, which `onProblem` has been told. */
  update(change: (value: T) => T): Promise<void>;
}

/** Where something is kept, and who hears what becomes of that. */
export interface KeptAt {
  /** Absolute; its directory is made when needed. */
  readonly path: string;
  /** A sentence for the person: what happened to the file and where the old one is. */
  readonly onProblem: (sentence: string) => void;
}

export interface JsonFileOptions<T> extends KeptAt {
  readonly schema: z.ZodMiniType<T>;
  /** What holds while there is no file. */
  readonly empty: T;
  /** Begins a sentence, in the singular: "The list of trusted folders". */
  readonly what: string;
}

/** Opens a small durable value. A file that cannot be read is kept beside it under another name, never overwritten. */
export async function openJsonFile<T>({
  path,
  schema,
  empty,
  what,
  onProblem,
}: JsonFileOptions<T>): Promise<JsonFile<T>> {
  let value = empty;
  let isWritable = true;
  const inTurn = pLimit(1);
  try {
    value = await read(path, schema, empty);
  } catch (error) {
    const reason = explain(error);
    const aside = `${path}.unreadable-${new Date().toISOString().replaceAll(':', '-')}`;
    try {
      await rename(path, aside);
      onProblem(`${what} could not be read (${reason}). It is kept as ${basename(aside)}, and a new one is started.`);
    } catch (refused) {
      isWritable = false;
      const why = `(${reason}) nor put aside (${explain(refused)})`;
      onProblem(`${what} could not be read ${why}. Changes are kept until you quit.`);
    }
  }

  async function write(): Promise<void> {
    if (!isWritable) return;
    try {
      await mkdir(dirname(path), { recursive: true });
      await atomicWrite(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      onProblem(`${what} could not be saved (${explain(error)}). Changes are kept until you quit.`);
    }
  }

  return {
    get: () => value,
    update(change) {
      value = change(value);
      return inTurn(write);
    },
  };
}

async function read<T>(path: string, schema: z.ZodMiniType<T>, empty: T): Promise<T> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
    throw error;
  }
  const parsed = schema.safeParse(JSON.parse(text.replace(/^\uFEFF/, '')));
  if (parsed.success) return parsed.data;
  throw new Error(z.prettifyError(parsed.error).split('\n')[0] ?? 'not in its format');
}

/** JSON errors quote the text they stumble over, which may be something private. */
function explain(error: unknown): string {
  if (error instanceof SyntaxError) return 'not valid JSON';
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
