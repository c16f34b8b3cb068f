import { contentToModel, contentToReader, isContent } from '../../../shared/content/content-kinds.ts';
import { toolResult } from '../../../shared/content/tool-result.ts';
import type { MessageContent, RequestMessage, ToolResult } from '../../../shared/contract/provider.ts';
import type { AnswerView } from '../../../shared/contract/thread-view.ts';
import { standingParts } from '../../../shared/thread/standing-parts.ts';
import { addToMessage } from './message-kinds.ts';

/** Form of the calls of an answer in the request: each with its result, in words of the answer, or left out. */
export type ToldCalls = 'sent' | 'as-text' | 'left-out';

/**
 * A step of an answer as a model is given it back: what it said, and what its calls came to.
 * @param said in its order, each call once
 * @param reasoningDetails as they came with it
 */
export function stepMessages(
  said: MessageContent[],
  results: readonly ToolResult[],
  reasoningDetails?: string,
): RequestMessage[] {
  const answer: RequestMessage = {
    role: 'assistant',
    content: said,
    cache: false,
    ...(reasoningDetails !== undefined && { reasoningDetails }),
  };
  const told: RequestMessage = {
    role: 'user',
    content: results.map((value) => ({ type: 'tool-result', value })),
    cache: false,
  };
  return [answer, told].filter(({ content }) => content.length > 0);
}

/** An answer with the results of its calls, in alternating messages: assistant, user, assistant … */
export function answerMessages({ parts }: AnswerView, calls: ToldCalls): RequestMessage[] {
  const messages: RequestMessage[] = [];
  let said: MessageContent[] = [];
  let results: ToolResult[] = [];
  const endStep = () => {
    messages.push(...stepMessages(said, results));
    said = [];
    results = [];
  };
  const addWords = (value: string) => addToMessage(said, { type: 'text', value });
  for (const part of standingParts(parts)) {
    if (!isContent(part)) {
      if (part.type !== 'step') continue;
      if (calls === 'sent') endStep();
      else if (isMidText(said)) addWords('\n\n');
    } else if (calls === 'as-text') {
      addWords(contentToReader(part));
    } else {
      const content = contentToModel(part);
      if (!content || (part.type === 'tool-use' && calls === 'left-out')) continue;
      addToMessage(said, content);
      if (part.type === 'tool-use') results.push(toolResult(part.toolUse, part.run?.state));
    }
  }
  endStep();
  return messages;
}

const isMidText = (said: readonly MessageContent[]): boolean => {
  const last = said.at(-1);
  return last?.type === 'text' && !last.value.endsWith('\n\n');
};
