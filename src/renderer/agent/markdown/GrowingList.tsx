import { memo, useRef } from 'react';
import { groupBlocks } from './blocks/group-blocks.ts';
import { type Links, type MarkedToken, readOpen } from './blocks/lex-block.ts';
import { type Part, type PartSplit, splitItems } from './blocks/split-parts.ts';
import styles from './markdown.module.css';
import { OrderedList } from './OrderedList.tsx';
import { renderAll } from './Token.tsx';

export interface GrowingListProps {
  readonly source: string;
  readonly links: Links | undefined;
  readonly isOpen: boolean;
}

/** Parses a list item by item, so that another item costs the same however long the list is. */
export function GrowingList({ source, links, isOpen }: GrowingListProps) {
  const split = useRef<PartSplit>(undefined);
  split.current = splitItems(source, split.current);
  const { closed, open } = split.current;
  const groups = useRef<readonly (readonly Part[])[]>([]);
  groups.current = groupBlocks(open ? [...closed, open] : closed, groups.current);
  const number = /^ *(\d{1,9})[.)]/.exec(source)?.[1];
  const items = groups.current.map((group, index) => (
    <Items
      key={group[0]?.at}
      items={group}
      links={links}
      openAt={isOpen && index === groups.current.length - 1 ? open?.at : undefined}
    />
  ));
  if (number === undefined) return <ul className={styles.list}>{items}</ul>;
  return (
    <OrderedList start={Number(number)} count={closed.length + (open ? 1 : 0)}>
      {items}
    </OrderedList>
  );
}

interface ItemsProps {
  readonly items: readonly Part[];
  readonly links: Links | undefined;
  readonly openAt: number | undefined;
}

const Items = memo(function Items({ items, links, openAt }: ItemsProps) {
  return items.map(({ at, source }) => <Item key={at} source={source} links={links} isOpen={at === openAt} />);
});

interface ItemProps {
  readonly source: string;
  readonly links: Links | undefined;
  readonly isOpen: boolean;
}

const Item = memo(function Item({ source, links, isOpen }: ItemProps) {
  const tokens = readOpen(source.trimEnd() === '' ? source : source.replace(/\s+$/, ' '), links, isOpen);
  if (tokens === null) return <li className={styles.plain}>{source.trim()}</li>;
  const [list, ...rest] = tokens;
  if (list?.type !== 'list') return <li dir="auto">{renderAll(tokens)}</li>;
  const [item, ...more] = list.items;
  return (
    <li className={item?.task ? styles.task : undefined} dir="auto">
      {renderAll(item?.tokens)}
      {more.length > 0 && renderAll(more as unknown as MarkedToken[])}
      {rest.length > 0 && renderAll(rest)}
    </li>
  );
});
