import { z } from 'zod/mini';
import { labelSchema, type ManifestProblem } from '../../../shared/contract/extensions/manifest.ts';
import type { ContributedLanguage } from '../../../shared/contract/languages/contributed-language.ts';
import { readToml } from '../manifest/read-toml.ts';
import { whyNoFirstLine } from './first-line-pattern.ts';

/** What of a language's `config.toml` the editor takes; the format is that of Zed, which has more keys. */

// A blank one would be everywhere in a text.
const sign = z.string().check(z.maxLength(20), z.regex(/\S/, 'use signs that can be seen'));
const configSchema = z.looseObject({
  name: labelSchema,
  grammar: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/, 'use letters, digits, "-" and "_"'))),
  path_suffixes: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(500)), []),
  first_line_pattern: z.optional(z.string().check(z.maxLength(500))),
  line_comments: z._default(z.array(sign), []),
  block_comment: z.optional(
    z.union(
      [z.tuple([sign, sign]), z.looseObject({ start: sign, end: sign })],
      'use two texts in brackets, or a table with start and end',
    ),
  ),
  brackets: z._default(
    z
      .array(
        z.looseObject({
          start: sign,
          end: sign,
          close: z._default(z.boolean(), true),
          newline: z._default(z.boolean(), false),
        }),
      )
      .check(z.maxLength(50)),
    [],
  ),
  autoclose_before: z.optional(z.string().check(z.maxLength(200))),
  word_characters: z._default(z.array(z.string().check(z.maxLength(10))).check(z.maxLength(100)), []),
  tab_size: z.optional(z.int().check(z.minimum(1), z.maximum(16))),
  hard_tabs: z.optional(z.boolean()),
});

/** As its file has it. `grammar`: its name. */
export type LanguageConfig = Omit<ContributedLanguage, 'extensionId' | 'folder' | 'grammar' | 'run'> & {
  readonly grammar: string | null;
};

export interface LanguageConfigRead {
  /** null: it cannot be used. */
  readonly config: LanguageConfig | null;
  readonly problems: readonly ManifestProblem[];
}

/** @param file for the problems; it is not read */
export function parseLanguageConfig(file: string, text: string): LanguageConfigRead {
  const toml = readToml(file, text);
  if ('problem' in toml) return { config: null, problems: [toml.problem] };
  const read = configSchema.safeParse(toml.value);
  if (!read.success) return { config: null, problems: [toml.problemOf(read.error)] };
  const { data } = read;
  const why = data.first_line_pattern === undefined ? null : whyNoFirstLine(data.first_line_pattern);
  const reason = `"first_line_pattern": ${why}; it is left out`;
  return {
    config: configOf(data, why === null),
    problems: why === null ? [] : [toml.problemAt(['first_line_pattern'], reason)],
  };
}

function configOf(data: z.output<typeof configSchema>, hasFirstLine: boolean): LanguageConfig {
  const { block_comment: block } = data;
  return {
    name: data.name,
    grammar: data.grammar ?? null,
    suffixes: data.path_suffixes,
    firstLine: hasFirstLine ? (data.first_line_pattern ?? null) : null,
    // It is written with the blank that follows it.
    lineComment: data.line_comments[0]?.trim() || null,
    blockComment: block ? blockOf(block) : null,
    brackets: data.brackets.map(({ start, end, close, newline }) => ({
      open: start,
      close: end,
      closesItself: close,
      indents: newline,
    })),
    closesBefore: data.autoclose_before ?? null,
    wordCharacters: data.word_characters.join(''),
    tabSize: data.tab_size ?? null,
    hardTabs: data.hard_tabs ?? null,
  };
}

function blockOf(block: readonly [string, string] | { readonly start: string; readonly end: string }) {
  const [open, close] = 'start' in block ? [block.start, block.end] : block;
  return { open: open.trim(), close: close.trim() };
}
