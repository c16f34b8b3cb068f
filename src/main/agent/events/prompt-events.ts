import type { AskedEvents } from '../../../shared/contract/extension-api/extension-events.ts';
import { longestContext, type PromptContext } from '../../../shared/contract/thread.ts';
import type { OpenThread } from '../threads/open-thread.ts';
import type { ChangedPrompt, MentioningText, PromptToAnswer } from '../turns/prompt-to-answer.ts';
import { namesOf, type ThreadEvents } from './thread-events.ts';
import { askIn } from './turn-events.ts';

/** What becomes of a prompt before it is answered, as extensions have it. `stopped`: by the signal. */
export interface HeardPrompt {
  /** `handled`: an extension has done what it asks for, and the thread has the reply. */
  input(): Promise<
    { readonly mentionsIn?: MentioningText | undefined; readonly changed?: ChangedPrompt } | 'handled' | 'stopped'
  >;
  /** What models are told before what is said, and what is added to the prompt. */
  start(
    text: string,
    given: Pick<AskedEvents['before_agent_start'], 'instructions' | 'tools' | 'skills'>,
  ): Promise<{ readonly instructions: string; readonly added: readonly PromptContext[] } | 'stopped'>;
}

export function hearPrompt(
  events: ThreadEvents,
  thread: OpenThread,
  { text, images, mentionsIn, handled, waits }: PromptToAnswer,
  signal: AbortSignal,
): HeardPrompt {
  const ask = askIn(events, thread, waits);
  const unlessStopped = <T>(work: Promise<T>): Promise<T | 'stopped'> =>
    work.catch((thrown) => {
      if (signal.aborted) return 'stopped';
      throw thrown;
    });

  async function input() {
    // One that is in the thread is asked about no more.
    if (!handled || !events.isHeard('input')) return { mentionsIn };
    const answered = await ask('input', { text, images }, signal);
    const { event, outcome } = answered;
    if (outcome.handled !== undefined) {
      handled(namesOf(answered).at(-1) ?? '', outcome.handled);
      return 'handled';
    }
    if (event.text === text) return { mentionsIn };
    // What an extension wrote opens no address in the person's name; what they wrote themselves still does.
    return {
      mentionsIn: { text: event.text, typed: mentionsIn?.typed ?? '' },
      changed: { text: event.text, typed: { text, by: namesOf(answered) } },
    };
  }

  async function start(prompt: string, given: Parameters<HeardPrompt['start']>[1]) {
    if (!events.isHeard('before_agent_start')) return { instructions: given.instructions, added: [] };
    const answered = await ask('before_agent_start', { prompt, images, added: '', ...given }, signal);
    const { event } = answered;
    const added = {
      kind: 'extension' as const,
      label: namesOf(answered, 'added').join(', '),
      href: '',
      text: event.added.slice(0, longestContext),
    };
    return { instructions: event.instructions, added: event.added === '' ? [] : [added] };
  }

  return { input: () => unlessStopped(input()), start: (...given) => unlessStopped(start(...given)) };
}
