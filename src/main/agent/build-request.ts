import type { CompletionRequest, ModelInfo, RequestMessage } from '../../shared/contract/provider.ts';
import type { AnswerView, ThreadView } from '../../shared/contract/thread.ts';

const textOf = (answer: AnswerView): string =>
  answer.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');

const message = (role: RequestMessage['role'], value: string): RequestMessage => ({
  role,
  content: [{ type: 'text', value }],
  cache: false,
});

/**
 * The request that answers a prompt: the turns before it, each with its latest answer that says anything, then the
 * prompt. What the model thought, and tools that were never run, are not sent back.
 */
export function buildRequest(view: ThreadView, promptId: string, model: ModelInfo | undefined): CompletionRequest {
  const messages: RequestMessage[] = [];
  for (const turn of view.turns) {
    messages.push(message('user', turn.text));
    if (turn.promptId === promptId) break;
    const said = turn.answers.map(textOf).findLast((text) => text !== '');
    if (said !== undefined) messages.push(message('assistant', said));
  }
  return {
    messages,
    tools: [],
    stopSequences: [],
    thinkingAllowed: model?.capabilities.supportsThinking ?? false,
    ...(model?.maxOutputTokens === undefined ? {} : { maxTokens: model.maxOutputTokens }),
  };
}
