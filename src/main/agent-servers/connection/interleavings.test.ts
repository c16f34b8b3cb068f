/** @module-tag search */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { createOpenSessions } from './open-sessions.ts';
import { readPermission } from './requests/permission.ts';
import { createTurns } from './turns.ts';
import { createV1Reader, v1Diff } from './updates/v1-updates.ts';
import { createV2Reader, v2Diff } from './updates/v2-updates.ts';

/** Something that an agent means to tell, in the words of neither version. */
type Meant =
  /** `whole`: all that the message is with this piece; `isWhole`: version 2 tells that in its place. */
  | {
      readonly item: string;
      readonly type: 'words';
      readonly by: 'agent' | 'thought';
      readonly text: string;
      readonly whole: string;
      readonly isWhole: boolean;
    }
  | { readonly item: string; readonly type: 'call'; readonly title?: string; readonly status?: string }
  /** Of all that the call has to show, only this is new. */
  | { readonly item: string; readonly type: 'added'; readonly text: string; readonly whole: readonly string[] }
  | { readonly item: string; readonly type: 'permission'; readonly title: string }
  | { readonly item: string; readonly type: 'plan'; readonly steps: readonly string[] }
  | { readonly item: string; readonly type: 'noise' };

type Write = (meant: Meant, isFirst: boolean) => { readonly update?: unknown; readonly permission?: unknown };

const block = (text: string) => ({ type: 'text', text });
const content = (text: string) => ({ type: 'content', content: block(text) });
const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
const chunk = (by: 'agent' | 'thought') => (by === 'agent' ? 'agent_message_chunk' : 'agent_thought_chunk');
const noise = { update: { sessionUpdate: 'agent_message_chunk', messageId: 4, content: 'nothing' } };
const entries = (steps: readonly string[]) =>
  steps.map((step) => ({ content: step, priority: 'low', status: 'pending' }));

const writeV1: Write = (meant, isFirst) => {
  const toolCallId = meant.item;
  switch (meant.type) {
    case 'words':
      return { update: { sessionUpdate: chunk(meant.by), messageId: meant.item, content: block(meant.text) } };
    case 'call': {
      const { title, status } = meant;
      return { update: { sessionUpdate: isFirst ? 'tool_call' : 'tool_call_update', toolCallId, title, status } };
    }
    case 'added':
      return { update: { sessionUpdate: 'tool_call_update', toolCallId, content: meant.whole.map(content) } };
    case 'permission':
      return { permission: { toolCall: { toolCallId, title: meant.title }, options } };
    case 'plan':
      return { update: { sessionUpdate: 'plan', entries: entries(meant.steps) } };
    case 'noise':
      return noise;
  }
};

const writeV2: Write = (meant, isFirst) => {
  const toolCallId = meant.item;
  switch (meant.type) {
    case 'words': {
      if (!meant.isWhole) return writeV1(meant, isFirst);
      const kind = meant.by === 'agent' ? 'agent_message' : 'agent_thought';
      return { update: { sessionUpdate: kind, messageId: meant.item, content: [block(meant.whole)] } };
    }
    case 'call': {
      const { title, status } = meant;
      return { update: { sessionUpdate: 'tool_call_update', toolCallId, title, status } };
    }
    case 'added':
      return { update: { sessionUpdate: 'tool_call_content_chunk', toolCallId, content: content(meant.text) } };
    case 'permission': {
      const { title } = meant;
      return { permission: { title, subject: { type: 'tool_call', toolCall: { toolCallId, title } }, options } };
    }
    case 'plan': {
      const plan = { type: 'items', planId: 'plan', entries: entries(meant.steps) };
      return { update: { sessionUpdate: 'plan_update', plan } };
    }
    case 'noise':
      return noise;
  }
};

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
    const { update, permission } = write(one, !known.has(key));
    known.add(key);
    if (permission) {
      const read = readPermission(
        { sessionId: one.session, ...(permission as object) },
        (version === 1 ? v1Diff : v2Diff)('/folder'),
      );
      if (!read) throw new Error('It asks nothing.');
      sessions.tell(one.session, { type: 'call', call: read.call });
      asked.push([one.session, read.asked.callId]);
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
    if (one.type === 'call') return [{ kind: 'answer-agent-call', answerId: '1', call: one.call }];
    if (one.type === 'plan') return [{ kind: 'answer-agent-plan', answerId: '1', plan: one.plan }];
    if (one.type !== 'message') return [];
    const { text, isWhole } = one;
    const kind = one.by === 'thought' ? 'answer-thinking' : 'answer-text';
    return [{ kind, answerId: '1', text, ...(one.id !== null && { itemId: one.id }), isWhole }];
  });
  return foldThread([...head, ...said]);
}

const few = fc.string({ unit: fc.constantFrom('a', 'ü', '*', ' '), minLength: 1, maxLength: 4 });
/** The life of one item: what is told of it, in this order. */
const life: fc.Arbitrary<(item: string) => Meant[]> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('agent' as const, 'thought' as const),
      fc.array(fc.tuple(few, fc.boolean()), { minLength: 1, maxLength: 5 }),
    )
    .map(([by, pieces]) => (item: string): Meant[] => {
      let whole = '';
      return pieces.map(([text, isWhole]): Meant => {
        whole += text;
        return { item, type: 'words', by, text, whole, isWhole };
      });
    }),
  fc
    .tuple(
      few,
      fc.array(
        fc.oneof(
          few.map((text) => ({ text })),
          fc.constant({ ask: true }),
        ),
        { maxLength: 4 },
      ),
      fc.constantFrom('completed', 'failed'),
    )
    .map(([title, steps, status]) => (item: string): Meant[] => {
      const whole: string[] = [];
      const middle = steps.map((step): Meant => {
        if ('ask' in step) return { item, type: 'permission', title: `${title}?` };
        whole.push(step.text);
        return { item, type: 'added', text: step.text, whole: [...whole] };
      });
      return [{ item, type: 'call', title, status: 'pending' }, ...middle, { item, type: 'call', status }];
    }),
  // The permission is the first that is told of it.
  few.map((title) => (item: string): Meant[] => [
    { item, type: 'permission', title },
    { item, type: 'call', status: 'completed' },
  ]),
  fc.array(few, { minLength: 1, maxLength: 3 }).map((steps) => (): Meant[] => [{ item: 'plan', type: 'plan', steps }]),
  fc.constant((item: string): Meant[] => [{ item, type: 'noise' }]),
);

/** Lives of the items of two sessions, shuffled, each in its own order. */
const interleaved = fc
  .tuple(
    fc.array(fc.tuple(life, fc.constantFrom('a', 'b')), { maxLength: 6 }),
    fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
  )
  .map(([lives, picks]) => {
    const waiting = lives.map(([make, session], index) => make(`item${index}`).map((one) => ({ ...one, session })));
    const order: (Meant & { session: string })[] = [];
    for (let turn = 0; waiting.some((rest) => rest.length > 0); turn++) {
      const left = waiting.filter((rest) => rest.length > 0);
      const next = left[(picks[turn % picks.length] ?? 0) % left.length]?.shift();
      if (next) order.push(next);
    }
    return order;
  });

/** The words of each message, in the order in which they were begun. */
const wordsShown = (updates: readonly AgentUpdate[]) =>
  thread(updates)
    .turns.flatMap(({ answers }) => answers)
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.type === 'text' || part.type === 'thinking' ? [[part.itemId, part.text]] : []));

function wordsMeant(meant: readonly Meant[]) {
  const words = new Map<string, string>();
  for (const one of meant) if (one.type === 'words') words.set(one.item, (words.get(one.item) ?? '') + one.text);
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
