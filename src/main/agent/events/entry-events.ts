import { withImagesNamed } from '../../../shared/content/agent-images.ts';
import { contentWords, isContent, isContentEntry } from '../../../shared/content/content-kinds.ts';
import type {
  EventMessage,
  FollowedEvent,
  FollowedEvents,
} from '../../../shared/contract/extension-api/extension-events.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import type { AnswerPart, AnswerView, ThreadView } from '../../../shared/contract/thread-view.ts';
import { standingParts } from '../../../shared/thread/standing-parts.ts';
import { callItem, threadItems } from '../threads/thread-items.ts';

export interface EntryListener {
  hears(name: FollowedEvent): boolean;
  tell<N extends FollowedEvent>(name: N, event: FollowedEvents[N]): void;
}

/** Characters of a message. */
const longest = 100_000;

/** The answer that streams. */
interface Following {
  readonly id: string;
  turn: number;
  isMessageOpen: boolean;
  readonly running: Set<string>;
}

/** @returns tells what the entries of one thread, as they are added, mean to those that follow it */
export function createEntryEvents({ hears, tell: told }: EntryListener) {
  let answer: Following | null = null;
  /** What nobody hears is not made: the text of a long answer would be put together for each piece of it. */
  function tell<N extends FollowedEvent>(name: N, make: () => FollowedEvents[N]): void {
    if (hears(name)) told(name, make());
  }

  return (entries: readonly ThreadEntry[], view: ThreadView): void => {
    let delta = { text: '', thinking: '' };
    const grown = new Set<string>();
    for (const entry of entries) add(entry);
    tellGrowth();

    function add(entry: ThreadEntry): void {
      if (entry.kind === 'prompt') {
        const { id, text } = entry;
        const message: EventMessage = { id, role: 'user', text: text.slice(-longest), thinking: '' };
        tell('message_start', () => ({ message }));
        tell('message_end', () => ({ message }));
      } else if (entry.kind === 'answer-started') {
        const { id, promptId, model } = entry;
        // What an agent says of itself is no answer to anybody.
        if (promptId === null) return;
        answer = { id, turn: 0, isMessageOpen: false, running: new Set() };
        tell('agent_start', () => ({ promptId, answerId: id, model }));
        tell('turn_start', () => ({ answerId: id, turn: 0 }));
      } else if (answer && 'answerId' in entry && entry.answerId === answer.id) addTo(answer, entry);
    }

    function addTo(following: Following, entry: Extract<ThreadEntry, { answerId: string }>): void {
      const { id: answerId } = following;
      if (isContentEntry(entry)) {
        if (!following.isMessageOpen) {
          following.isMessageOpen = true;
          tell('message_start', () => ({ message: { ...messageIn(view, following), text: '', thinking: '' } }));
        }
        if (entry.kind === 'answer-text') delta.text += withImagesNamed(entry.text);
        if (entry.kind === 'answer-thinking') delta.thinking += entry.text;
      } else if (entry.kind === 'tool-run') {
        endMessage(following);
        const { toolUseId, state } = entry;
        const call = callIn(view, following, toolUseId);
        if (!call || state.type === 'waiting') return;
        const isEnd = state.type !== 'running';
        if (!isEnd && !following.running.has(toolUseId)) tell('tool_execution_start', () => ({ answerId, call }));
        if (isEnd) {
          grown.delete(toolUseId);
          tell('tool_execution_end', () => ({ answerId, call }));
        }
        following.running.add(toolUseId);
      } else if (entry.kind === 'tool-output') grown.add(entry.toolUseId);
      else if (entry.kind === 'answer-step') {
        endTurn(following);
        following.turn += 1;
        tell('turn_start', () => ({ answerId, turn: following.turn }));
      } else if (entry.kind === 'answer-ended') {
        endTurn(following);
        tell('agent_end', () => {
          const [item = null] = threadItems(view, { limit: 2, all: false }).filter(({ id }) => id === answerId);
          return { answerId, answer: item };
        });
        answer = null;
      }
    }

    function tellGrowth(): void {
      const following = answer;
      if (!following) return;
      if (delta.text !== '' || delta.thinking !== '') {
        tell('message_update', () => ({ message: messageIn(view, following), delta }));
        delta = { text: '', thinking: '' };
      }
      for (const id of grown) {
        const call = callIn(view, following, id);
        if (call) tell('tool_execution_update', () => ({ answerId: following.id, call }));
      }
      grown.clear();
    }

    function endMessage(following: Following): void {
      if (!following.isMessageOpen) return;
      tellGrowth();
      following.isMessageOpen = false;
      tell('message_end', () => ({ message: messageIn(view, following) }));
    }

    function endTurn(following: Following): void {
      endMessage(following);
      tellGrowth();
      tell('turn_end', () => {
        const { id: answerId, turn } = following;
        const uses = partsIn(view, following).flatMap((part) => (part.type === 'tool-use' ? [part] : []));
        return { answerId, turn, message: messageIn(view, following), calls: uses.map((part) => callItem(part)) };
      });
    }
  };
}

function answerIn({ turns, branches }: ThreadView, id: string): AnswerView | undefined {
  // It is nearly always the last one.
  for (const { answers } of [...turns.slice(-1), ...turns, ...branches]) {
    const found = answers.findLast((answer) => answer.id === id);
    if (found) return found;
  }
  return undefined;
}

/** What was said in its present turn, without attempts that broke off. */
function partsIn(view: ThreadView, { id, turn }: Following): readonly AnswerPart[] {
  let turns = 0;
  return standingParts(answerIn(view, id)?.parts ?? []).filter((part) => {
    if (part.type === 'step') turns += 1;
    return part.type !== 'step' && turns === turn;
  });
}

function messageIn(view: ThreadView, following: Following): EventMessage {
  const parts = partsIn(view, following);
  const thinking = parts.map((part) => (part.type === 'thinking' ? part.text : '')).join('');
  const text = parts.filter(isContent).map(contentWords).join('');
  const { id } = following;
  const model = answerIn(view, id)?.model;
  return {
    id,
    role: 'assistant',
    text: text.slice(-longest),
    thinking: thinking.slice(-longest),
    ...(model !== undefined && { model }),
  };
}

function callIn(view: ThreadView, following: Following, toolUseId: string) {
  const part = partsIn(view, following).find((one) => one.type === 'tool-use' && one.toolUse.id === toolUseId);
  return part?.type === 'tool-use' ? callItem(part) : null;
}
