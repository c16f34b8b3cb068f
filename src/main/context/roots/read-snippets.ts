import { z } from 'zod/mini';
import type { Snippet } from '../../../shared/contract/languages/snippet.ts';
import { singleLine } from '../../../shared/harmless-text.ts';
import { oneLine } from '../../../shared/thread/one-line.ts';
import { parseJsonc } from '../../files/jsonc.ts';

/** A snippet, and for which languages it is. */
export interface ScopedSnippet extends Snippet {
  /** As the file writes them; empty: every language that the file is for. */
  readonly scopes: readonly string[];
}

export interface SnippetsOfFile {
  readonly snippets: readonly ScopedSnippet[];
  /** Why none of them is used, as the end of a sentence. */
  readonly fault: string | null;
  /** Names of those that are in a form that is not taken. */
  readonly unread: readonly string[];
}

/** Snippets of one file. */
const mostSnippets = 2000;
/** Prefixes of one snippet. */
const mostPrefixes = 20;
const longestBody = 20_000;

const lines = z.union([z.string(), z.array(z.string())]);
/** None with marks that falsify its look. */
const prefix = z.string().check(
  z.minLength(1),
  z.maxLength(100),
  z.refine((text) => text.trim() === text && singleLine(text) === text),
);
const snippetSchema = z.object({
  prefix: z.optional(z.union([prefix, z.array(prefix).check(z.minLength(1), z.maxLength(mostPrefixes))])),
  body: lines.check(z.refine((body) => [body].flat().join('\n').length <= longestBody)),
  description: z.catch(z.optional(lines), undefined),
  scope: z.catch(z.optional(z.string()), undefined),
});

/** @param text of a file of snippets of VS Code */
export function readSnippets(text: string): SnippetsOfFile {
  const json = parseJsonc(text);
  if ('fault' in json) return none(`it ${json.fault}.`);
  const file = z.record(z.string(), z.unknown()).safeParse(json.value);
  if (!file.success) return none('it is no object with snippets by their names.');
  const all = Object.entries(file.data);
  if (all.length > mostSnippets) return none(`it has more than ${mostSnippets.toLocaleString('en')} snippets.`);
  const unread: string[] = [];
  const snippets = all.flatMap(([name, value]) => {
    const snippet = snippetSchema.safeParse(value);
    if (!snippet.success) unread.push(`“${oneLine(name, 100)}”`);
    return snippet.success ? [scoped(name, snippet.data)] : [];
  });
  return { snippets, fault: null, unread };
}

const none = (fault: string): SnippetsOfFile => ({ snippets: [], fault, unread: [] });

function scoped(name: string, { prefix, body, description, scope }: z.output<typeof snippetSchema>): ScopedSnippet {
  return {
    name: oneLine(name, 100),
    // As in Zed, one without a prefix is found by its name.
    prefixes: prefix === undefined ? [oneLine(name, 100)] : [prefix].flat(),
    body: [body].flat().join('\n').replace(/\r\n?/g, '\n'),
    description: oneLine([description ?? ''].flat().join(' '), 200),
    scopes: (scope ?? '').split(',').flatMap((one) => one.trim() || []),
  };
}
