import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { plainLine } from '../../../shared/contract/plain-line.ts';
import type { OpenThread } from '../threads/open-thread.ts';
import { type AnsweredEvent, namesOf, type ThreadEvents } from './thread-events.ts';
import { askIn } from './turn-events.ts';

type MayGoOn = 'session_before_switch' | 'session_before_fork';

/**
 * Whether something goes on that extensions were asked about.
 * @param deed what the one that blocks it does, as in "keeps you in this thread"
 */
export async function notHeldBack(asked: Promise<AnsweredEvent<MayGoOn>>, deed: string): Promise<Result<null>> {
  try {
    const answered = await asked;
    const { block } = answered.outcome;
    return block === undefined
      ? ok(null)
      : fail('held-back', `${namesOf(answered).at(-1)} ${deed}: ${plainLine(block)}`);
  } catch {
    // It asks no more when the signal aborts.
    return fail('cancelled', 'It was stopped. Your text is kept.');
  }
}

/** Whether a prompt may get another version. */
export async function mayFork(
  events: ThreadEvents,
  thread: OpenThread,
  promptId: string,
  signal: AbortSignal,
): Promise<Result<null>> {
  if (!events.isHeard('session_before_fork')) return ok(null);
  return notHeldBack(askIn(events, thread)('session_before_fork', { promptId }, signal), 'keeps this message as it is');
}
