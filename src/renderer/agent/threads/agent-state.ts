import { isContent, isThought } from '../../../shared/content/content-kinds.ts';
import type { Failure } from '../../../shared/contract/errors.ts';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import type { ContextUse, ProviderSnapshot } from '../../../shared/contract/provider.ts';
import type { AnswerActivity, AnswerView, ThreadView } from '../../../shared/contract/thread.ts';
import type { ToolRunView } from '../../../shared/contract/tool.ts';
import { readableText } from '../../../shared/links/mention.ts';
import { emptyThread } from '../../../shared/thread/fold-thread.ts';
import { oneLine } from '../../../shared/thread/one-line.ts';

/** A prompt that main does not have yet. It has left the field, and comes back to it when it cannot be sent. */
export interface OutgoingPrompt {
  /** The prompt's own, in the thread as well. */
  readonly id: string;
  readonly text: string;
  readonly images: readonly PromptImage[];
  /** How many files of it are still being read. */
  readonly reading: number;
  /** The prompt that it is another version of. */
  readonly replaces: string | null;
  /** Main was given it, and has not answered. Until then it waits for the thread, a model or its images. */
  readonly isGiven: boolean;
}

/** What a person has in hand in one thread. */
export interface ThreadWork {
  readonly draft: string;
  /** They go with the draft. */
  readonly images: readonly PromptImage[];
  /** How many files are still being read. */
  readonly reading: number;
  /** What became of files that were to be images, in a sentence or more. */
  readonly imageNote: string | null;
  /** In the order in which they were sent. */
  readonly sending: readonly OutgoingPrompt[];
  /** The slash command that runs. Its text is back in the field when it cannot be done. */
  readonly command: { readonly name: string; readonly since: number; readonly text: string } | null;
  /** The prompt that a retry is on its way for. */
  readonly retrying: string | null;
  /** What went wrong outside an answer, shown above the composer. */
  readonly problem: Failure | null;
  /** The prompt that the draft is another version of. */
  readonly editing: string | null;
  /** What was in hand when the editing began, for afterwards. */
  readonly setAside: Pick<ThreadWork, 'draft' | 'images'> | null;
  /** What the app itself answered to a command; no model is told, and it is not kept. */
  readonly localReply: LocalReply | null;
}

export interface LocalReply {
  readonly title: string;
  readonly lines: readonly LocalReplyLine[];
}

/** What is meant, such as a command or a key, and what there is to say of it. */
export interface LocalReplyLine {
  readonly term?: string;
  readonly text: string;
}

/** Where a thread was left: so many pixels below the top of a message. */
export interface ScrollPlace {
  readonly id: string;
  readonly offset: number;
}

/** All that this window has of a thread, shown or not. */
export interface ThreadSession extends ThreadWork {
  /** null until main has told the thread. */
  readonly threadId: string | null;
  readonly view: ThreadView;
  /** How many entries are in the view; null: they are to be asked for. */
  readonly entryCount: number | null;
  /** Which edition of the thread the count is of (`ThreadSnapshot`). */
  readonly edition: string;
  /** Why the answer does not go on at the moment. */
  readonly activity: AnswerActivity | null;
  /** null: nothing was sent yet. */
  readonly context: ContextUse | null;
  /** A prompt of an earlier run that nothing answers any more. */
  readonly leftUnanswered: string | null;
  /** Where it is read; undefined: at its end. */
  readonly scrollPlace: ScrollPlace | undefined;
}

export interface AgentState {
  /** By the id of the thread. What is begun before there is a thread has the id "". */
  readonly sessions: Readonly<Record<string, ThreadSession>>;
  /** The id of the one on the screen. */
  readonly shown: string;
  /** null until main has told them. */
  readonly providers: readonly ProviderSnapshot[] | null;
  /** The model reference that was chosen. */
  readonly model: string | undefined;
  /** The model reference that is being chosen; its provider may be asking for a key. */
  readonly choosing: string | null;
  /** Why the model that was chosen last could not be. */
  readonly refusal: Failure | null;
}

