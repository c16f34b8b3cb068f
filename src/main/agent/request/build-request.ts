import type {
  CompletionRequest,
  MessageContent,
  ModelInfo,
  RequestMessage,
} from '../../../shared/contract/provider.ts';
import type { AnswerPart, AnswerView, CompactionView, ThreadView, TurnView } from '../../../shared/contract/thread.ts';
import { standingParts } from '../../../shared/thread/standing-parts.ts';
import { type Rules, rulesInWords } from '../../context/rules.ts';
import { toldContext } from '../../context/told-context.ts';
import { definitionsOf, type OfferedTools } from '../../tools/offered-tools.ts';
import { sentToolUse, toolResult } from '../../tools/tool-result.ts';

export interface RequestOptions {
  /** undefined: nothing is known of it, and it is sent what every model takes. */
  readonly model: ModelInfo | undefined;
  readonly offered?: OfferedTools;
  readonly rules?: readonly Rules[];
  /** Calls and what came of them as words of the answer: for one who is only to read what happened. */
  readonly callsAsText?: boolean;
}

const message = (role: RequestMessage['role'], content: MessageContent[]): RequestMessage => ({
  role,
  content,
  cache: false,
});

const text = (value: string): MessageContent => ({ type: 'text', value });

/**
 * The request that answers a prompt: the rules, then what an earlier part of the conversation was summed up to, the
 * turns after that, each with its latest answer that says anything, then the prompt. What the model thought is not sent
 * back. Its calls are, each with its result, as long as it is offered tools at all: services refuse them otherwise.
 * @param promptId null: all turns with their answers, as the next prompt finds them
 */
export function buildRequest(view: ThreadView, promptId: string | null, options: RequestOptions): CompletionRequest {
  const { model, offered = new Map(), rules = [], callsAsText = false } = options;
  const calls = callsAsText ? 'as-text' : offered.size > 0 ? 'sent' : 'left-out';
  const takesImages = model?.capabilities.supportsImages ?? false;
  const asked = view.turns.findIndex((turn) => turn.promptId === promptId);
  const summary = summaryBefore(view, asked < 0 ? view.turns.length : asked);
  const messages: RequestMessage[] = [];
  if (rules.length > 0) messages.push(message('system', [text(rulesInWords(rules))]));
  if (summary) messages.push(message('user', [text(summaryInWords(summary.compaction))]));
  for (const turn of view.turns.slice(summary ? summary.place + 1 : 0)) {
    messages.push(message('user', promptOf(turn, takesImages)));
    if (turn.promptId === promptId) break;
    messages.push(...(errorMessageIn(turn, calls) ?? []));
  }
  return {
    messages,
    tools: definitionsOf(offered),
    stopSequences: [],
    thinkingAllowed: model?.capabilities.supportsThinking ?? false,
    ...(model?.maxOutputTokens === undefined ? {} : { maxTokens: model.maxOutputTokens }),
  };
}

/**
 * The latest summary that tells of turns before this place, as they are shown. One of another branch does not count, nor
 * one whose last prompt was answered anew since: it tells of an answer that stands no more.
 */
export function summaryBefore(
  { turns, compactions }: ThreadView,
  before: number,
): { readonly compaction: CompactionView; readonly place: number } | null {
  for (const compaction of compactions.toReversed()) {
    const place = turns.findIndex(({ promptId }) => promptId === compaction.promptId);
    const isAnsweredAnew = turns[place]?.answers.some(({ startedAt }) => startedAt >= compaction.at) ?? false;
    if (place >= 0 && place < before && !isAnsweredAnew) return { compaction, place };
  }
  return null;
}

const summaryInWords = (compaction: CompactionView): string =>
  [
    'What was said before this was summed up, so that the conversation can go on. This is the summary; the person did not write it.',
    `<summary>\n${compaction.text.replace(/<(?=\/summary\b)/gi, '&lt;')}\n</summary>`,
  ].join('\n\n');

const leftOut = '[image left out: this model takes no images]';

/** The images come first, as services advise; what the mentions came to follows the text. */
function promptOf({ text: value, images = [], context = [] }: TurnView, takesImages: boolean): MessageContent[] {
  const shown = images.map(({ data: source, width, height }): MessageContent => {
    if (!takesImages) return text(leftOut);
    return { type: 'image', value: { source, width, height } };
  });
  const words = [value, ...context.map(toldContext)].filter((each) => each !== '').join('\n\n');
  return words === '' && shown.length > 0 ? shown : [...shown, text(words)];
}

type Calls = 'sent' | 'as-text' | 'left-out';

const errorMessageIn = ({ answers }: TurnView, calls: Calls): RequestMessage[] | undefined =>
  answers.map((answer) => messagesOf(answer, calls)).findLast(({ length }) => length > 0);

/** What was said in an answer and what its calls came to, by turns: assistant, user, assistant … */
function messagesOf({ parts }: AnswerView, calls: Calls): RequestMessage[] {
  const messages: RequestMessage[] = [];
  let said: MessageContent[] = [];
  let results: MessageContent[] = [];
  const endStep = () => {
    if (said.length > 0) messages.push(message('assistant', said));
    if (results.length > 0) messages.push(message('user', results));
    said = [];
    results = [];
  };
  for (const part of standingParts(parts)) {
    if (part.type === 'text') addText(said, part.text);
    else if (part.type === 'step') {
      if (calls === 'sent') endStep();
      else if (isMidText(said)) addText(said, '\n\n');
    } else if (part.type === 'tool-use' && part.toolUse.isInputComplete) {
      if (calls === 'as-text') addText(said, callInWords(part));
      if (calls !== 'sent') continue;
      said.push({ type: 'tool-use', value: sentToolUse(part.toolUse) });
      results.push({ type: 'tool-result', value: toolResult(part.toolUse, part.run?.state) });
    }
  }
  endStep();
  return messages;
}

/** Characters: whoever only reads what happened need not read whole files. */
const mostOfCall = 2_000;

function callInWords({ toolUse, run }: Extract<AnswerPart, { type: 'tool-use' }>): string {
  const short = (words: string) => (words.length <= mostOfCall ? words : `${words.slice(0, mostOfCall)} […]`);
  const { content } = toolResult(toolUse, run?.state);
  const came = content.type === 'text' ? short(content.value) : '';
  return `\n\n[Called ${toolUse.name} with ${short(toolUse.input)}. It came to: ${came}]\n\n`;
}

const isMidText = (said: readonly MessageContent[]): boolean => {
  const last = said.at(-1);
  return last?.type === 'text' && !last.value.endsWith('\n\n');
};

function addText(said: MessageContent[], value: string): void {
  const last = said.at(-1);
  if (last?.type === 'text') last.value += value;
  else said.push(text(value));
}
