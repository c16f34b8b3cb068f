/** @module-tag search */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imageReference } from '../../../shared/content/agent-images.ts';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { block, interleaved, type Meant, writeV1, writeV2 } from './meant.fixture.ts';
import { createOpenSessions } from './open-sessions.ts';
import { readPermission } from './requests/permission.ts';
import { createTurns } from './turns.ts';
import { readImage } from './updates/images.ts';
import { createV1Reader, v1Diff } from './updates/v1-updates.ts';
import { createV2Reader, v2Diff } from './updates/v2-updates.ts';

const nextTask = () => new Promise((resolve) => setImmediate(resolve));

/** What an agent of a version makes the app know of two sessions. @param answeredAt before which they are open */
async function told(
  version: 1 | 2,
  meant: readonly (Meant & { session: string })[],
  answeredAt: number,
  rests: readonly boolean[],
) {
  const write = version === 1 ? writeV1 : writeV2;
  const updates: Record<string, AgentUpdate[]> = { a: [], b: [] };
  const asked: [string, string][] = [];
  const client = {
    updated: (id: string, all: readonly AgentUpdate[]) => void updates[id]?.push(...all),
    logged: () => {},
  };
  const sessions = createOpenSessions(
    client,
    '/folder',
    version === 1 ? createV1Reader : createV2Reader,
    createTurns('A', String),
  );
  // Both are loaded; what comes before the answer is their history.
  for (const id of ['a', 'b']) sessions.awaits(id);
  const known = new Set<string>();
  const answer = async (isAwaited: boolean) => {
    for (const id of ['a', 'b']) {
      sessions.answered(id, {});
      updates[id]?.push(...(sessions.take(id, {})?.replayed ?? []));
    }
    if (isAwaited) await nextTask();
  };
  for (const [index, one] of meant.entries()) {
    const isRest = rests[index % rests.length] ?? false;
    if (index === answeredAt) await answer(isRest);
    const key = `${one.session} ${one.item}`;
    const { update, permission, told } = write(one, !known.has(key));
    known.add(key);
    if (permission) {
      const read = readPermission(
        { sessionId: one.session, ...(permission as object) },
        (version === 1 ? v1Diff : v2Diff)('/folder'),
      );
      if (!read) throw new Error('It asks nothing.');
      sessions.tell(one.session, read.told);
      asked.push([one.session, read.asked.callId]);
    } else if (told) {
      sessions.tell(one.session, told);
    } else {
      sessions.received({ sessionId: one.session, update });
    }
    if (isRest) sessions.flush();
  }
  if (answeredAt >= meant.length) await answer(true);
  sessions.flush();
  await nextTask();
  return { updates, asked };
}

/** As a thread has it. */
function thread(updates: readonly AgentUpdate[]) {
  const head: ThreadEntry[] = [
    { kind: 'prompt', id: 'p', at: 1, text: 'Do' },
    { kind: 'answer-started', id: '1', at: 2, promptId: 'p', model: 'agent/settings/a', modelName: 'A' },
  ];
  const said = updates.flatMap((one): ThreadEntry[] => {
    const images = ('images' in one ? (one.images ?? []) : []).map(
      (image): ThreadEntry => ({ kind: 'answer-agent-image', answerId: '1', image }),
    );
    if (one.type === 'call') return [...images, { kind: 'answer-agent-call', answerId: '1', call: one.call }];
    if (one.type === 'plan') return [{ kind: 'answer-agent-plan', answerId: '1', plan: one.plan }];
    if (one.type !== 'message') return [];
    const { text, isWhole } = one;
    const kind = one.by === 'thought' ? 'answer-thinking' : 'answer-text';
    return [...images, { kind, answerId: '1', text, ...(one.id !== null && { itemId: one.id }), isWhole }];
  });
  // Images are drawn where they are named, wherever they are kept.
  const isImage = ({ kind }: ThreadEntry) => kind === 'answer-agent-image';
  const images = [...new Set(said.filter(isImage).map((one) => JSON.stringify(one)))].sort();
  return { images, view: foldThread([...head, ...said.filter((one) => !isImage(one))]) };
}

/** The words of each message, in the order in which they were begun. */
const wordsShown = (updates: readonly AgentUpdate[]) =>
  thread(updates)
    .view.turns.flatMap(({ answers }) => answers)
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.type === 'text' || part.type === 'thinking' ? [[part.itemId, part.text]] : []));

/** An image in its place among the words, by the id that it always has; in a thought by its name. */
function shownPiece({ by, text }: Extract<Meant, { type: 'words' }>): string {
  if (typeof text === 'string') return text;
  const image = readImage(block(text));
  if (typeof image === 'string') throw new Error(image);
  return by === 'agent' ? imageReference(image.image, '') : `*(Image: PNG, ${text} × 1, 0 KB)*`;
}

function wordsMeant(meant: readonly Meant[]) {
  const words = new Map<string, string>();
  for (const one of meant)
    if (one.type === 'words' && !one.isAgain) words.set(one.item, (words.get(one.item) ?? '') + shownPiece(one));
  return [...words];
}

test('however it is interleaved, replayed and cut, both versions tell the same thread', async () => {
  const check = async (meant: (Meant & { session: string })[], answered: number, rests: boolean[]) => {
    const answeredAt = answered % (meant.length + 1);
    const v1 = await told(1, meant, answeredAt, rests);
    const v2 = await told(2, meant, answeredAt, rests);
    for (const id of ['a', 'b']) {
      const ofSession = meant.filter(({ session }) => session === id);
      const shown = thread(v1.updates[id] ?? []);
      expect(thread(v2.updates[id] ?? [])).toEqual(shown);
      // As if nothing else had been told, and nothing replayed.
      const alone = await told(1, ofSession, 0, [true]);
      expect(thread(alone.updates[id] ?? [])).toEqual(shown);
      expect(wordsShown(v1.updates[id] ?? [])).toEqual(wordsMeant(ofSession));
    }
    expect(v2.asked).toEqual(v1.asked);
  };
  const property = fc.asyncProperty(
    interleaved,
    fc.nat(),
    fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
    check,
  );
  await fc.assert(property, { numRuns: lengthOf(150, 3000) });
});
