import type { ReactNode } from 'react';
import type { MarkedToken, Tokens } from './blocks/lex-block.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { decodeEntities } from './decode-entities.ts';
import { GrowingTable } from './GrowingTable.tsx';
import { Image } from './Image.tsx';
import { Link } from './Link.tsx';
import styles from './markdown.module.css';
import { OrderedList } from './OrderedList.tsx';
import { PathCode, PathProse } from './paths/NamedPath.tsx';

export const renderAll = (tokens: readonly { type: string }[] | undefined): ReactNode[] =>
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
      // The panel has headings of its own above these levels.
      const Heading = `h${Math.min(token.depth + 2, 6)}` as 'h3';
      return (
        <Heading className={token.depth === 1 ? styles.heading1 : styles.heading}>{renderAll(token.tokens)}</Heading>
      );
    }
    case 'paragraph':
      return <p>{renderAll(token.tokens)}</p>;
    case 'text':
      if (token.tokens) return renderAll(token.tokens);
      return <PathProse text={decodeEntities(token.text)} isOpen={'isOpen' in token} />;
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{renderAll(token.tokens)}</strong>;
    case 'em':
      return <em>{renderAll(token.tokens)}</em>;
    case 'del':
      return <del>{renderAll(token.tokens)}</del>;
    case 'codespan':
      return <PathCode text={token.text} isOpen={'isOpen' in token} />;
    case 'br':
      return <br />;
    case 'hr':
      return <hr className={styles.rule} />;
    case 'code':
      return <Code code={token.text} info={token.lang?.trim() ?? ''} />;
    case 'blockquote':
      return (
        <blockquote className={styles.quote} dir="auto">
          {renderAll(token.tokens)}
        </blockquote>
      );
    case 'list':
      return <List list={token} />;
    case 'list_item':
      return <li dir="auto">{renderAll(token.tokens)}</li>;
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
      return <GrowingTable source={token.raw.trim()} links={undefined} isOpen={false} draw={renderAll} />;
    case 'link':
      return (
        <Link href={token.autolink ? token.href : decodeEntities(token.href)} label={decodeEntities(token.text)}>
          {renderAll(token.tokens)}
        </Link>
      );
    case 'image':
      return (
        <Image
          href={decodeEntities(token.href)}
          label={decodeEntities(token.text)}
          title={decodeEntities(token.title ?? '')}
        />
      );
    case 'html':
      return token.block ? <p className={styles.plain}>{token.raw.trim()}</p> : token.raw;
  }
}

function Code({ code, info }: { readonly code: string; readonly info: string }) {
  const language = info.split(/\s/, 1)[0] ?? '';
  return <CodeBlock code={code} language={language} info={info.slice(language.length).trim()} />;
}

function List({ list }: { readonly list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items are only ever added at the end
    <li key={index} className={item.task ? styles.task : undefined} dir="auto">
      {renderAll(item.tokens)}
    </li>
  ));
  if (!list.ordered) return <ul className={styles.list}>{items}</ul>;
  return (
    <OrderedList start={list.start === '' ? 1 : list.start} count={items.length}>
      {items}
    </OrderedList>
  );
}
