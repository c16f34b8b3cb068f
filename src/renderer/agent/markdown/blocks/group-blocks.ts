const maxBlocks = 24;
/** Characters; drawing a group should take a small part of a frame. */
const longestGroup = 1500;

/** Groups blocks; unchanged groups stay the same objects, so that a long answer costs little where it does not change. */
export function groupBlocks<T extends { readonly at: number }>(
  blocks: readonly T[],
  before: readonly (readonly T[])[],
): readonly (readonly T[])[] {
  const groups: (readonly T[])[] = [];
  for (let from = 0; from < blocks.length; ) {
    const to = endOfGroup(blocks, from);
    const same = before[groups.length];
    // Closed blocks never change, so a group with the same first and last block is the same.
    const isSame = same?.length === to - from && same[0] === blocks[from] && same.at(-1) === blocks[to - 1];
    groups.push(isSame ? same : blocks.slice(from, to));
    from = to;
  }
  return groups;
}

/** Depends on the beginnings of blocks, which stay the same while the last one grows. */
function endOfGroup<T extends { readonly at: number }>(blocks: readonly T[], from: number): number {
  const begin = blocks[from]?.at ?? 0;
  let to = from + 1;
  while (to < blocks.length && to - from < maxBlocks && (blocks[to]?.at ?? 0) - begin < longestGroup) to++;
  return to;
}
