import { memo, type ReactNode, useMemo } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import { decodeEntities } from './decode-entities.ts';
import { Link } from './Link.tsx';
import { hideUnfinishedLink, type Links, lexBlock, type MarkedToken, type Tokens } from './lex-block.ts';
import styles from './markdown.module.css';

export interface MarkdownBlockProps {
  readonly source: string;
  readonly links?: Links;
  /** More may follow: what is half written is shown as such. */
  readonly isOpen?: boolean;
}

/** One block of markdown as elements. No HTML is ever made from text, and nothing is loaded. */
export const MarkdownBlock = memo(function MarkdownBlock({ source, links, isOpen }: MarkdownBlockProps) {
  const tokens = useMemo(() => lexBlock(isOpen ? hideUnfinishedLink(source) : source, links), [source, links, isOpen]);
  if (tokens === null) return <p className={styles.plain}>{source.trim()}</p>;
  return <>{renderAll(tokens)}</>;
});

const renderAll = (tokens: readonly { type: string }[] | undefined): ReactNode[] =>
  (tokens ?? []).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a token has no other identity than its place
    <Token key={index} token={token as MarkedToken} />
  ));

function Token({ token }: { readonly token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading': {
      // The panel has a heading of its own above these.
      const Heading = `h${Math.min(token.depth + 2, 6)}` as 'h3';
      return (
        <Heading className={token.depth === 1 ? styles.heading1 : styles.heading}>{renderAll(token.tokens)}</Heading>
      );
    }
    case 'paragraph':
      return <p>{renderAll(token.tokens)}</p>;
    case 'text':
      return token.tokens ? renderAll(token.tokens) : decodeEntities(token.text);
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{renderAll(token.tokens)}</strong>;
    case 'em':
      return <em>{renderAll(token.tokens)}</em>;
    case 'del':
      return <del>{renderAll(token.tokens)}</del>;
    case 'codespan':
      return <code className={styles.codespan}>{token.text}</code>;
    case 'br':
      return <br />;
    case 'hr':
      return <hr className={styles.rule} />;
    case 'code':
      return <CodeBlock code={token.text} language={token.lang?.split(/\s/, 1)[0] ?? ''} />;
    case 'blockquote':
      return <blockquote className={styles.quote}>{renderAll(token.tokens)}</blockquote>;
    case 'list':
      return <List list={token} />;
    case 'list_item':
      return <li>{renderAll(token.tokens)}</li>;
    case 'checkbox':
      return (
        <input
          type="checkbox"
          className={styles.checkbox}
          checked={token.checked}
          aria-label={token.checked ? 'Done' : 'To do'}
          readOnly
          disabled
        />
      );
    case 'table':
      return <Table table={token} />;
    case 'link':
      return (
        <Link href={token.autolink ? token.href : decodeEntities(token.href)} label={decodeEntities(token.text)}>
          {renderAll(token.tokens)}
        </Link>
      );
    case 'image':
      return (
        <span className={styles.image} title={token.href}>
          image: {decodeEntities(token.text) || 'no description'} ({decodeEntities(token.href)})
        </span>
      );
    case 'html':
      return token.block ? <p className={styles.plain}>{token.raw.trim()}</p> : token.raw;
  }
}

function List({ list }: { readonly list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items are only ever added at the end
    <li key={index} className={item.task ? styles.task : undefined}>
      {renderAll(item.tokens)}
    </li>
  ));
  if (!list.ordered) return <ul className={styles.list}>{items}</ul>;
  return (
    <ol className={styles.list} start={list.start === '' ? 1 : list.start}>
      {items}
    </ol>
  );
}

function Table({ table }: { readonly table: Tokens.Table }) {
  const cells = (row: readonly Tokens.TableCell[], Cell: 'th' | 'td') =>
    row.map((cell, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a cell has no other identity than its place
      <Cell key={index} style={cell.align ? { textAlign: cell.align } : undefined}>
        {renderAll(cell.tokens)}
      </Cell>
    ));
  return (
    <div className={styles.tableScroll}>
      <table className={styles.table}>
        <thead>
          <tr>{cells(table.header, 'th')}</tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only ever added at the end
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
