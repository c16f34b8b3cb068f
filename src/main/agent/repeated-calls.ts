import type { ToolUse } from '../../shared/contract/provider.ts';

/** So many times in a row the same call is no progress any more, and a person is asked. */
const mostRepeats = 3;

interface Repeated {
  readonly toolName: string;
  readonly times: number;
}

/** Watches the calls of one answer for a model that makes the same one again and again. */
export interface RepeatedCalls {
  /** Notes the calls of a round before they run. @returns the call that came so often; from there it is counted anew */
  note(calls: readonly ToolUse[]): Repeated | null;
}

export function createRepeatedCalls(): RepeatedCalls {
  let last = '';
  let times = 0;
  return {
    note(calls) {
      let found: Repeated | null = null;
      for (const { name: toolName, input } of calls) {
        const call = `${toolName} ${canonical(input)}`;
        times = call === last ? times + 1 : 1;
        last = call;
        if (times < mostRepeats) continue;
        found ??= { toolName, times };
        times = 0;
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
