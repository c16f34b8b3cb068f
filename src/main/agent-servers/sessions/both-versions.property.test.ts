/** @module-tag search */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ContentPart, isContent } from '../../../shared/content/content-kinds.ts';
import type { AnswerView } from '../../../shared/contract/thread-view.ts';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { interleaved, type Meant, writeV1, writeV2 } from '../connection/meant.fixture.ts';
import { readPermission } from '../connection/requests/permission.ts';
import { createSessionOptions } from '../connection/updates/session-options.ts';
import { createV1Reader, v1Diff } from '../connection/updates/v1-updates.ts';
import { createV2Reader, v2Diff } from '../connection/updates/v2-updates.ts';
import { agent, saying } from './saying-agent.fixture.ts';
import { callIn } from './told-items.ts';

const folder = '/project';
const versions = {
  1: { write: writeV1, createReader: createV1Reader, readDiff: v1Diff(folder) },
  2: { write: writeV2, createReader: createV2Reader, readDiff: v2Diff(folder) },
};
const stop = { type: 'stop', reason: 'end-turn' } as const;

/** Version 2 alone gives a question a title of its own. */
const untitled = (part: ContentPart): ContentPart =>
  part.type === 'agent-call'
    ? { ...part, call: { ...part.call, questions: part.call.questions.map(({ title: _, ...one }) => one) } }
    : part;
const shownAnswer = ({ parts, end }: AnswerView) => ({ parts: parts.filter(isContent).map(untitled), end });

/** Tells it all in the words of a version, a second prompt being sent in between. @returns what a person sees then */
async function shown(version: 1 | 2, meant: readonly (Meant | 'prompt')[]) {
  const { write, createReader, readDiff } = versions[version];
  const { thread, session, end, nextTurn, listener } = saying([]);
  const { signal } = new AbortController();
  let count = 0;
  const newId = () => `own ${++count}`;
  const read = createReader({ folder, options: createSessionOptions() }, newId);
  const answers: (string | null)[] = [];
  const known = new Set<string>();
  const ask = async () => {
    const promptId = newId();
    thread.append([{ kind: 'prompt', id: promptId, at: 1, text: 'go' }]);
    const answered = session.answer({ promptId, blocks: () => [], signal }, () => stop);
    await new Promise((resolve) => setImmediate(resolve));
    return answered;
  };
  await session.prepare(signal);
  let answered = ask();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  for (const one of meant) {
    if (one === 'prompt') {
      end({ end: stop });
      await answered;
      expect(session.isAsking()).toBe(false);
      nextTurn();
      answered = ask();
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      continue;
    }
    if (one.type === 'answer') {
      const open = callIn(foldThread(thread.entries), agent, one.item)?.questions.at(-1);
      if (open && open.answer === undefined) session.answerQuestion(open, one.option);
      continue;
    }
    const { update, permission, told } = write(one, !known.has(one.item));
    known.add(one.item);
    if (!permission) {
      listener().updated(told ? [told] : read(update));
      continue;
    }
    const asks = readPermission({ sessionId: 's', ...permission }, readDiff);
    if (!asks) throw new Error('It asks nothing.');
    listener().updated([asks.told]);
    const at = answers.push(null) - 1;
    void listener()
      .ask(asks.asked.callId, { ...asks.asked.question, id: newId() }, signal)
      .then((answer) => {
        answers[at] = answer;
      });
  }
  end({ end: stop });
  await answered;
  await session.close();
  const images = thread.entries.flatMap((one) =>
    one.kind === 'answer-agent-image' ? [`${one.answerId} ${one.image.id}`] : [],
  );
  // However often it is told, its bytes are in the file once for each answer.
  expect(new Set(images).size).toBe(images.length);
  const { turns, unprompted, title } = foldThread(thread.entries);
  const { commands, options, usage } = session.state();
  return {
    ...{ answers, commands, options, usage, title: title?.text },
    turns: turns.map((turn) => turn.answers.map(shownAnswer)),
    unprompted: unprompted.map(shownAnswer),
  };
}

/** To each question what the person said before its turn ended. */
const answersMeant = (meant: readonly (Meant | 'prompt')[]) =>
  meant.flatMap((one, at) => {
    if (one === 'prompt' || one.type !== 'permission') return [];
    const after = meant
      .slice(at)
      .find((later) => later === 'prompt' || (later.type === 'answer' && later.item === one.item));
    return [after === 'prompt' || after?.type !== 'answer' ? null : after.option];
  });

test('all that is told, told again, asked and answered over two prompts is the same thread in both versions', async () => {
  await fc.assert(
    fc.asyncProperty(interleaved, fc.nat(), async (all, place) => {
      const meant: (Meant | 'prompt')[] = [...all];
      meant.splice(place % (meant.length + 1), 0, 'prompt');
      const first = await shown(1, meant);
      expect(await shown(2, meant)).toEqual(first);
      expect(first.answers).toEqual(answersMeant(meant));
      // A plan and a fact are those that were told last.
      const once = meant.filter(
        (one) => one === 'prompt' || !one.isAgain || one.type === 'plan' || one.type === 'fact',
      );
      expect(await shown(1, once)).toEqual(first);
      expect(await shown(2, once)).toEqual(first);
      expect(first).toMatchObject({ turns: [[{ end: stop }], [{ end: stop }]], unprompted: [] });
    }),
    { numRuns: lengthOf(60, 600) },
  );
});
