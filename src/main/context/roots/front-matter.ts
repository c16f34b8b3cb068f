/** A value in the head of a Markdown file. */
export interface FrontMatterField {
  /** From 1. */
  readonly line: number;
  /** As one text, without the quotes that it may stand in. */
  readonly text: string;
  /** Its items, in whichever way a list is written; of a text what stands between commas. */
  readonly items: readonly string[];
}

export interface FrontMatter {
  /** By name, in small letters. */
  readonly fields: ReadonlyMap<string, FrontMatterField>;
  readonly body: string;
  /** The first line that is none of a head. */
  readonly fault: { readonly line: number; readonly sentence: string } | null;
}

const head = /^---[ \t]*\n(?:([\s\S]*?)\n)??---[ \t]*(?:\n|$)/;
const beginsField = /^([A-Za-z0-9_-]+)[ \t]*:(?:[ \t]+(.*))?$/;
const isApart = /^(?:[ \t]*(?:#.*)?|[ \t]+.*|-(?:[ \t].*)?)$/;

/**
 * The head of a Markdown file between two lines of "---". Of YAML it knows texts on a line and in blocks, and lists;
 * what is nested deeper is kept as text.
 */
export function readFrontMatter(text: string): FrontMatter {
  const unified = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const [whole = '', inner = ''] = head.exec(unified) ?? [];
  const body = unified.slice(whole.length).trim();
  const fields = new Map<string, FrontMatterField>();
  let fault: FrontMatter['fault'] = null;
  if (whole === '' && /^---[ \t]*\n/.test(unified))
    fault = { line: 1, sentence: 'its head has no end: a line of "---"' };
  const lines = inner.split('\n');
  for (let at = 0; at < lines.length; ) {
    const line = at + 2;
    const written = lines[at++] ?? '';
    const [, name, first = ''] = beginsField.exec(written) ?? [];
    const more: string[] = [];
    while (at < lines.length && isApart.test(lines[at] ?? '')) more.push(lines[at++] ?? '');
    if (name !== undefined) {
      if (!fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), { line, ...readValue(first.trim(), more) });
    } else if (!isApart.test(written)) {
      fault ??= { line, sentence: `“${written.slice(0, 60)}” is no field. Write it as "name: value"` };
    }
  }
  return { fields, body, fault };
}

function readValue(first: string, more: readonly string[]): Pick<FrontMatterField, 'text' | 'items'> {
  const listed = more.flatMap((line) => /^[ \t]*-[ \t]+(.+)$/.exec(line)?.[1] ?? []).map(plain);
  if (first === '' && listed.length > 0) return { text: listed.join(', '), items: listed };
  const block = /^([|>])[-+\d]*(?:[ \t]+#.*)?$/.exec(first);
  const lines = more.map((line) => line.trim());
  const text = block
    ? (block[1] === '|' ? lines.join('\n') : folded(lines)).trim()
    : plain([first, ...lines.filter((line) => !line.startsWith('#'))].join(' ').trim());
  const list = /^\[(.*)\]$/s.exec(text)?.[1] ?? text;
  const items = list.split(',').map((item) => plain(item.trim()));
  return { text, items: items.filter((item) => item !== '') };
}

/** An empty line ends a paragraph, any other end of a line is a blank. */
const folded = (lines: readonly string[]): string => lines.join(' ').replace(/(?: {2,})/g, '\n');

/** Without the quotes or the comment that it may have. */
function plain(value: string): string {
  const [, double, single] = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')(?:[ \t]+#.*)?$/s.exec(value) ?? [];
  if (double !== undefined) return double.replace(/\\(["\\])/g, '$1').replaceAll('\\n', '\n');
  if (single !== undefined) return single.replaceAll("''", "'");
  return value.replace(/(?:^|[ \t])#.*$/s, '').trim();
}
