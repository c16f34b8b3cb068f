/** @import { OpenBlock } from './blocks.js' */
import { isWhole, wholeInput } from './blocks.js';

/**
 * The calls of an answer, each with an id of its own, by which it is told and goes back with its result: some services give
 * all of them one id, or none. Others send a call again, which must not run twice.
 */
export function createCallIds() {
  /** @type {{ block: OpenBlock, index: unknown, isOver: boolean }[]} */
  const calls = [];

  /**
   * @param {OpenBlock} block
   * @param {unknown} index
   */
  const add = (block, index) => {
    const wanted = block.givenId || 'call';
    block.id = wanted;
    for (let count = 2; calls.some((call) => call.block.id === block.id); count += 1) block.id = `${wanted}-${count}`;
    calls.push({ block, index, isOver: false });
  };

  return {
    get count() {
      return calls.length;
    },

    /**
     * One that may be an earlier call come again is quiet: its end will show.
     * @param {OpenBlock} block
     * @param {unknown} index
     */
    begin(block, index) {
      block.isQuiet = calls.some((call) => call.isOver && call.block.givenId === block.givenId && call.index === index);
      if (!block.isQuiet) add(block, index);
    },

    /**
     * @param {OpenBlock} block
     * @param {unknown} index
     * @returns whether it is to be told; it was already when not
     */
    end(block, index) {
      if (block.isQuiet) {
        if (calls.some((call) => isSame(call.block, block))) return false;
        add(block, index);
      }
      for (const call of calls) call.isOver ||= call.block === block;
      return true;
    },
  };
}

/**
 * @param {OpenBlock} one
 * @param {OpenBlock} other
 */
const isSame = (one, other) =>
  one.givenId === other.givenId && one.name === other.name && meaning(one) === meaning(other);

/** Its input, however it is spaced. @param {OpenBlock} block */
const meaning = (block) => (isWhole(block) ? JSON.stringify(JSON.parse(wholeInput(block))) : wholeInput(block));
