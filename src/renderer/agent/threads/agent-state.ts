import { isContent, isThought } from '../../../shared/content/content-kinds.ts';
import type { Failure } from '../../../shared/contract/errors.ts';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import type { ContextUse, ProviderSnapshot } from '../../../shared/contract/provider.ts';
import type { AnswerActivity } from '../../../shared/contract/thread.ts';
import type { AnswerView, ThreadView } from '../../../shared/contract/thread-view.ts';
import type { ToolRunView } from '../../../shared/contract/tool.ts';
import { readableText } from '../../../shared/links/mention.ts';
import { asidesAfter } from '../../../shared/thread/asides.ts';
import { emptyThread } from '../../../shared/thread/fold-thread.ts';
import { oneLine } from '../../../shared/thread/one-line.ts';
import { runningShell } from '../../../shared/thread/shell-runs.ts';
import { questionsOf } from '../agent-servers/calls/agent-questions.ts';

/** A prompt that main does not have yet. It has left the field, and returns to it when it cannot be sent. */
export interface OutgoingPrompt {
  /** The id of the prompt in the thread as well. */
  readonly id: string;
  readonly text: string;
  readonly images: readonly PromptImage[];
  /** Number of its images that are still being read. */
  readonly reading: number;
  /** Id of the prompt that it is another version of. */
  readonly replaces: string | null;
  /** It was passed to main, which has not answered. Before, it waits for the thread, a model or its images. */
  readonly isGiven: boolean;
}

/** A failure; `goOn` does all the same what an extension held back. */
export type Problem = Failure & { readonly goOn?: { readonly label: string; run(): void } };

/** A person's unsent work in one thread. */
export interface ThreadWork {
  readonly draft: string;
  /** Attached to the draft. */
  readonly images: readonly PromptImage[];
  /** Number of images that are still being read. */
  readonly reading: number;
  /** Why files could not be attached as images, in a sentence or more. */
  readonly imageNote: string | null;
  /** In the order in which they were sent. */
  readonly sending: readonly OutgoingPrompt[];
  /** The command that runs, or is about to. Its text returns to the field when it fails. */
  readonly command: { readonly name: string; readonly since: number; readonly text: string } | null;
  /** Id of the prompt whose retry was requested and has not begun. */
  readonly retrying: string | null;
  /** A failure outside an answer, shown above the composer. */
  readonly problem: Problem | null;
  /** Id of the prompt that the draft is another version of. */
  readonly editing: string | null;
  /** The draft from before the editing, restored afterwards. */
  readonly setAside: Pick<ThreadWork, 'draft' | 'images'> | null;
  /** The app's own reply to a command; no model is told, and it is not saved. */
  readonly localReply: LocalReply | null;
}

export interface LocalReply {
  readonly title: string;
  readonly lines: readonly LocalReplyLine[];
}

/** A term, such as a command or a key, and its explanation. */
export interface LocalReplyLine {
  readonly term?: string;
  readonly text: string;
}

/** The scroll position of a thread: pixels below the top of a message. */
export interface ScrollPlace {
  readonly id: string;
  readonly offset: number;
}

/** All state of a thread in this window, shown or not. */
export interface ThreadSession extends ThreadWork {
  /** null until main has told the thread. */
  readonly threadId: string | null;
  readonly view: ThreadView;
  /** Number of entries in the view; null: they must be requested. */
  readonly entryCount: number | null;
  /** The edition of the thread that the count is of (`ThreadSnapshot`). */
  readonly edition: string;
  /** When this window last heard of it, in ms since 1970. */
  readonly heardAt: number;
  /** Why the answer waits at the moment. */
  readonly activity: AnswerActivity | null;
  /** null: nothing was sent yet. */
  readonly context: ContextUse | null;
  /** Id of a prompt from an earlier run that will get no answer by itself. */
  readonly leftUnanswered: string | null;
  /** undefined: at its end. */
  readonly scrollPlace: ScrollPlace | undefined;
}

export interface AgentState {
  /** By thread id. Work begun before there is a thread has the id "". */
  readonly sessions: Readonly<Record<string, ThreadSession>>;
  /** Id of the thread on the screen. */
  readonly shown: string;
  /** null until main has told them. */
  readonly providers: readonly ProviderSnapshot[] | null;
  /** Reference of the model or agent that is chosen for new threads. */
  readonly model: string | undefined;
  /** Reference of the model being chosen; its provider may be asking for a key. */
  readonly choosing: string | null;
  /** Why the last choice of a model failed. */
  readonly refusal: Failure | null;
}

export const emptySession: ThreadSession = {
  threadId: null,
  view: emptyThread,
  entryCount: null,
  edition: '',
  heardAt: 0,
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

/** The reference of the model or agent that answers the next prompt of a thread; undefined: none is chosen. */
export const answererOf = (
  { view }: Pick<ThreadSession, 'view'>,
  { model }: Pick<AgentState, 'model'>,
): string | undefined => view.setup?.model ?? view.answerer?.model ?? model;

/** `answererOf` the thread on the screen. */
export const shownAnswerer = (state: AgentState): string | undefined => answererOf(shownThread(state), state);

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

/** The phase of the last turn's answer. */
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
  if (questionsOf(answer).length > 0) return { type: 'asking', since: answer.startedAt, answer };
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

/** Whether anything runs that Stop ends; messages sent meanwhile are queued. Cached, as every message asks. */
export function isBusy(state: ThreadSession): boolean {
  const known = busy.get(state);
  if (known !== undefined) return known;
  const found =
    state.sending.length > 0 ||
    state.command !== null ||
    state.activity !== null ||
    isRunning(phaseOf(state)) ||
    runningShell(state.view) !== undefined;
  busy.set(state, found);
  return found;
}
const busy = new WeakMap<ThreadSession, boolean>();

/** As long as in the list of threads. */
const longestBeginning = 80;

/** The title of a thread; until it has one, the beginning of its first prompt or command. */
export function threadTitle(
  view: Pick<ThreadView, 'title' | 'turns' | 'replies' | 'shellRuns' | 'unprompted'>,
): string {
  const { title, turns } = view;
  if (title) return title.text;
  const [turn] = turns;
  const first = asidesAfter(view, null).find(({ type }) => type !== 'unprompted');
  if (first?.type === 'reply') return oneLine(first.of.command, longestBeginning);
  if (first?.type === 'shell-run') return oneLine(`!${first.of.command}`, longestBeginning);
  return turn ? oneLine(readableText(turn.text), longestBeginning) || 'Image' : 'New thread';
}

/** What is said of a thread that is not idle. */
export const stateWords = { answering: 'answering', asking: 'needs you' } as const;

/** Whether a thread has no messages yet. */
export const isBlank = ({
  turns,
  replies,
  shellRuns,
  unprompted,
}: Pick<ThreadView, 'turns' | 'replies' | 'shellRuns' | 'unprompted'>): boolean =>
  turns.length === 0 && replies.length === 0 && shellRuns.length === 0 && unprompted.length === 0;
