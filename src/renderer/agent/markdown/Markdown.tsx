import { memo, useMemo, useRef } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import { type Links, readDefinitions } from './lex-block.ts';
import { MarkdownBlock } from './MarkdownBlock.tsx';
import styles from './markdown.module.css';
import { type Block, emptySplit, splitBlocks } from './split-blocks.ts';

export interface MarkdownProps {
  /** Only ever grows, as long as the component lives. */
  readonly text: string;
  readonly isStreaming: boolean;
}

const noLinks: Links = {};
const groupSize = 24;

/** Markdown that streams: closed blocks are parsed and rendered once, only the open one again with each piece. */
export const Markdown = memo(function Markdown({ text, isStreaming }: MarkdownProps) {
  // Continuing from an earlier state gives what starting over would give, so a render that is thrown away does no harm.
  const split = useRef(emptySplit);
  split.current = splitBlocks(text, split.current);
  const { closed, open } = split.current;
  const groups = useRef<readonly (readonly Block[])[]>([]);
  groups.current = groupBlocks(open ? [...closed, open] : closed, groups.current);
  // A definition may stand below the links that use it; they come alive when all is said.
  const links = useMemo(
    () => (isStreaming ? noLinks : definitionsIn(open ? [...closed, open] : closed)),
    [isStreaming, closed, open],
  );
  return (
    <div className={styles.markdown}>
      {groups.current.map((group, index) => {
        const hasOpen = isStreaming && open !== null && index === groups.current.length - 1;
        return <Group key={group[0]?.at} blocks={group} links={links} openAt={hasOpen ? open.at : undefined} />;
      })}
    </div>
  );
});

/** Blocks in groups, of which those that did not change stay the same objects: a long answer costs little where it is still. */
function groupBlocks(blocks: readonly Block[], before: readonly (readonly Block[])[]): readonly (readonly Block[])[] {
  const groups: (readonly Block[])[] = [];
  for (let at = 0; at < blocks.length; at += groupSize) {
    const last = Math.min(at + groupSize, blocks.length) - 1;
    const same = before[groups.length];
    // Closed blocks never change, so a group that begins and ends with the same blocks is the same.
    const isSame = same?.length === last - at + 1 && same[0] === blocks[at] && same.at(-1) === blocks[last];
    groups.push(isSame ? same : blocks.slice(at, last + 1));
  }
  return groups;
}

function definitionsIn(blocks: readonly Block[]): Links {
  const links = readDefinitions(blocks.map((block) => (block.kind === 'markdown' ? block.source : '')));
  return Object.keys(links).length === 0 ? noLinks : links;
}

interface GroupProps {
  readonly blocks: readonly Block[];
  readonly links: Links;
  /** Identity of the block that may still grow. */
  readonly openAt: number | undefined;
}

const Group = memo(function Group({ blocks, links, openAt }: GroupProps) {
  return (
    <div className={styles.group}>
      {blocks.map((block) => (
        <BlockView key={block.at} block={block} links={links} isOpen={block.at === openAt} />
      ))}
    </div>
  );
});

interface BlockViewProps {
  readonly block: Block;
  readonly links: Links;
  readonly isOpen: boolean;
}

const BlockView = memo(function BlockView({ block, links, isOpen }: BlockViewProps) {
  if (block.kind === 'markdown') return <MarkdownBlock source={block.source} links={links} isOpen={isOpen} />;
  return <CodeBlock code={block.code} language={block.language} continues={block.continues} isOpen={isOpen} />;
});
