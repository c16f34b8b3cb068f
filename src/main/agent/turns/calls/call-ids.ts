import type { CompletionRequest, ToolUse } from '../../../../shared/contract/provider.ts';

export const idsOf = ({ messages }: CompletionRequest): Set<string> =>
  new Set(
    messages.flatMap(({ content }) => content.flatMap((part) => (part.type === 'tool-use' ? [part.value.id] : []))),
  );

/**
 * Some services count their calls from one again in each step, or give all of a step the same id; in a thread
 * every call needs one of its own. What comes after a whole call is another one, unless it says the very same again.
 * @param used the ids that the thread has; those that are given are added
 */
export function freshIds(used: Set<string>): (toolUse: ToolUse) => string {
  const growing = new Map<string, string>();
  const whole = new Map<string, string>();
  return ({ id, name, input, isInputComplete }) => {
    const call = JSON.stringify([id, name, input]);
    const own = growing.get(id) ?? (isInputComplete ? whole.get(call) : undefined) ?? fresh(id || 'call');
    if (isInputComplete) {
      growing.delete(id);
      whole.set(call, own);
    } else growing.set(id, own);
    return own;
  };

  function fresh(id: string): string {
    let own = id;
    for (let n = 2; used.has(own); n += 1) own = `${id}_${n}`;
    used.add(own);
    return own;
  }
}
