/** @import { OpenBlock } from './blocks.js' */
import { isWhole, wholeInput } from './blocks.js';

/**
 * The calls of an answer, each with a unique id, which is also used when the call is sent back: some services give all
 * calls the same id, or none. Other services send a call twice, which must not run twice.
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
     * Marks a call as quiet if it may repeat an earlier one, which its end will show.
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
     * @returns whether the call is new; false: it repeats an earlier one
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

/** Its input without differences in white space. @param {OpenBlock} block */
const meaning = (block) => (isWhole(block) ? JSON.stringify(JSON.parse(wholeInput(block))) : wholeInput(block));
