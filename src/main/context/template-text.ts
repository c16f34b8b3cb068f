/** Content of a file of `prompts/`. */
export interface TemplateText {
  readonly description: string;
  /** A hint for what may follow; "" when nothing is expected. */
  readonly argument: string;
  /** The text to send, with its placeholders. */
  readonly body: string;
}

const frontMatter = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/;
/** A price such as $100 is none. */
const placeholder = /\$(\$|ARGUMENTS\b|[1-9](?!\d))/g;

export function readTemplate(text: string): TemplateText {
  const unified = text.replace(/\r\n?/g, '\n');
  const [head = '', fields = ''] = frontMatter.exec(unified) ?? [];
  const body = unified.slice(head.length).trim();
  const field = (name: string) => plain(new RegExp(`^${name}[ \\t]*:[ \\t]*(.*)$`, 'im').exec(fields)?.[1] ?? '');
  const firstLine = body.split('\n').find((line) => line.trim() !== '') ?? '';
  return {
    description: field('description') || plain(firstLine.replace(/^#+\s*/, '')),
    argument: field('argument') || (takesArgument(body) ? '<text>' : ''),
    body,
  };
}

/** One line, without the quotes that a value may stand in. */
const plain = (value: string): string =>
  value
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .slice(0, 200);

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
