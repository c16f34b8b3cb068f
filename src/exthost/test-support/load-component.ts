import { onTestFinished } from 'vitest';
import type { CompletionEvent, CompletionRequest } from '../../shared/contract/provider.ts';
import type { ToolOutput } from '../../shared/contract/tool.ts';
import type { StreamHandler } from '../../shared/rpc/handlers.ts';
import { emptyRequest } from '../../shared/testing/empty-request.ts';
import { completionOf } from '../api/completion/polled-completion.ts';
import type { InstanceLimits } from '../runtimes/wasm/component-instance.ts';
import type { ComponentThread } from '../runtimes/wasm/component-thread.ts';
import { createWasmRuntime } from '../runtimes/wasm/wasm-runtime.ts';
import { type BuiltComponent, builtComponent, type ComponentSource } from './built-component.ts';
import { connectContext, type MainAnswers } from './connect-context.ts';
import { grammarNodeThread, nodeThread } from './node-thread.ts';

interface Given {
  readonly answers?: MainAnswers;
  readonly streams?: Readonly<Record<string, StreamHandler>>;
  readonly limits?: Partial<InstanceLimits>;
  /** Providers of documentation, by slash commands that the manifest declares for them. */
  readonly docs?: Readonly<Record<string, string>>;
  /** Called for each thread. */
  readonly onThread?: (thread: ComponentThread) => void;
}

const usual = { providers: ['echo'], commands: ['c'], slashCommands: ['s'], tools: ['t'] };

/** Loads and activates a component, until the end of the test. Its manifest declares one of each kind. */
export async function loadComponent(of: ComponentSource | BuiltComponent, given: Given = {}) {
  const { component: compiled, mainPath } = 'component' in of ? of : await builtComponent(of);
  const { answers = {}, streams = {}, limits = {}, docs = {}, onThread } = given;
  const declares = { ...usual, slashCommands: [...usual.slashCommands, ...Object.keys(docs)] };
  const connected = connectContext(answers, declares, streams);
  const component = () => {
    const thread = nodeThread();
    onThread?.(thread);
    return thread;
  };
  const runtime = createWasmRuntime({ component, grammar: grammarNodeThread }, limits);
  const open = { type: 'extension', extensionId: 'sample', rootPath: '/x', mainPath, runtime: 'wasm' } as const;
  const all = { events: [], ...declares };
  const loaded = await runtime.load({ ...open, declares: all, docs }, { component: compiled, tell: async () => null });
  onTestFinished(() => loaded.deactivate());
  await loaded.activate(connected.context);
  const { api } = connected;
  let calls = 0;
  const tool = (input: unknown = null, signal = new AbortController().signal): Promise<ToolOutput> => {
    calls += 1;
    return api.tools.run({ id: 't', input, callId: String(calls), threadId: 'thread' }, signal);
  };
  const provider = () => api.languageModels.provider('echo');
  const answer = (request = emptyRequest, signal = new AbortController().signal) =>
    completionOf(provider(), 'm', request, signal);
  /** All events of an answer. */
  const answered = async (request?: CompletionRequest, signal?: AbortSignal) => {
    const events: CompletionEvent[] = [];
    for await (const event of answer(request, signal)) events.push(event);
    return events;
  };
  return { ...connected, loaded, tool, provider, answer, answered };
}
