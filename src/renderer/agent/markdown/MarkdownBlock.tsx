import { memo, type ReactNode } from 'react';
import { countCells, isTableHead, readListMark } from './blocks/block-starts.ts';
import { type Links, readOpen } from './blocks/lex-block.ts';
import { mendOpen } from './blocks/mend-open.ts';
import { GrowingList } from './GrowingList.tsx';
import { GrowingTable } from './GrowingTable.tsx';
import styles from './markdown.module.css';
import { renderAll } from './Token.tsx';

export interface MarkdownBlockProps {
  readonly source: string;
  readonly links?: Links;
  /** More may follow: half-written syntax is mended. */
  readonly isOpen?: boolean;
}

/** Renders one block of Markdown as elements. No HTML is ever made from text, and nothing is loaded. */
export const MarkdownBlock = memo(function MarkdownBlock({
  source,
  links,
  isOpen = false,
}: MarkdownBlockProps): ReactNode {
  const [first = '', second] = source.split('\n', 2);
  if (readListMark(first.trimEnd())?.indent === 0 && /\S\s+\S/.test(first)) {
    return <GrowingList source={source} links={links} isOpen={isOpen} />;
  }
  const table = isTableHead(first, second ?? '') ? source : isOpen ? tableToBe(first, second, source) : null;
  if (table !== null) return <GrowingTable source={table} links={links} isOpen={isOpen} draw={renderAll} />;
  const tokens = readOpen(source, links, isOpen);
  if (tokens === null) return <p className={styles.plain}>{source.trim()}</p>;
  return <>{renderAll(tokens)}</>;
});

/** A line of bars is most likely the head of a table, whose second line follows. */
function tableToBe(first: string, second: string | undefined, source: string): string | null {
  if (!/^\|[^|\n]*[^|\s][^|\n]*/.test(first) || !/^[ \t:|-]*$/.test(second ?? '')) return null;
  if (source.split('\n', 3).length > 2) return null;
  const header = (second === undefined ? mendRow(first) : first).trimEnd();
  return `${header}\n|${'---|'.repeat(countCells(header))}\n`;
}

/** Half-written marks are closed within their cell. */
function mendRow(row: string): string {
  let bar = row.lastIndexOf('|');
  while (row[bar - 1] === '\\') bar = row.lastIndexOf('|', bar - 1);
  const start = bar + 1;
  return row.slice(0, start) + mendOpen(row.slice(start)).text;
}
