import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod/mini';
import type { TextForm } from '../../shared/contract/documents/encoding.ts';
import type { FileRules } from '../../shared/contract/documents/file-rules.ts';
import { createAskedThread } from '../platform/asked-thread.ts';

/** Bytes; a larger file is ignored. */
const largest = 256 * 1024;
/** Milliseconds before a folder that took too long is tried again. */
const pause = 60_000;

const forms = {
  'utf-8': { encoding: 'utf8', hasBom: false },
  'utf-8-bom': { encoding: 'utf8', hasBom: true },
  'utf-16le': { encoding: 'utf16le', hasBom: true },
  'utf-16be': { encoding: 'utf16be', hasBom: true },
  latin1: { encoding: 'iso88591', hasBom: false },
} as const satisfies Readonly<Record<string, TextForm>>;

/** An invalid value counts as absent. */
const orNone = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined);
const columns = z.int().check(z.minimum(1), z.maximum(64));
const propertiesSchema = z.object({
  indent_style: orNone(z.enum(['space', 'tab'])),
  indent_size: orNone(z.union([columns, z.literal('tab')])),
  tab_width: orNone(columns),
  end_of_line: orNone(z.enum(['lf', 'crlf'])),
  charset: orNone(z.enum(Object.keys(forms) as (keyof typeof forms)[])),
  trim_trailing_whitespace: orNone(z.boolean()),
  insert_final_newline: orNone(z.boolean()),
});

/**
 * @param rulesMs timeout of the thread for a file, as a save waits for it
 * @returns the properties of a file, given its absolute path, from the `.editorconfig` files in its folder and above;
 * none if they cannot be read in time. Source: https://spec.editorconfig.org, version 0.17.2. The line end `cr` is not
 * supported by the editor.
 */
export function createEditorConfig(rulesMs: number): (path: string) => Promise<FileRules> {
  const ask = createAskedThread<string, unknown>({
    name: 'editor-config-thread',
    directory: import.meta.dirname,
    filename: import.meta.filename,
    longest: rulesMs,
    memory: 128,
  });
  /** Folders that are not tried, with the time until which. */
  const paused = new Map<string, number>();

  async function propertiesOf(path: string): Promise<unknown> {
    const folder = dirname(path);
    if ((paused.get(folder) ?? 0) > Date.now() || !(await hasRules(folder))) return {};
    paused.delete(folder);
    try {
      return await ask(path);
    } catch {
      paused.set(folder, Date.now() + pause);
      return {};
    }
  }

  return async (path) => readRules(await propertiesOf(path));
}

function readRules(properties: unknown): FileRules {
  const answer = propertiesSchema.safeParse(properties);
  if (!answer.success) return {};
  const { indent_style, indent_size, tab_width, end_of_line, charset, ...whitespace } = answer.data;
  return {
    indentation: indent_style && ({ space: 'spaces', tab: 'tabs' } as const)[indent_style],
    indentSize: indent_size === 'tab' ? tab_width : indent_size,
    tabSize: tab_width,
    lineEnding: end_of_line,
    form: charset && forms[charset],
    trimsTrailingWhitespace: whitespace.trim_trailing_whitespace,
    hasFinalNewline: whitespace.insert_final_newline,
  };
}

/**
 * Whether there are rules for a folder, as most have none and need no thread; false if one of the files must not be
 * read: reading a pipe would block.
 */
async function hasRules(folder: string): Promise<boolean> {
  const folders = [folder];
  for (let one = folder; one !== dirname(one); one = dirname(one)) folders.push(dirname(one));
  const named = await Promise.all(folders.map((each) => stat(join(each, '.editorconfig')).catch(() => null)));
  const files = named.filter((stats) => stats !== null);
  return files.length > 0 && files.every((stats) => stats.isFile() && stats.size <= largest);
}
