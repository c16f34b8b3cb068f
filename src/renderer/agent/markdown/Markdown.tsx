import { memo, useContext, useMemo, useRef } from 'react';
import { classNames } from '../../base/class-names.ts';
import { estimateText } from '../messages/estimate-text.ts';
import { Piece, PieceScope, WindowContext } from '../messages/Piece.tsx';
import { growingFence, sourceOf, wholeCode } from './blocks/cut-fence.ts';
import { groupBlocks } from './blocks/group-blocks.ts';
import { type Links, readDefinitions } from './blocks/lex-block.ts';
import { type Block, type CodeSource, emptySplit, splitBlocks } from './blocks/split-blocks.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { KeepSelection } from './KeepSelection.tsx';
import { MarkdownBlock } from './MarkdownBlock.tsx';
import styles from './markdown.module.css';

export interface MarkdownProps {
  /** Must only ever grow while the component is mounted. */
  readonly text: string;
  readonly isStreaming: boolean;
}

const noLinks: Links = {};

/** Streaming Markdown: closed blocks are parsed and rendered once, only the open one again with each piece. */
export const Markdown = memo(function Markdown({ text, isStreaming }: MarkdownProps) {
  // Continuing from an earlier state gives the same result as starting over, so a discarded render does no harm.
  const split = useRef(emptySplit);
  split.current = splitBlocks(text, split.current);
  const { closed, open } = split.current;
  const groups = useRef<readonly (readonly Block[])[]>([]);
  groups.current = groupBlocks(open ? [...closed, open] : closed, groups.current);
  // Only content that was rendered while streaming has a remembered size; for other content a guess would make text jump.
  const hasStreamed = useRef(false);
  if (isStreaming) hasStreamed.current = true;
  // A definition may stand below the links that use it: these are resolved when the text is complete.
  const links = useMemo(
    () => (isStreaming ? noLinks : definitionsIn(open ? [...closed, open] : closed)),
    [isStreaming, closed, open],
  );
  const growing = isStreaming ? growingFence(split.current) : undefined;
  const fences = useMemo<Fences>(
    () => ({
      code: (first) => wholeCode(first, split.current),
      source: (block) => sourceOf(block, split.current),
    }),
    [],
  );
  return (
    <div className={styles.markdown}>
      <KeepSelection>
        {groups.current.map((group, index) => {
          const hasOpen = isStreaming && open !== null && index === groups.current.length - 1;
          return (
            <Group
              key={group[0]?.at}
              blocks={group}
              links={links}
              fences={fences}
              openAt={hasOpen ? open.at : undefined}
              growing={group.some(({ at }) => at === growing) ? growing : undefined}
              mayBeSkipped={hasStreamed.current && index < groups.current.length - 1}
            />
          );
        })}
      </KeepSelection>
    </div>
  );
});

function definitionsIn(blocks: readonly Block[]): Links {
  const links = readDefinitions(blocks);
  return Object.keys(links).length === 0 ? noLinks : links;
}

/** Facts on fences across blocks. The same object for the lifetime of the answer. */
interface Fences {
  code(first: CodeSource): string;
  source(block: Block): string;
}

interface GroupProps {
  readonly blocks: readonly Block[];
  readonly links: Links;
  readonly fences: Fences;
  /** Identity of the block that may still grow. */
  readonly openAt: number | undefined;
  /** Identity of the block whose fence is not closed yet. */
  readonly growing: number | undefined;
  /** It may be skipped while out of view. */
  readonly mayBeSkipped: boolean;
}

/** In a long thread only the groups near the view are rendered, and of those only the ones in view are painted. */
const Group = memo(function Group({ blocks, links, fences, openAt, growing, mayBeSkipped }: GroupProps) {
  const scope = useContext(PieceScope);
  const isWindowed = useContext(WindowContext) !== null;
  const shown = blocks.map((block) => (
    <BlockView
      key={block.at}
      block={block}
      links={links}
      fences={fences}
      isOpen={block.at === openAt}
      isGrowing={block.at === growing}
    />
  ));
  const className = classNames(styles.group, mayBeSkipped && styles.skipped);
  if (!isWindowed) return <div className={className}>{shown}</div>;
  return (
    <Piece
      id={`${scope}/${blocks[0]?.at}`}
      className={className}
      estimate={() => blocks.reduce((height, block) => height + estimateBlock(block), 0)}
      source={() => blocks.map(fences.source).join('\n\n')}
      isKept={openAt !== undefined}
    >
      {shown}
    </Piece>
  );
});

const estimateBlock = (block: Block): number =>
  block.kind === 'code' ? block.code.split('\n').length * 19 + 58 : estimateText(block.source.trim()) + 12;

interface BlockViewProps {
  readonly block: Block;
  readonly links: Links;
  readonly fences: Fences;
  readonly isOpen: boolean;
  readonly isGrowing: boolean;
}

const BlockView = memo(function BlockView({ block, links, fences, isOpen, isGrowing }: BlockViewProps) {
  if (block.kind === 'markdown') return <MarkdownBlock source={block.source} links={links} isOpen={isOpen} />;
  return (
    <CodeBlock
      code={block.code}
      wholeCode={() => fences.code(block)}
      language={block.language}
      info={block.info}
      continues={block.joint !== undefined}
      isOpen={isOpen}
      isGrowing={isGrowing}
    />
  );
});
