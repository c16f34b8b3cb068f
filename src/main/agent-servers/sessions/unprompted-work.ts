import type { AnswerEnd } from '../../../shared/contract/thread.ts';
import type { ToldAnswers } from './told-answers.ts';
import type { ItemUpdate } from './told-items.ts';
import type { Watch, WatchedWork } from './watched-work.ts';

export interface UnpromptedWorkDeps {
  readonly answers: ToldAnswers;
  readonly watched: WatchedWork;
  /** Whether it is not over, however long nothing is told. */
  isBusy(): boolean;
  /** Once it aborts, nothing begins. */
  readonly closing: AbortSignal;
  /** Ms without news, after which it is over. */
  readonly quietMs: number;
}

/** What an agent does of itself: an answer without a prompt, from its first word on. */
export function createUnpromptedWork({ answers, watched, isBusy, closing, quietMs }: UnpromptedWorkDeps) {
  let quiet: NodeJS.Timeout | undefined;
  let watch: Promise<Watch> | null = null;

  function begin(): void {
    answers.begin(null, (failure) => end({ type: 'failed', failure }));
    watch = watched.begin(answers.place());
    watch.catch(() => {});
  }

  function waitForNews(): void {
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      if (isBusy()) waitForNews();
      else end({ type: 'stop', reason: 'end-turn' });
    }, quietMs);
  }

  function end(how: AnswerEnd): void {
    clearTimeout(quiet);
    const answerId = answers.unpromptedId();
    if (answerId === null) return;
    answers.end(answerId, how);
    watched.end(watch);
    watch = null;
  }

  return {
    /** Takes an item that is told. What is new begins such an answer when no answer goes on. */
    take(update: ItemUpdate): void {
      let taken = answers.take(update);
      if (taken === 'homeless') {
        const saysNothing = update.type === 'message' && update.text === '';
        if (saysNothing || closing.aborted) return;
        begin();
        taken = answers.take(update);
      }
      if (taken === 'taken' && answers.unpromptedId() !== null) waitForNews();
    },
    isGoing: (): boolean => answers.unpromptedId() !== null,
    /** It is over, if there is any. */
    end,
  };
}