export const emptySession: ThreadSession = {
  threadId: null,
  view: emptyThread,
  entryCount: null,
  edition: '',
  activity: null,
  context: null,
  leftUnanswered: null,
  scrollPlace: undefined,
  draft: '',
  images: [],
  reading: 0,
  imageNote: null,
  sending: [],
  command: null,
  retrying: null,
  problem: null,
  editing: null,
  setAside: null,
  localReply: null,
};

/** The thread on the screen. */
export const shownThread = ({ sessions, shown }: AgentState): ThreadSession => sessions[shown] ?? emptySession;

export type AnswerPhase =
  | { readonly type: 'idle' }
  | { readonly type: 'unanswered'; readonly promptId: string }
  /** Nothing has come yet: the extension is being started, or the service has not answered. */
  | { readonly type: 'starting'; readonly since: number }
  /** `asking`: a call waits for the person. `tool`: tools run. */
  | {
      readonly type: 'waiting' | 'thinking' | 'streaming' | 'asking' | 'tool';
      readonly since: number;
      readonly answer: AnswerView;
    };

/** What the last turn is doing. */
export function phaseOf(state: Pick<ThreadSession, 'view' | 'retrying' | 'leftUnanswered'>): AnswerPhase {
  const turn = state.view.turns.at(-1);
  if (!turn) return { type: 'idle' };
  const answer = turn.answers.at(-1);
  if (state.retrying === turn.promptId) return { type: 'starting', since: answer?.endedAt ?? turn.at };
  if (!answer) {
    const isLeft = state.leftUnanswered === turn.promptId;
    return isLeft ? { type: 'unanswered', promptId: turn.promptId } : { type: 'starting', since: turn.at };
  }
  if (answer.end) return { type: 'idle' };
  const asking = findRun(answer, 'waiting');
  if (asking) return { type: 'asking', since: asking.at, answer };
  const running = findRun(answer, 'running');
  if (running) return { type: 'tool', since: running.at, answer };
  const since = answer.startedAt;
  const last = answer.parts.at(-1);
  if (!last || !isContent(last)) return { type: 'waiting', since, answer };
  return { type: isThought(last) ? 'thinking' : 'streaming', since, answer };
}

/** The first call of an answer that is in a state. */
function findRun({ parts }: AnswerView, state: ToolRunView['state']['type']): ToolRunView | undefined {
  const part = parts.find((each) => each.type === 'tool-use' && each.run?.state.type === state);
  return part?.type === 'tool-use' ? part.run : undefined;
}

export const isRunning = (phase: AnswerPhase): boolean => phase.type !== 'idle' && phase.type !== 'unanswered';

/** Whether something goes on that Stop ends; what is sent meanwhile queues. Each message asks, once for all of a state. */
export function isBusy(state: ThreadSession): boolean {
  const known = busy.get(state);
  if (known !== undefined) return known;
  const found =
    state.sending.length > 0 || state.command !== null || state.activity !== null || isRunning(phaseOf(state));
  busy.set(state, found);
  return found;
}
const busy = new WeakMap<ThreadSession, boolean>();

/** As long as the list of threads has it. */
const longestBeginning = 80;

/** What a thread is called; until it has a title, the beginning of what was first asked. */
export function threadTitle({ title, turns, replies }: Pick<ThreadView, 'title' | 'turns' | 'replies'>): string {
  if (title) return title.text;
  const [turn] = turns;
  const reply = replies.find(({ afterPromptId }) => afterPromptId === null);
  if (reply) return oneLine(reply.command, longestBeginning);
  return turn ? oneLine(readableText(turn.text), longestBeginning) || 'Image' : 'New thread';
}

/** Whether nothing was said yet. */
export const isBlank = ({ turns, replies }: Pick<ThreadView, 'turns' | 'replies'>): boolean =>
  turns.length === 0 && replies.length === 0;
