import type { AnswerRequest } from './protocol-peer.ts';

/** Answers that may be long, and are made only as fast as the agent takes them. */
const long = new Set(['fs/read_text_file', 'terminal/output']);
/** Of them, those that are made, or that the agent has not read yet. */
const mostAtOnce = 8;

/** An agent that asks and does not read would have the app hold any number of files. */
export function gateAnswers(answer: AnswerRequest) {
  const inHand = new Set<unknown>();
  const waiting: (() => void)[] = [];
  const next = () => {
    if (inHand.size < mostAtOnce) waiting.shift()?.();
  };
  return {
    answer: (async (method, params, id, signal) => {
      if (!long.has(method)) return answer(method, params, id, signal);
      if (inHand.size >= mostAtOnce) await new Promise<void>((resolve) => void waiting.push(resolve));
      inHand.add(id);
      return answer(method, params, id, signal);
    }) satisfies AnswerRequest,
    /** The agent has got the answer to a request. */
    taken(id: unknown): void {
      if (inHand.delete(id)) next();
    },
  };
}
