import type { CompletionEvent, CompletionRequest, RequestMessage } from '../../../shared/contract/provider.ts';
import { type MemoryBehaviour, say } from '../../providers/memory-extension.fixture.ts';
import { type AgentSetting, modelsWithTools, send, tool } from '../agent-setting.fixture.ts';

export const call = (id: string, name: string, input = '{}'): CompletionEvent => ({
  type: 'tool-use',
  value: { id, name, input, isInputComplete: true },
});
export const stop = (value: 'tool-use' | 'end-turn' | 'max-tokens'): CompletionEvent => ({ type: 'stop', value });
export const text = (value: string): CompletionEvent => ({ type: 'text', value });

export const count = tool('word-count');
export const countName = 'toolbox__word_count';

/** A model that says one script after the other, a request each; what else its extension does may come along. */
export function scripted(set: AgentSetting, ...given: (CompletionEvent[] | MemoryBehaviour)[]) {
  const steps = given.filter((each) => Array.isArray(each));
  const behaviour = given.find((each) => !Array.isArray(each));
  const requests: CompletionRequest[] = [];
  const agent = set.start({
    models: modelsWithTools,
    ...behaviour,
    complete: (request) => {
      requests.push(structuredClone(request));
      return say(...(steps[requests.length - 1] ?? [text('done'), stop('end-turn')]));
    },
  });
  return { agent, requests, ask: () => send(agent) };
}

/** The parts of a message in words. */
export const contents = (message: RequestMessage | undefined) =>
  message?.content.map((part) => {
    if (part.type === 'tool-use') return `call ${part.value.id} ${part.value.name} ${part.value.input}`;
    if (part.type !== 'tool-result') return part.type === 'text' ? part.value : part.type;
    const { toolUseId, isError, content } = part.value;
    return `${isError ? 'error' : 'result'} ${toolUseId} ${content.value}`;
  });
