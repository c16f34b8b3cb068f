import type {
  CompletionRequest,
  MessageContent,
  ModelInfo,
  RequestMessage,
} from '../../../shared/contract/provider.ts';
import type { CompactionView, ThreadView, TurnView } from '../../../shared/contract/thread-view.ts';
import { toldContext } from '../../context/told-context.ts';
import { definitionsOf, type OfferedTools } from '../../tools/offered-tools.ts';
import { answerMessages, type ToldCalls } from './said-messages.ts';
import { type RunsSince, toldShellRuns } from './told-shell-runs.ts';

export interface RequestOptions {
  /** undefined: nothing is known of it, and it is sent what every model takes. */
  readonly model: ModelInfo | undefined;
  readonly offered?: OfferedTools;
  /** Before what is said; "" for nothing. */
  readonly told?: string;
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
 * The request that answers a prompt: the rules, then what an earlier part of the thread was summed up to, the
 * turns after that, each with its latest answer that says anything, then the prompt, and before each prompt what the person ran. What the model thought is not sent
 * back. Its calls are, each with its result, as long as it is offered tools at all: services refuse them otherwise.
 * @param promptId null: all turns with their answers, as the next prompt finds them
 */
export function buildRequest(view: ThreadView, promptId: string | null, options: RequestOptions): CompletionRequest {
  const { model, offered = new Map(), told = '', callsAsText = false } = options;
  const calls = callsAsText ? 'as-text' : offered.size > 0 ? 'sent' : 'left-out';
  const takesImages = model?.capabilities.supportsImages ?? false;
  const asked = view.turns.findIndex((turn) => turn.promptId === promptId);
  const summary = summaryBefore(view, asked < 0 ? view.turns.length : asked);
  const messages: RequestMessage[] = [];
  if (told !== '') messages.push(message('system', [text(told)]));
  if (summary) messages.push(message('user', [text(formatSummary(summary.compaction))]));
  let before: RunsSince = summary?.compaction ?? { promptId: null, at: 0 };
  const tellShellRuns = () => {
    const told = toldShellRuns(view, before);
    if (told !== '') messages.push(message('user', [text(told)]));
  };
  for (const turn of view.turns.slice(summary ? summary.place + 1 : 0)) {
    tellShellRuns();
    before = { promptId: turn.promptId, at: 0 };
    messages.push(message('user', promptOf(turn, takesImages)));
    if (turn.promptId === promptId) break;
    messages.push(...(messagesOfAnswers(turn, calls) ?? []));
  }
  if (asked < 0) tellShellRuns();
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

const formatSummary = (compaction: CompactionView): string =>
  [
    'What was said before this was summed up, so that the thread can go on. This is the summary; the person did not write it.',
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

const messagesOfAnswers = ({ answers }: TurnView, calls: ToldCalls): RequestMessage[] | undefined =>
  answers.map((answer) => answerMessages(answer, calls)).findLast(({ length }) => length > 0);
