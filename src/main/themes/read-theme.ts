import { z } from 'zod/mini';
import type { Colour } from './colour.ts';
import type { ScopeRule } from './scope-rules.ts';
import { colourSchema, line, orNone } from './theme-values.ts';

/** Content of one file, without the files that it includes. */
export interface ThemeFileContent {
  readonly name: string | null;
  readonly type: string | null;
  /** As written: a path relative to the file. */
  readonly include: string | null;
  /** As written: the path of a file with the rules. */
  readonly rulesPath: string | null;
  /** By key of VS Code, such as `editor.background`. */
  readonly colours: ReadonlyMap<string, Colour>;
  readonly rules: readonly ThemeRule[];
  /** How many colours and rules are in a form that is not taken. */
  readonly skipped: number;
}

/** A rule without scopes has the colours of the whole text. */
export interface ThemeRule extends ScopeRule {
  readonly background?: Colour | undefined;
}

export type ReadTheme =
  | { readonly ok: true; readonly content: ThemeFileContent }
  /** What is wrong with it, as the end of a sentence that begins with its name. */
  | { readonly ok: false; readonly fault: string };

const list = z.array(z.unknown());

const fileSchema = z.object({
  name: orNone(line),
  type: orNone(line),
  include: orNone(line),
  colors: orNone(z.record(z.string(), z.unknown())),
  tokenColors: orNone(z.union([line, list])),
  /** The older name of `tokenColors`. */
  settings: orNone(list),
});

const scopeSchema = z.string().check(z.maxLength(10_000));
const ruleSchema = z.object({
  scope: z.optional(z.union([scopeSchema, z.array(scopeSchema)])),
  settings: z.object({
    foreground: z.optional(colourSchema),
    background: orNone(colourSchema),
    fontStyle: orNone(z.string().check(z.regex(/^[a-z\s]{0,100}$/i))),
  }),
});

/** @param root the value of its JSON */
export function readTheme(root: unknown): ReadTheme {
  const file = fileSchema.safeParse(Array.isArray(root) ? { tokenColors: root } : root);
  if (!file.success) return { ok: false, fault: 'is no theme: it is no object in braces' };
  const { name = null, type = null, include = null, colors, tokenColors, settings } = file.data;
  if (include === null && !colors && !tokenColors && !settings)
    return {
      ok: false,
      fault:
        'is no theme: it has neither “colors” nor “tokenColors”, as those of VS Code, nor “themes”, as those of Zed',
    };
  const colours = readColours(colors ?? {});
  const rules = readRules(Array.isArray(tokenColors) ? tokenColors : (settings ?? []));
  return {
    ok: true,
    content: {
      name,
      type,
      include,
      rulesPath: typeof tokenColors === 'string' ? tokenColors : null,
      colours: colours.read,
      rules: rules.read,
      skipped: colours.skipped + rules.skipped,
    },
  };
}

function readColours(colors: Readonly<Record<string, unknown>>) {
  const read = new Map<string, Colour>();
  let skipped = 0;
  for (const [key, value] of Object.entries(colors)) {
    const colour = colourSchema.safeParse(value);
    if (colour.success) read.set(key, colour.data);
    // With these words a theme leaves a colour to the editor.
    else if (value !== null && value !== 'default' && value !== '') skipped++;
  }
  return { read, skipped };
}

function readRules(rules: readonly unknown[]) {
  const read: ThemeRule[] = [];
  let skipped = 0;
  for (const value of rules) {
    const rule = ruleSchema.safeParse(value);
    if (rule.success) {
      const { scope, settings } = rule.data;
      read.push({ scopes: scope === undefined ? [] : [scope].flat(), ...settings });
      // Themes have rules without settings as headings of the next ones.
    } else if (hasSettings(value)) skipped++;
  }
  return { read, skipped };
}

const hasSettings = (rule: unknown): boolean => typeof rule !== 'object' || rule === null || 'settings' in rule;
