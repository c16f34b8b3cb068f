import { oneLine } from '../../../shared/thread/one-line.ts';
import { readFrontMatter } from './front-matter.ts';

/** Content of a file of `prompts/`. */
export interface TemplateText {
  readonly description: string;
  /** A hint for what may follow; "" when nothing is expected. */
  readonly argument: string;
  /** The text to send, with its placeholders. */
  readonly body: string;
}

/** Characters. */
const longestHint = 200;
/** A price such as $100 is none. */
const placeholder = /\$(\$|ARGUMENTS\b|[1-9](?!\d))/g;

export function readTemplate(text: string): TemplateText {
  const { fields, body } = readFrontMatter(text);
  const field = (name: string) => oneLine(fields.get(name)?.text ?? '', longestHint);
  const firstLine = body.split('\n').find((line) => line.trim() !== '') ?? '';
  return {
    description: field('description') || oneLine(firstLine.replace(/^#+\s*/, ''), longestHint),
    argument: field('argument') || (takesArgument(body) ? '<text>' : ''),
    body,
  };
}

const takesArgument = (body: string): boolean => [...body.matchAll(placeholder)].some(([, what]) => what !== '$');

/** The text to send: `$ARGUMENTS` is all that was typed, `$1` to `$9` its words, `$$` a dollar. */
export function fillTemplate(body: string, typed: string): string {
  const argument = typed.trim();
  const words = wordsOf(argument);
  const filled = body.replace(placeholder, (_whole, what: string) => {
    if (what === '$') return '$';
    return what === 'ARGUMENTS' ? argument : (words[Number(what) - 1] ?? '');
  });
  return argument === '' || takesArgument(body) ? filled : `${filled}\n\n${argument}`;
}

/** Quotes hold a word together. */
const wordsOf = (text: string): string[] =>
  Array.from(text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g), ([, double, single, bare]) => double ?? single ?? bare ?? '');
