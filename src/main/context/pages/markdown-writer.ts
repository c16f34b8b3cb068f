import { longestRun } from '../../../shared/content/markdown-text.ts';

/** Writes Markdown as it is told, each in time that does not grow with what was written before. */
export type MarkdownWriter = ReturnType<typeof createMarkdownWriter>;

/** Deeper ones are written as if they were so deep: what stands before each line stays short. */
const deepest = 12;

export function createMarkdownWriter() {
  const out: string[] = [];
  /** Line ends, a space, marks and bullets that are written once something follows them. */
  let newlines = 0;
  let hasSpace = false;
  let waiting: string[] = [];
  let lead = '';
  let link: { readonly address: string | null; isOpen: boolean } | null = null;
  let code: string[] | null = null;
  const lists: { readonly isOrdered: boolean; count: number }[] = [];
  /** A mark inside the same mark says nothing. */
  const depths = new Map<string, number>();
  let quotes = 0;
  /** Of the line that was written last. */
  let lastQuotes = 0;
  let length = 0;
  let tables = 0;
  let cells = 0;
  let isFirstRow = false;

  const isInRow = () => cells > 0;
  const quoted = (depth: number) => '> '.repeat(Math.min(depth, deepest));

  function put(text: string): void {
    const isNewLine = newlines > 0 || out.length === 0;
    if (isNewLine) {
      const isItem = /^(?:[*]|\d+[.]) $/.test(lead);
      const items = Math.max(0, lists.length - (isItem ? 1 : 0));
      const empty = quoted(Math.min(quotes, lastQuotes)).trimEnd();
      if (out.length > 0) out.push(newlines > 1 ? `\n${empty}\n` : '\n');
      out.push(quoted(quotes), '  '.repeat(Math.min(items, deepest)), lead);
      lastQuotes = quotes;
    } else if (hasSpace) out.push(' ');
    out.push(...waiting, text);
    if (link && waiting.length > 0) link.isOpen = true;
    length += text.length + 1;
    newlines = 0;
    hasSpace = false;
    waiting = [];
    lead = '';
  }

  function breakLine(count: 1 | 2): void {
    if (isInRow()) hasSpace = true;
    // The first block of an item stands beside its bullet.
    else if (lead === '') newlines = Math.max(newlines, count);
    if (!isInRow()) hasSpace = false;
  }

  /** The next text begins after an empty line; in a cell of a table, after a space. */
  const block = () => breakLine(2);

  /** A line of its own. */
  function verbatim(text: string): void {
    block();
    for (const line of text.split('\n')) {
      put(line);
      newlines = 1;
    }
    newlines = 2;
  }

  function closeLink(): void {
    if (link?.isOpen && link.address !== null) out.push(`](${link.address})`);
    waiting = waiting.filter((each) => each !== '[');
    link = null;
  }

  function endRow(): void {
    if (tables !== 1 || cells === 0) return;
    out.push(' |');
    const columns = cells;
    cells = 0;
    newlines = 1;
    if (isFirstRow) {
      put(`|${' --- |'.repeat(columns)}`);
      newlines = 1;
    }
    isFirstRow = false;
  }

  return {
    /** Blanks are one space, unless it is code. */
    text(text: string) {
      if (code) return void code.push(text);
      const words = text.replace(/\s+/g, ' ');
      const bare = words.trim();
      if (words.startsWith(' ')) hasSpace = true;
      if (bare === '') return;
      put(isInRow() ? bare.replaceAll('|', '\\|') : bare);
      hasSpace = words.endsWith(' ');
    },
    block,
    /** The next text begins on a new line. */
    line() {
      if (code) code.push('\n');
      else breakLine(1);
    },
    verbatim,
    /** Stands before the next text, if any comes before the next block. */
    lead(text: string) {
      if (!isInRow() && !lead.includes('#')) lead += text;
    },
    mark(mark: string) {
      if (code) return;
      const depth = (depths.get(mark) ?? 0) + 1;
      depths.set(mark, depth);
      if (depth === 1) waiting.push(mark);
    },
    unmark(mark: string) {
      const depth = depths.get(mark) ?? 0;
      if (code || depth === 0) return;
      depths.set(mark, depth - 1);
      if (depth > 1) return;
      if (waiting.includes(mark)) waiting = waiting.filter((each) => each !== mark);
      else out.push(mark);
    },
    /** @param address null: its text alone is written */
    openLink(address: string | null) {
      if (code) return;
      closeLink();
      link = { address, isOpen: false };
      if (address !== null) waiting.push('[');
    },
    closeLink,
    openList(isOrdered: boolean) {
      breakLine(lists.length > 0 ? 1 : 2);
      lists.push({ isOrdered, count: 0 });
    },
    closeList() {
      lists.pop();
      lead = '';
      breakLine(lists.length > 0 ? 1 : 2);
    },
    item() {
      const list = lists.at(-1) ?? { isOrdered: false, count: 0 };
      list.count += 1;
      lead = '';
      breakLine(1);
      if (!isInRow()) lead = list.isOrdered ? `${list.count}. ` : '* ';
    },
    quote(deeper: 1 | -1) {
      block();
      quotes = Math.max(0, quotes + deeper);
    },
    openCode() {
      code ??= [];
    },
    closeCode() {
      if (!code) return;
      const text = code.join('').replace(/^\n/, '').trimEnd();
      code = null;
      if (text === '') return;
      const ticks = '`'.repeat(Math.max(isInRow() ? 1 : 3, longestRun(text) + 1));
      if (isInRow()) put(`${ticks}${text.replace(/\s+/g, ' ').replaceAll('|', '\\|')}${ticks}`);
      else verbatim(`${ticks}\n${text}\n${ticks}`);
    },
    openTable() {
      tables += 1;
      if (tables === 1) isFirstRow = true;
    },
    closeTable() {
      endRow();
      tables = Math.max(0, tables - 1);
      block();
    },
    row() {
      endRow();
      if (tables === 1) newlines = Math.max(newlines, 1);
    },
    cell() {
      hasSpace ||= tables !== 1;
      if (tables !== 1) return;
      if (cells === 0) put('|');
      else out.push(' |');
      cells += 1;
      hasSpace = true;
    },
    endRow,
    /** Characters so far. */
    length: () => length,
    end() {
      if (code) this.closeCode();
      closeLink();
      endRow();
      return out
        .join('')
        .replace(/[ \t]+$/gm, '')
        .trim();
    },
  };
}
