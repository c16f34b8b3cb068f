import { longestValue } from '../../../api/state.ts';
import { wait } from '../../../wait.ts';
import type { ComponentImports } from './component-import.ts';
import { oneOf, optionalNumber, textOf } from './given-values.ts';

/** What every extension may ask of the app: the interfaces `log`, `settings`, `state` and `time`. */

const levels = ['debug', 'info', 'warn', 'error'] as const;

export const appImports = {
  'log.write': {
    otherwise: null,
    async run({ context, outcome }, [level, text]) {
      context.log[oneOf(levels, level, 'level')](outcome.hide(textOf(text, 'text')));
    },
  },
  'settings.get': {
    run: async ({ context }, [key]) => JSON.stringify(await context.settings.get(textOf(key, 'key'))),
  },
  'state.get': {
    otherwise: null,
    async run({ context }, [key]) {
      const value = await context.state.global.get(textOf(key, 'key'));
      return value === undefined ? null : JSON.stringify(value);
    },
  },
  'state.set': {
    run: ({ context }, [key, value]) => context.state.global.set(textOf(key, 'key'), jsonOf(textOf(value, 'value'))),
  },
  'state.delete': { run: ({ context }, [key]) => context.state.global.delete(textOf(key, 'key')) },
  'state.keys': { otherwise: [], run: ({ context }) => context.state.global.keys() },
  'time.wait': {
    run: ({ signal }, [milliseconds]) => waitFor(optionalNumber(milliseconds, 'milliseconds') ?? 0, signal),
  },
} satisfies ComponentImports;

/** Refuses what is too long before it is read, which takes time. */
function jsonOf(text: string): unknown {
  if (text.length > longestValue) throw new RangeError('The value is longer than 1 MB. Keep less');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The value is no JSON. A text is kept as JSON too: in quotes');
  }
}

/** The most of one timer. */
const longestTimer = 2 ** 31 - 1;

async function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  for (let left = milliseconds; left > 0 && !signal.aborted; left -= longestTimer) {
    await wait(Math.min(left, longestTimer), signal);
  }
}
