import { memo, useContext, useMemo, useRef } from 'react';
import { classNames } from '../../app/class-names.ts';
import { estimateText } from '../messages/estimate-height.ts';
import { Piece, PieceScope, WindowContext } from '../messages/Piece.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { groupBlocks } from './group-blocks.ts';
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

/** Markdown that streams: closed blocks are parsed and rendered once, only the open one again with each piece. */
export const Markdown = memo(function Markdown({ text, isStreaming }: MarkdownProps) {
  // Continuing from an earlier state gives what starting over would give, so a render that is thrown away does no harm.
  const split = useRef(emptySplit);
  split.current = splitBlocks(text, split.current);
  const { closed, open } = split.current;
  const groups = useRef<readonly (readonly Block[])[]>([]);
  groups.current = groupBlocks(open ? [...closed, open] : closed, groups.current);
  // Only what was seen while it grew has a size that is remembered; elsewhere a guess would make the text jump.
  const hasStreamed = useRef(false);
  if (isStreaming) hasStreamed.current = true;
  // A definition may stand below the links that use it; they come alive when all is said.
  const links = useMemo(
    () => (isStreaming ? noLinks : definitionsIn(open ? [...closed, open] : closed)),
    [isStreaming, closed, open],
  );
  return (
    <div className={styles.markdown}>
      {groups.current.map((group, index) => {
        const hasOpen = isStreaming && open !== null && index === groups.current.length - 1;
        return (
          <Group
            key={group[0]?.at}
            blocks={group}
            links={links}
            openAt={hasOpen ? open.at : undefined}
            mayBeSkipped={hasStreamed.current && index < groups.current.length - 1}
          />
        );
      })}
    </div>
  );
});

function definitionsIn(blocks: readonly Block[]): Links {
  const links = readDefinitions(blocks.map((block) => (block.kind === 'markdown' ? block.source : '')));
  return Object.keys(links).length === 0 ? noLinks : links;
}

interface GroupProps {
  readonly blocks: readonly Block[];
  readonly links: Links;
  /** Identity of the block that may still grow. */
  readonly openAt: number | undefined;
  /** Out of view it need not be drawn. */
  readonly mayBeSkipped: boolean;
}

/** In a long conversation only the groups near the view are drawn. */
const Group = memo(function Group({ blocks, links, openAt, mayBeSkipped }: GroupProps) {
  const scope = useContext(PieceScope);
  const isWindowed = useContext(WindowContext) !== null;
  const shown = blocks.map((block) => (
    <BlockView key={block.at} block={block} links={links} isOpen={block.at === openAt} />
  ));
  if (!isWindowed) return <div className={classNames(styles.group, mayBeSkipped && styles.skipped)}>{shown}</div>;
  return (
    <Piece
      id={`${scope}/${blocks[0]?.at}`}
      className={styles.group}
      estimate={() => blocks.reduce((height, block) => height + estimateBlock(block), 0)}
      source={() => blocks.map(sourceOf).join('\n\n')}
      isKept={openAt !== undefined}
    >
      {shown}
    </Piece>
  );
});

const estimateBlock = (block: Block): number =>
  block.kind === 'code' ? block.code.split('\n').length * 19 + 58 : estimateText(block.source.trim()) + 12;

const sourceOf = (block: Block): string =>
  block.kind === 'code' ? `\`\`\`${block.language}\n${block.code}\n\`\`\`` : block.source.trim();

interface BlockViewProps {
  readonly block: Block;
  readonly links: Links;
  readonly isOpen: boolean;
}

const BlockView = memo(function BlockView({ block, links, isOpen }: BlockViewProps) {
  if (block.kind === 'markdown') return <MarkdownBlock source={block.source} links={links} isOpen={isOpen} />;
  return (
    <CodeBlock
      code={block.code}
      language={block.language}
      info={block.info}
      continues={block.continues}
      isOpen={isOpen}
    />
  );
});
