import type { ExtensionContext } from '../../../../shared/contract/extension-api/extension-api.ts';
import type { Answers } from './script-call.ts';
import { sessionWaits } from './session-calls.ts';
import { shownBy } from './shown.ts';
import { spawnWaits } from './spawn-calls.ts';
import { systemWaits } from './system-calls.ts';
import { uiActs, uiWaits } from './ui-calls.ts';

/** What a script waits for, by what it calls; errors name it. */
export const waits: Answers<Promise<unknown>> = {
  ...sessionWaits,
  ...spawnWaits,
  ...systemWaits,
  ...uiWaits,
  'ctx.sleep': (_context, [ms], { signal }) => slept(Number(ms), signal),
  'ctx.signal.wait': (_context, _args, { signal }) => aborted(signal),
  'ctx.cwd': folderOf,
  'ctx.state.get': ({ state }, [key]) => state.global.get(key as string),
  'ctx.state.set': ({ state }, [key, value]) => state.global.set(key as string, value),
  'ctx.state.delete': ({ state }, [key]) => state.global.delete(key as string),
  'ctx.state.keys': ({ state }) => state.global.keys(),
  'ctx.emit'(_context, [event], { emit }) {
    if (!emit) throw new Error('ctx.emit is for the stream of a provider');
    return emit(event);
  },
};

/** A script that reaches the network has none, unless it may read files. */
export async function folderOf({ workspace }: Pick<ExtensionContext, 'workspace'>): Promise<string | undefined> {
  return (await workspace.folder().catch(() => null))?.path;
}

/** What is done at once; nobody waits for what comes of it. */
export const acts: Answers<unknown> = {
  ...uiActs,
  'ctx.signal.aborted': (_context, _args, { signal }) => signal.aborted,
  'ctx.update'(context, [text], call) {
    const { report } = call;
    if (!report) throw new Error('ctx.update is for tools, whose calls show it');
    shownBy(context).latest.put(call, () => report(text as string));
  },
};

/** For an answer that is there at once: a script that goes on asking would let nothing else run. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const slept = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(Math.max(ms || 0, 0), 2 ** 31 - 1));
    signal.addEventListener('abort', end);
  });

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(nextTurn());
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
