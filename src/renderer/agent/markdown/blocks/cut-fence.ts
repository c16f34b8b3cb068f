import type { Block, CodeSource, SplitState } from './split-blocks.ts';

/** All the code of a fence that was cut for its length. @param first its first block */
export const wholeCode = (first: CodeSource, split: SplitState): string =>
  first.code +
  continuationsOf(first, split)
    .map(({ joint = '', code }) => joint + code)
    .join('');

/** The blocks that continue a block. */
function continuationsOf(block: CodeSource, { closed, open }: SplitState): readonly CodeSource[] {
  const found: CodeSource[] = [];
  for (let index = indexAfter(block.at, closed); index <= closed.length; index++) {
    const next = index < closed.length ? closed[index] : open;
    if (!next || !goesOn(next) || next.at <= block.at) break;
    found.push(next);
  }
  return found;
}

/** A block as Markdown; the parts of a cut fence together make one fence. */
export function sourceOf(block: Block, split: SplitState): string {
  if (block.kind === 'markdown') return block.source.trim();
  const begin = block.joint === undefined ? `${block.mark}${block.language}\n` : '';
  const end = continuationsOf(block, split).length === 0 ? `\n${block.mark}` : '';
  return begin + block.code + end;
}

const goesOn = (block: Block): block is CodeSource => block.kind === 'code' && block.joint !== undefined;

function indexAfter(at: number, blocks: readonly Block[]): number {
  let [from, to] = [0, blocks.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((blocks[middle]?.at ?? 0) <= at) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The identity of the first block of the fence that is still open. */
export function growingFence({ closed, open, scan }: SplitState): number | undefined {
  if (!scan.fence) return undefined;
  if (open && !goesOn(open)) return open.at;
  return closed.findLast((block) => !goesOn(block))?.at;
}
