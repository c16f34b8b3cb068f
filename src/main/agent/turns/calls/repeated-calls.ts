import type { ToolUse } from '../../../../shared/contract/provider.ts';

/** So many times in a row the same call is no progress any more, and a person is asked. */
const maxInRow = 3;
/** So many times it is none either when others came between: a model may go round among a few. */
const maxInWindow = 4;
/** Of so many calls. */
const window = 12;

interface Repeated {
  readonly toolName: string;
  readonly times: number;
}

/**
 * Watches the calls of one answer for a model that makes the same one again and again.
 * @param isReadOnly whether a tool, by the name that the model calls it, leaves everything as it is
 */
export function createRepeatedCalls(isReadOnly: (toolName: string) => boolean) {
  const known = new Set<string>();
  let before: string[] = [];
  return {
    /** Notes the calls of a step before they run. @returns the call that came so often; from there all are counted anew */
    note(calls: readonly ToolUse[]) {
      let found: Repeated | null = null;
      for (const { name: toolName, input } of calls) {
        const call = `${toolName} ${canonical(input)}`;
        // It may change something for the first time, so that what is asked again after it may come to something else.
        if (!known.has(call) && !isReadOnly(toolName)) before = [];
        known.add(call);
        before = [...before, call].slice(-window);
        const inRow = before.length - 1 - before.findLastIndex((one) => one !== call);
        const inWindow = before.filter((one) => one === call).length;
        if (inRow < maxInRow && inWindow < maxInWindow) continue;
        found ??= { toolName, times: Math.max(inRow, inWindow) };
        before = [];
      }
      return found;
    },
  };
}

/** Arguments that say the same are the same text, whatever the order of their keys and the blanks between them. */
function canonical(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input.trim() === '' ? '{}' : input), sorted);
  } catch {
    return input;
  }
}

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
