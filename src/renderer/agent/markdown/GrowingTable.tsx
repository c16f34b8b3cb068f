import { memo, type ReactNode, useRef } from 'react';
import { groupBlocks } from './blocks/group-blocks.ts';
import { type Links, lexBlock, readOpen, type Tokens } from './blocks/lex-block.ts';
import { type Part, type PartSplit, splitRows } from './blocks/split-parts.ts';
import styles from './markdown.module.css';

export interface GrowingTableProps {
  /** Its first two lines are the head. */
  readonly source: string;
  readonly links: Links | undefined;
  readonly isOpen: boolean;
  /** Renders the tokens of a cell; must be the same function each time. */
  readonly draw: DrawTokens;
}

type DrawTokens = (tokens: Tokens.TableCell['tokens']) => ReactNode;

/** Parses a table row by row, so that another row costs the same however long the table is. */
export function GrowingTable({ source, links, isOpen, draw }: GrowingTableProps) {
  const split = useRef<PartSplit>(undefined);
  split.current = splitRows(source, split.current);
  const { closed, open } = split.current;
  const [header, delimiters, ...rows] = open ? [...closed, open] : closed;
  const groups = useRef<readonly (readonly Part[])[]>([]);
  groups.current = groupBlocks(rows, groups.current);
  const head = `${header?.source.trimEnd()}\n${delimiters?.source.trimEnd()}\n`;
  const table = tableOf(head, links);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard
    <div className={styles.tableScroll} role="group" aria-label="Table" tabIndex={0} dir="auto">
      <table className={styles.table}>
        <thead>
          <tr>{table && <Cells cells={table.header} draw={draw} isHead />}</tr>
        </thead>
        <tbody>
          {groups.current.map((group, index) => (
            <Rows
              key={group[0]?.at}
              rows={group}
              head={head}
              links={links}
              draw={draw}
              openAt={isOpen && index === groups.current.length - 1 ? open?.at : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function tableOf(source: string, links: Links | undefined): Tokens.Table | undefined {
  const token = lexBlock(source, links)?.[0];
  return token?.type === 'table' ? token : undefined;
}

interface RowsProps {
  readonly rows: readonly Part[];
  readonly head: string;
  readonly links: Links | undefined;
  readonly draw: DrawTokens;
  readonly openAt: number | undefined;
}

const Rows = memo(function Rows({ rows, head, links, draw, openAt }: RowsProps) {
  return rows.map(({ at, source }) => (
    <Row key={at} source={source.trim()} head={head} links={links} draw={draw} isOpen={at === openAt} />
  ));
});

interface RowProps {
  readonly source: string;
  readonly head: string;
  readonly links: Links | undefined;
  readonly draw: DrawTokens;
  readonly isOpen: boolean;
}

const Row = memo(function Row({ source, head, links, draw, isOpen }: RowProps) {
  if (source === '' || (isOpen && source === '|')) return null;
  const tokens = readOpen(head + source, links, isOpen);
  const [table, ...rest] = tokens ?? [];
  const cells = table?.type === 'table' ? table.rows[0] : undefined;
  if (cells && rest.length === 0) {
    return (
      <tr>
        <Cells cells={cells} draw={draw} />
      </tr>
    );
  }
  return (
    <tr>
      <td colSpan={99} className={styles.plain}>
        {source}
      </td>
    </tr>
  );
});

interface CellsProps {
  readonly cells: readonly Tokens.TableCell[];
  readonly draw: DrawTokens;
  readonly isHead?: boolean;
}

function Cells({ cells, draw, isHead }: CellsProps) {
  const Cell = isHead ? 'th' : 'td';
  return cells.map((cell, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no other identity than its place
    <Cell key={index} style={cell.align ? { textAlign: cell.align } : undefined}>
      {draw(cell.tokens)}
    </Cell>
  ));
}
