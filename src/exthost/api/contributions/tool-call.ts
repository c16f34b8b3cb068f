import type { ToolCall } from '../../../shared/contract/extension-api/extension-tool-call.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { MainStreams } from '../../../shared/contract/extensions/main-streams.ts';
import { LinkedController } from '../../../shared/linked-controller.ts';
import type { Peer } from '../../../shared/rpc/peer.ts';
import type { Log } from '../log.ts';
import { runTask } from '../tasks.ts';

/**
 * The `ToolCall` of one run of a tool. Main decides on every effect, and identifies the run by `callId`; this is only
 * the convenient form of its methods. Pending calls are cancelled when the run ends.
 */
export function createToolCall(
  main: Peer<MainMethods, MainStreams>,
  log: Log,
  callId: string,
  runSignal: AbortSignal,
): { call: Omit<ToolCall, 'thread'>; end(): void } {
  const over = new LinkedController([runSignal]);
  const { signal } = over;

  async function ask<M extends Extract<keyof MainMethods, `call.${string}`>>(
    method: M,
    params: Omit<MainMethods[M]['params'], 'callId'>,
  ): Promise<MainMethods[M]['result']> {
    if (signal.aborted) throw new Error('The call is over. Wait for everything before the tool returns');
    return main.call(method, { ...params, callId } as MainMethods[M]['params'], { signal });
  }

  const call: Omit<ToolCall, 'thread'> = {
    readText: (path) => ask('call.readText', { path }),
    list: (path) => ask('call.list', { path }),
    find: (glob, { limit = 1000 } = {}) => ask('call.find', { glob, limit }),
    search: ({ text, isRegex, isCaseSensitive, glob, limit }) =>
      ask('call.search', { query: { text, isRegex, isCaseSensitive, glob, limit } }),
    change: async (changes) => void (await ask('call.change', { changes: [...changes] })),
    exec: (command, { cwd, timeoutSeconds } = {}) => ask('call.exec', { command, cwd, timeoutSeconds }),
    fetchPage: (url) => ask('call.fetchPage', { url }),
    diagnostics: (path) => ask('call.diagnostics', { path }),
    readSkill: (name, file) => ask('call.readSkill', { name, file }),
    async spawn(options) {
      const both = new LinkedController(options.signal ? [signal, options.signal] : [signal]);
      return runTask(main, log, { callId }, { ...options, signal: both.signal }).finally(() => both.end());
    },
    // Nobody waits for the result, so that a failure is ignored.
    report: (text) => void ask('call.report', { text: String(text).slice(0, 100_000) }).catch(() => {}),
  };
  return { call, end: () => over.abort() };
}
