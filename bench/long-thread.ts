import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThreadEntry } from '../src/shared/contract/thread.ts';
import { answerOf } from './apps/markdown/answer.ts';

/** Text of the last message alone. */
export const lastWords = 'the last words of this thread';

const begunAt = Date.UTC(2026, 0, 5, 9);
const model = 'test-provider:sample/sample';
const usage = { inputTokens: 1200, outputTokens: 900 };

export interface Message {
  readonly prompt: string;
  readonly answer: string;
}

/** A thread as people have them: short questions, answers of very different lengths, one of them very long. */
export function messagesOf(turns: number, length: number): readonly Message[] {
  const text = answerOf(length);
  const shares = Array.from({ length: turns }, (_, index) =>
    index === Math.floor(turns / 2) ? 24 : 0.4 + ((index * 37) % 11) / 6,
  );
  const all = shares.reduce((sum, share) => sum + share, 0);
  let at = 0;
  let wanted = 0;
  return shares.map((share, index) => {
    wanted += (share / all) * (length - 1000);
    const end = text.indexOf('\n\n', Math.max(wanted, at));
    const answer = text.slice(at, end < 0 ? undefined : end).trim();
    at = end < 0 ? text.length : end + 2;
    const isLast = index === turns - 1;
    return {
      prompt: `Question ${index + 1}: what happens in \`src/parser.ts\` when a piece arrives, and why?`,
      answer: isLast ? `${answer}\n\nThese are ${lastWords}.` : answer,
    };
  });
}

export const entriesOf = (messages: readonly Message[]): ThreadEntry[] =>
  messages.flatMap(({ prompt, answer }, index): ThreadEntry[] => {
    const [promptId, answerId, at] = [`prompt-${index}`, `answer-${index}`, begunAt + index * 60_000];
    return [
      { kind: 'prompt', id: promptId, at, text: prompt },
      { kind: 'answer-started', id: answerId, at: at + 500, promptId, model, modelName: 'Sample' },
      { kind: 'answer-text', answerId, text: answer },
      { kind: 'answer-usage', answerId, usage },
      { kind: 'answer-ended', answerId, at: at + 9000, end: { type: 'stop', reason: 'end-turn' } },
    ];
  });

/** Writes threads into a folder of user data as the app would have; the first one is shown at the next start. */
export async function writeThreads(
  userData: string,
  workspace: string,
  threads: readonly { readonly id: string; readonly entries: readonly ThreadEntry[] }[],
): Promise<void> {
  const folder = join(userData, 'threads');
  await mkdir(folder, { recursive: true });
  const lines = (values: readonly unknown[]) => `${values.map((value) => JSON.stringify(value)).join('\n')}\n`;
  for (const { id, entries } of threads) {
    const head = { v: 1, id, workspace, createdAt: begunAt };
    await writeFile(join(folder, `${id}.jsonl`), lines([head, ...entries]));
  }
  const [first] = threads;
  if (first) await writeFile(join(folder, 'last-threads.jsonl'), lines([{ v: 1 }, { workspace, threadId: first.id }]));
}
