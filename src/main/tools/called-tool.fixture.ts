import { join } from 'node:path';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { Manifest } from '../../shared/contract/extensions/manifest.ts';
import {
  type ContributedTool,
  everyTrustedFolder,
  type ToolDecision,
  type ToolRule,
  type ToolRunState,
} from '../../shared/contract/tool.ts';
import { manifestOf } from '../extensions/api/test-support/manifests.ts';
import { type Files, temporaryFolder, writeFiles } from '../testing/temporary-folder.ts';
import { runToolCall } from './run-tool-call.ts';
import { changesIn, toolHostOf } from './tool-host.fixture.ts';
import type { ToolHostDeps } from './tool-host.ts';

type CallMethod = Extract<keyof MainMethods, `call.${string}`>;
/** A request of a tool within its call. */
export type Ask = <M extends CallMethod>(
  method: M,
  params: Omit<MainMethods[M]['params'], 'callId'>,
  signal?: AbortSignal,
) => Promise<MainMethods[M]['result']>;
export type Script = (ask: Ask, callId: string, signal: AbortSignal) => unknown;

export const toolOf = (id: string, more: Partial<ContributedTool> = {}): ContributedTool => ({
  extensionId: 'toolbox',
  extensionName: 'Toolbox',
  origin: 'bundled',
  id,
  description: `Does ${id}.`,
  inputSchema: '{"type":"object"}',
  isReadOnly: false,
  asksByEffect: true,
  ...more,
});

/** A project with files, next to a folder outside it; a host, and tools that run a test's script. */
export async function toolSetting(files: Files = {}, more: Partial<ToolHostDeps> = {}) {
  const outside = await temporaryFolder();
  const root = writeFiles(join(outside, 'project'), { './': '', ...files });
  const rules: ToolRule[] = [];
  const scripts = new Map<string, Script>();
  const manifest = manifestOf('toolbox');
  const changes = changesIn(() => root);
  const host = toolHostOf({
    root: () => root,
    changes,
    rules: () => rules,
    addRules: (added) => void rules.push(...added),
    runTool: async (_tool, input, callId, signal) =>
      scripts.get((input as { script: string }).script)?.(askAs(manifest, callId), callId, signal),
    ...more,
  });

  /** Requests as an extension makes them on its own port. */
  function askAs(caller: Manifest, callId: string): Ask {
    return async (method, params, signal = new AbortController().signal) =>
      (host.services[method] as (...args: unknown[]) => Promise<never>)(
        caller,
        { ...params, callId },
        { signal, ports: [] },
      );
  }

  let count = 0;
  /** Lets a model call a tool. */
  function start(script: Script, { tool = toolOf('edit'), threadId = 'thread', folder = root as string | null } = {}) {
    count += 1;
    const id = `use-${count}`;
    scripts.set(id, script);
    const states: ToolRunState[] = [];
    let change = Promise.withResolvers<void>();
    let isDone = false;
    let output = '';
    const stop = new AbortController();
    const done = runToolCall(
      { id, name: 'tool', input: JSON.stringify({ script: id }), isInputComplete: true },
      {
        ...host.callsOf({ threadId, promptId: 'prompt', root: folder }),
        offered: new Map([['tool', tool]]),
        maxOutput: 100 * 1024,
      },
      {
        state(state) {
          states.push(state);
          change.resolve();
          change = Promise.withResolvers();
        },
        output: (text) => (output += text),
      },
      stop.signal,
      () => 'It was stopped.',
    ).finally(() => {
      isDone = true;
      change.resolve();
    });
    return {
      id,
      states,
      types: () => states.map(({ type }) => type),
      output: () => output,
      stop: () => stop.abort(),
      done,
      decide: (decision: ToolDecision, question?: number) => host.decide(threadId, id, decision, question),
      /**
       * The call's next question, optionally the one with this number.
       * @throws when the call ends without it
       */
      async asked(number?: number) {
        for (;;) {
          const state = states.at(-1);
          if (state?.type === 'waiting' && (number === undefined || state.question === number)) return state;
          if (isDone) throw new Error(`It ended, and is ${JSON.stringify(state)}.`);
          await change.promise;
        }
      },
    };
  }

  /** Runs a script in a call that asks nobody. */
  const once = (script: Script) => start(script).done;
  /** Adds rules for every trusted folder. */
  const rule = (effect: ToolRule['effect'], decision: ToolRule['decision'], ...patterns: string[]) =>
    void rules.push(...patterns.map((pattern) => ({ effect, decision, pattern, folder: everyTrustedFolder })));
  return { outside, root, rules, rule, host, changes, start, once, askAs };
}
