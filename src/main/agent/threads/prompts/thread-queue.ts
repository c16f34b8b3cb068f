import { fail, ok, type Result } from '../../../../shared/contract/errors.ts';
import type { Notice } from '../../../../shared/contract/extensions/host-state.ts';
import type { PromptImage } from '../../../../shared/contract/prompt-image.ts';
import type { PromptAnswers } from '../../turns/prompt-answers.ts';
import type { PromptToAnswer } from '../../turns/prompt-to-answer.ts';
import type { Begin } from '../claim-thread.ts';
import type { OpenThread } from '../open-thread.ts';
import type { ThreadPrompts } from './thread-prompts.ts';

/** A typed prompt, with the id that it has from then on. */
export interface NewPrompt {
  readonly id: string;
  readonly text: string;
  readonly images: readonly PromptImage[];
}

export interface ThreadQueueDeps {
  readonly prompts: Pick<ThreadPrompts, 'fresh' | 'queued'>;
  claim(thread: OpenThread, begin: Begin): Promise<Result<null>>;
  answer: PromptAnswers['answer'];
  showNotice(notice: Notice): void;
}

/**
 * Prompts typed while work was running. The queue goes on by itself when that ended well, and waits otherwise: after Stop,
 * after a failure, and when the app was started anew.
 */
export function createThreadQueue({ prompts, claim, answer, showNotice }: ThreadQueueDeps) {
  /** The message that is being sent, by thread: until it is a prompt it is in the queue. */
  const sending = new Map<string, string>();
  const isQueued = ({ view }: OpenThread, id: string): boolean => view.queue.some((message) => message.id === id);
  const gone = () => fail('invalid-request', 'This message is no longer in the queue.');

  const begin = (thread: OpenThread, id: string, prompt: () => PromptToAnswer): Promise<Result<null>> =>
    claim(thread, async (running) => {
      sending.set(thread.id, id);
      try {
        return await answer(thread, running, prompt());
      } finally {
        sending.delete(thread.id);
      }
    });
  const send = (thread: OpenThread, id: string) => begin(thread, id, () => prompts.queued(thread, id));

  function add(thread: OpenThread, { id, text, images }: NewPrompt): void {
    const more = images.length > 0 && { images: [...images] };
    thread.append([{ kind: 'queue-added', id, at: Date.now(), text, ...more }]);
  }

  return {
    /** Sends it now: nothing goes on. While what it mentions is looked up it is in the queue, safe and with others behind it. */
    send(thread: OpenThread, prompt: NewPrompt) {
      const { id, text, images } = prompt;
      const fresh = prompts.fresh(thread, text, { typed: text, images, id });
      return begin(thread, id, () => ({ ...fresh, waits: () => add(thread, prompt) }));
    },
    add,
    /** @param images absent: as they are */
    edit(thread: OpenThread, id: string, text: string, images?: readonly PromptImage[]) {
      const message = thread.view.queue.find((each) => each.id === id);
      if (!message) return gone();
      if (sending.get(thread.id) === id) return fail('invalid-request', 'This message is being sent already.');
      const kept = images ?? message.images ?? [];
      if (text.trim() === '' && kept.length === 0) {
        return fail('invalid-request', 'There is nothing left to send. Remove the message instead.');
      }
      thread.append([{ kind: 'queue-edited', id, text, ...(kept.length > 0 && { images: [...kept] }) }]);
      return ok(null);
    },
    /** The new order; what is not named is removed. */
    order(thread: OpenThread, ids: readonly string[]) {
      const present = sending.get(thread.id);
      // Nobody has read it yet: taken from the queue, it is not sent.
      if (present !== undefined && !ids.includes(present)) thread.running?.controller.abort();
      thread.append([{ kind: 'queue-order', ids: [...ids] }]);
      return ok(null);
    },
    /** Ends what goes on, and sends this one. */
    async sendNow(thread: OpenThread, id: string) {
      if (!isQueued(thread, id)) return gone();
      while (thread.running) {
        if (sending.get(thread.id) === id) return ok(null);
        thread.running.controller.abort();
        await thread.running.done;
      }
      // It may have gone on by itself in that very moment.
      return isQueued(thread, id) ? send(thread, id) : ok(null);
    },
    /** Sends the first one, if there is any; nothing goes on. */
    sendNext(thread: OpenThread) {
      const [next] = thread.view.queue;
      if (!next) return;
      void send(thread, next.id).then((sent) => {
        if (sent.ok || sent.failure.code === 'cancelled') return;
        const text = `A queued message was not sent. ${sent.failure.message}`;
        showNotice({ id: `queue:${thread.id}`, severity: 'warning', text, actions: [] });
      });
    },
  };
}
