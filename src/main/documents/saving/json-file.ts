import { mkdir, readFile, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod/mini';
import { atomicWrite } from './atomic-write.ts';

export interface JsonFile<T> {
  get(): T;
  /** Changes the value at once. Resolves when it is on disk, or could not be written and `onProblem` was told. */
  update(change: (value: T) => T): Promise<void>;
}

/** The location of a durable value, and the handler of its problems. */
export interface KeptAt {
  /** Absolute; its directory is created when needed. */
  readonly path: string;
  /** @param sentence for the person: the problem of the file, and where the old one was kept */
  readonly onProblem: (sentence: string) => void;
}

export interface JsonFileOptions<T> extends KeptAt {
  readonly schema: z.ZodMiniType<T>;
  /** The value without a file. */
  readonly empty: T;
  /** Subject of messages, in the singular: "The list of trusted folders". */
  readonly what: string;
}

/** Opens a small durable value. An unreadable file is kept under another name, never overwritten. */
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

/** Without the message of a JSON error, which quotes the content and may reveal private text. */
function explain(error: unknown): string {
  if (error instanceof SyntaxError) return 'not valid JSON';
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
