import { randomUUID } from 'node:crypto';
import type { Failure } from '../../../shared/contract/errors.ts';
import type { SizeLimits } from '../../../shared/contract/size-limits.ts';
import type { AnswerEnd, ThreadEntry } from '../../../shared/contract/thread.ts';
import type { OpenThread } from '../../agent/threads/open-thread.ts';
import { threadFull } from '../../agent/turns/answer-size.ts';
import { createEntryCoalescer } from '../../agent/turns/entry-coalescer.ts';
import type { ChangePlace } from '../../changes/change-service.ts';
import { createAnswerImages } from './answers/answer-images.ts';
import { createAnswerRoom } from './answers/answer-room.ts';
import { answersOf, type ItemUpdate, type ToldItems } from './told-items.ts';

export interface ToldAnswersDeps {
  /** An agent reference. */
  readonly agent: string;
  readonly name: string;
  readonly thread: OpenThread;
  readonly items: ToldItems;
  sizeLimits(): SizeLimits;
  /** Whether what is told may still be of what the person stopped. */
  mayBeStopped(): boolean;
}

/** An answer that goes on. */
interface Going {
  readonly answerId: string;
  /** null: nobody asked for it. */
  readonly promptId: string | null;
  readonly room: ReturnType<typeof createAnswerRoom>;
  /** Ends it before the agent does. */
  breakOff(failure: Failure): void;
  /** It has ended for the thread, and not yet for the agent. */
  isStopped: boolean;
}

export type ToldAnswers = ReturnType<typeof createToldAnswers>;

/** The answers of an agent in a thread: one at a time goes on, and what is told of those before still reaches them. */
export function createToldAnswers({ agent, name, thread, items, sizeLimits, mayBeStopped }: ToldAnswersDeps) {
  const entries = createEntryCoalescer(gatherMs, (added) => thread.append(added));
  let going: Going | null = null;
  const images = createAnswerImages((id) => answersOf(thread.view, agent).find((answer) => answer.id === id));

  const isFull = (): boolean => threadFull(thread.size, sizeLimits().thread) !== null;

  function leave(): void {
    going = null;
    items.endRun();
  }

  return {
    /** Whether nothing more goes into the thread. */
    isFull,
    /** Whether one goes on, for the agent at least. */
    isGoing: (): boolean => going !== null,
    /** The answer that goes on, if nobody asked for it. */
    unpromptedId: (): string | null => (going?.promptId === null && !going.isStopped ? going.answerId : null),
    /** Where what the agent changes now belongs: to the prompt that is answered, or the one that was last. */
    place(): ChangePlace {
      const promptId = going?.promptId ?? thread.view.turns.at(-1)?.promptId ?? going?.answerId ?? '';
      return { threadId: thread.id, promptId };
    },
    /** An answer begins; what is new from now on goes there, unless it may be of what was stopped before. */
    begin(promptId: string | null, breakOff: Going['breakOff']): string {
      const answerId = randomUUID();
      entries.flush();
      items.endRun();
      const room = createAnswerRoom(sizeLimits(), () => thread.size);
      going = { answerId, promptId, room, breakOff, isStopped: false };
      thread.append([
        { kind: 'answer-started', id: answerId, at: Date.now(), promptId, model: agent, modelName: name },
      ]);
      return answerId;
    },
    /** @returns `homeless`: it is new, and no answer goes on; asked again once one does, it is put there */
    take(update: ItemUpdate): 'taken' | 'left-out' | 'homeless' {
      if (update.type === 'message' && update.by === 'person') {
        // It is in the thread already, as it was sent from here.
        items.endRun();
        return 'left-out';
      }
      // What is told of an answer that has ended has no other bound.
      if (going ? going.room.isFull() : isFull()) return 'left-out';
      const isUnwanted = going !== null && !going.isStopped && mayBeStopped();
      const entry = items.entryOf(update, isUnwanted ? null : (going?.answerId ?? null));
      if (!entry) return isUnwanted ? 'left-out' : 'homeless';
      const full = going?.room.take(entry);
      if ('images' in update) for (const image of images.entriesOf(entry.answerId, update.images)) entries.add(image);
      entries.add(entry);
      if (full && !going?.isStopped) going?.breakOff(full);
      return 'taken';
    },
    add: (entry: ThreadEntry): void => entries.add(entry),
    /** What is held back goes into the thread now. */
    flush: (): void => entries.flush(),
    end(answerId: string, end: AnswerEnd): void {
      if (going?.answerId === answerId) leave();
      entries.flush();
      thread.append([{ kind: 'answer-ended', answerId, at: Date.now(), end }]);
    },
    /** Ends it for the thread; what the agent still tells of it is added, until another begins or `leaveStopped`. */
    stop(answerId: string, end: AnswerEnd): void {
      if (going?.answerId === answerId) going.isStopped = true;
      entries.flush();
      thread.append([{ kind: 'answer-ended', answerId, at: Date.now(), end }]);
    },
    /** Nothing more comes of one that was stopped. */
    leaveStopped(): void {
      if (going?.isStopped) leave();
    },
  };
}

/** Time in ms for which text is gathered before it is passed on: a quarter of a frame, so that it is in the next one. */
const gatherMs = 4;
