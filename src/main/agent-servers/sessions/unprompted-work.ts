import type { AnswerEnd } from '../../../shared/contract/thread.ts';
import type { ToldAnswers } from './told-answers.ts';
import type { ItemUpdate } from './told-items.ts';
import { createToldWork } from './unused/told-work.ts';
import type { Work } from './watched/watched-work.ts';

export interface UnpromptedWorkDeps {
  readonly answers: ToldAnswers;
  beginWork(): Work;
  /** Whether it is not over, however long nothing is told. */
  isBusy(): boolean;
  /** Whether nothing may begin. */
  mayNot(): boolean;
  /** Ms without news, after which it is over. */
  readonly quietMs: number;
}

/** What an agent does of itself: an answer without a prompt, from its first word on. */
export function createUnpromptedWork({ answers, beginWork, isBusy, mayNot, quietMs }: UnpromptedWorkDeps) {
  let quiet: NodeJS.Timeout | undefined;
  let work: Work | null = null;
  /** What it runs, which may take long without a word. */
  const told = createToldWork();

  function begin(): void {
    answers.begin(null, (failure) => end({ type: 'failed', failure }));
    work = beginWork();
  }

  function waitForNews(): void {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      if (isBusy() || told.isGoing()) waitForNews();
      else end({ type: 'stop', reason: 'end-turn' });
    }, quietMs);
  }

  function end(how: AnswerEnd): void {
    clearTimeout(quiet);
    told.end();
    const answerId = answers.unpromptedId();
    if (answerId === null) return;
    answers.end(answerId, how);
    work?.end();
    work = null;
  }

  return {
    /** Takes an item that is told. What is new begins such an answer when no answer goes on. */
    take(update: ItemUpdate): void {
      let taken = answers.take(update);
      if (taken === 'homeless') {
        const saysNothing = update.type === 'message' && update.text === '';
        if (saysNothing || mayNot()) return;
        begin();
        taken = answers.take(update);
      }
      if (taken !== 'taken' || answers.unpromptedId() === null) return;
      told.take(update);
      waitForNews();
    },
    isGoing: (): boolean => answers.unpromptedId() !== null,
    /** It is over, if there is any. */
    end,
    /** The person stops it. @returns what the agent still has to end; null: nothing was told of it */
    stop(): { readonly answerId: string; readonly work: Work | null } | null {
      clearTimeout(quiet);
      told.end();
      const answerId = answers.unpromptedId();
      if (answerId === null) return null;
      answers.stop(answerId, { type: 'stopped-by-person' });
      const stopped = { answerId, work };
      work = null;
      return stopped;
    },
  };
}
