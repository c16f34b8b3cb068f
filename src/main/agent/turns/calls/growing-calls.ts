import type { ToolUse } from '../../../../shared/contract/provider.ts';

/** In ms. */
const mostOften = 250;
/** By this part of itself a call has grown when it is passed on again. */
const growth = 1 / 8;

/**
 * Each time that a call grows it comes anew from its beginning. All of them kept would be the square of its length, so
 * that only some are passed on before the whole: a few times its length in all, whatever the pieces.
 */
export function createGrowingCalls(passOn: (toolUse: ToolUse) => void) {
  const passed = new Map<string, { readonly at: number; readonly length: number }>();
  const held = new Map<string, ToolUse>();

  function pass(toolUse: ToolUse): void {
    held.delete(toolUse.id);
    passed.set(toolUse.id, { at: Date.now(), length: toolUse.input.length });
    passOn(toolUse);
  }

  return {
    add(toolUse: ToolUse) {
      const last = passed.get(toolUse.id);
      const isDue =
        !last || (Date.now() - last.at >= mostOften && toolUse.input.length - last.length >= last.length * growth);
      if (toolUse.isInputComplete || isDue) pass(toolUse);
      else held.set(toolUse.id, toolUse);
    },
    /** Passes on what came last and was held back. */
    flush() {
      for (const toolUse of held.values()) pass(toolUse);
    },
  };
}
