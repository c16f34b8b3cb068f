import type { CompletionRequest, MessageContent, ModelInfo, RequestMessage } from '../../shared/contract/provider.ts';
import type { AnswerView, ThreadView, TurnView } from '../../shared/contract/thread.ts';
import { standingParts } from '../../shared/thread/standing-parts.ts';
import { definitionsOf, type OfferedTools } from './offered-tools.ts';
import { sentToolUse, toolResult } from './tool-result.ts';

const message = (role: RequestMessage['role'], content: MessageContent[]): RequestMessage => ({
  role,
  content,
  cache: false,
});

/**
 * The request that answers a prompt: the turns before it, each with its latest answer that says anything, then the
 * prompt. What the model thought is not sent back. Its calls are, each with its result, as long as it is offered tools
 * at all: services refuse them otherwise.
 * @param promptId null: all turns with their answers, as the next prompt finds them
 */
export function buildRequest(
  view: ThreadView,
  promptId: string | null,
  model: ModelInfo | undefined,
  offered: OfferedTools = new Map(),
): CompletionRequest {
  const messages: RequestMessage[] = [];
  for (const turn of view.turns) {
    messages.push(message('user', promptOf(turn, model?.capabilities.supportsImages ?? false)));
    if (turn.promptId === promptId) break;
    const said = turn.answers
      .map((answer) => messagesOf(answer, offered.size > 0))
      .findLast(({ length }) => length > 0);
    messages.push(...(said ?? []));
  }
  return {
    messages,
    tools: definitionsOf(offered),
    stopSequences: [],
    thinkingAllowed: model?.capabilities.supportsThinking ?? false,
    ...(model?.maxOutputTokens === undefined ? {} : { maxTokens: model.maxOutputTokens }),
  };
}

const leftOut = '[image left out: this model takes no images]';

/** The images come first, as services advise. */
function promptOf({ text, images = [] }: TurnView, takesImages: boolean): MessageContent[] {
  const shown = images.map(({ data: source, width, height }): MessageContent => {
    if (!takesImages) return { type: 'text', value: leftOut };
    return { type: 'image', value: { source, width, height } };
  });
  return text === '' && shown.length > 0 ? shown : [...shown, { type: 'text', value: text }];
}

/** What was said in an answer and what its calls came to, by turns: assistant, user, assistant … */
function messagesOf({ parts }: AnswerView, withCalls: boolean): RequestMessage[] {
  const messages: RequestMessage[] = [];
  let said: MessageContent[] = [];
  let results: MessageContent[] = [];
  const endRound = () => {
    if (said.length > 0) messages.push(message('assistant', said));
    if (results.length > 0) messages.push(message('user', results));
    said = [];
    results = [];
  };
  for (const part of standingParts(parts)) {
    if (part.type === 'text') addText(said, part.text);
    else if (part.type === 'round') {
      if (withCalls) endRound();
      else if (isMidText(said)) addText(said, '\n\n');
    } else if (part.type === 'tool-use' && part.toolUse.isInputComplete && withCalls) {
      said.push({ type: 'tool-use', value: sentToolUse(part.toolUse) });
      results.push({ type: 'tool-result', value: toolResult(part.toolUse, part.run?.state) });
    }
  }
  endRound();
  return messages;
}

const isMidText = (said: readonly MessageContent[]): boolean => {
  const last = said.at(-1);
  return last?.type === 'text' && !last.value.endsWith('\n\n');
};

function addText(said: MessageContent[], value: string): void {
  const last = said.at(-1);
  if (last?.type === 'text') last.value += value;
  else said.push({ type: 'text', value });
}
