import { fail, ok, type Result } from '../../../../shared/contract/errors.ts';
import type { AnswerEnd } from '../../../../shared/contract/thread.ts';
import type { ThreadView, TurnView } from '../../../../shared/contract/thread-view.ts';
import type { PromptToAnswer } from '../../turns/prompt-to-answer.ts';
import type { OpenThread } from '../open-thread.ts';
import type { ThreadPrompts } from './thread-prompts.ts';
import type { NewPrompt } from './thread-queue.ts';

export interface ThreadVersionsDeps {
  readonly prompts: Pick<ThreadPrompts, 'fresh' | 'again' | 'version'>;
  /** Refused while something goes on. @param fork the prompt that gets another version, if extensions are to be asked */
  answer(thread: OpenThread, prompt: PromptToAnswer, fork?: string): Promise<Result<null>>;
  /** Another version is shown, with what followed it. */
  onShown(thread: OpenThread): void;
}

type Done = Promise<Result<null>> | Result<null>;

/** Edits and retries of answered prompts. The versions that they replace can be shown again. */
export function createThreadVersions({ prompts, answer, onShown }: ThreadVersionsDeps) {
  const gone = () => fail('invalid-request', 'This message is no longer in the thread. Your text is kept.');

  return {
    /** Answers other words in the place of a prompt. */
    edit(thread: OpenThread, promptId: string, { id, text, images }: NewPrompt, isForced: boolean): Done {
      if (!findTurn(thread.view, promptId)) return gone();
      const prompt = prompts.fresh(thread, text, { typed: text, images, id, replaces: promptId });
      return answer(thread, prompt, isForced ? undefined : promptId);
    },
    /** The last prompt is answered once more; an earlier one becomes another version of itself. */
    regenerate(thread: OpenThread, promptId: string, isForced: boolean): Done {
      const turn = findTurn(thread.view, promptId);
      if (!turn) return gone();
      if (turn === thread.view.turns.at(-1)) return answer(thread, prompts.again(turn));
      return answer(thread, prompts.version(thread, turn), isForced ? undefined : promptId);
    },
    retry(thread: OpenThread): Done {
      const turn = thread.view.turns.at(-1);
      return turn ? answer(thread, prompts.again(turn)) : fail('invalid-request', 'There is no message to answer yet.');
    },
    /** Only an answer that was cut short is gone on with. */
    continueAnswer(thread: OpenThread): Done {
      const end = thread.view.turns.at(-1)?.answers.at(-1)?.end;
      if (!thread.running && !(end && wasCutShort(end))) {
        return fail('invalid-request', 'No answer was cut short.');
      }
      return answer(thread, prompts.fresh(thread, 'Go on.', { typed: 'Go on.' }));
    },
    show(thread: OpenThread, promptId: string): Done {
      if (!findTurn(thread.view, promptId)) return gone();
      // The next prompt follows the shown version, and running work has to stay in sight.
      if (thread.running) return fail('answer-running', 'An answer is still being written here.');
      thread.append([{ kind: 'branch-shown', at: Date.now(), promptId }]);
      onShown(thread);
      return ok(null);
    },
  };
}

const findTurn = ({ turns, branches }: ThreadView, promptId: string): TurnView | undefined =>
  turns.find((turn) => turn.promptId === promptId) ?? branches.find((turn) => turn.promptId === promptId);

const wasCutShort = (end: AnswerEnd): boolean => end.type !== 'stop' || end.reason === 'max-tokens';
