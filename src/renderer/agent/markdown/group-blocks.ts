const groupSize = 24;

/** Blocks in groups, of which those that did not change stay the same objects: a long answer costs little where it is still. */
export function groupBlocks<T>(blocks: readonly T[], before: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const groups: (readonly T[])[] = [];
  for (let at = 0; at < blocks.length; at += groupSize) {
    const last = Math.min(at + groupSize, blocks.length) - 1;
    const same = before[groups.length];
    // Closed blocks never change, so a group that begins and ends with the same blocks is the same.
    const isSame = same?.length === last - at + 1 && same[0] === blocks[at] && same.at(-1) === blocks[last];
    groups.push(isSame ? same : blocks.slice(at, last + 1));
  }
  return groups;
}
