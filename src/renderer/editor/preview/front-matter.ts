import { fenced } from '../../../shared/content/markdown-text.ts';

/** Between two lines of dashes; the first line has a key, as two rules may have any text between them. */
const pattern = /^---[ \t]*\n((?=[\w"'-][^\n:]*:)[\s\S]*?\n)(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** The length of the facts in YAML before a Markdown text; 0: it has none. */
export const frontMatterLength = (text: string): number => pattern.exec(text)?.[0].length ?? 0;

/** Makes the facts before a Markdown text a block of code, as they would read as a heading. */
export const withFrontMatterAsCode = (text: string): string =>
  text.replace(pattern, (_whole, facts: string) => `${fenced(facts, 'yaml')}\n\n`);
