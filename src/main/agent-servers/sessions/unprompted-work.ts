import type { AnswerEnd } from '../../../shared/contract/thread.ts';
import type { ToldAnswers } from './told-answers.ts';
import type { ItemUpdate } from './told-items.ts';
import { createToldWork } from './told-work.ts';
import type { Work } from './watched/watched-work.ts';

export interface UnpromptedWorkDeps {
  readonly answers: ToldAnswers;
  beginWork(): Work;
  /** Whether it is not over, however long nothing is told. */
  isBusy(): boolean;
  /** Whether nothing may begin. */
  mayNot(): boolean;
  /** Whether a call goes on by what was told of it, in whatever turn. */
  goesOn(callId: string): boolean;
  /** Ms without news, after which it is over. */
  readonly quietMs: number;
}

/**
 * What an agent does of itself, from its first word on. What it says is an answer without a prompt, unless it only tells more of
 * what stands in one that has ended: that is no new answer, and may change files all the same.
 */
export function createUnpromptedWork(deps: UnpromptedWorkDeps) {
  const { answers, beginWork, isBusy, mayNot, goesOn, quietMs } = deps;
  let quiet: NodeJS.Timeout | undefined;
  let work: Work | null = null;
  /** What it runs, which may take long without a word. */
  const told = createToldWork();

  function begin(): void {
    answers.begin(null, (failure) => end({ type: 'failed', failure }));
    work ??= beginWork();
  }

  /** Of a call that began in a turn not all is told again. */
  function noteRunning(update: ItemUpdate): void {
    const isMore = update.type === 'call' && update.call.state === undefined && goesOn(update.call.id);
    told.take(isMore ? { type: 'call', call: { ...update.call, state: 'in_progress' } } : update);
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
    if (answerId !== null) answers.end(answerId, how);
    work?.end();
    work = null;
  }

  const isGoing = (): boolean => work !== null;

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
      if (taken !== 'taken') return;
      if (!answers.isGoing() && !mayNot()) work ??= beginWork();
      if (!isGoing()) return;
      noteRunning(update);
      waitForNews();
    },
    isGoing,
    /** It is over, if there is any. */
    end,
    /** The person stops it. @returns what the agent still has to end: its answer and its work, if anything was told of it */
    stop(): { readonly answerId: string | null; readonly work: Work | null } {
      clearTimeout(quiet);
      told.end();
      const answerId = answers.unpromptedId();
      if (answerId !== null) answers.stop(answerId, { type: 'stopped-by-person' });
      const stopped = { answerId, work };
      work = null;
      return stopped;
    },
  };
}
