/** @module-tag search */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isContentEntry, joinContent } from '../content/content-kinds.ts';
import type { ThreadEntry } from '../contract/thread.ts';
import type { ToolRunState } from '../contract/tool.ts';
import { lengthOf } from '../testing/soak.ts';
import { appendEntries, foldThread } from './fold-thread.ts';
import {
  agentCall,
  agentPlan,
  agentTerminal,
  compaction,
  ended,
  output,
  prompt,
  queued,
  reply,
  retry,
  run,
  shell,
  shellDone,
  shellSaid,
  shown,
  started,
  text,
  thinking,
  tool,
  unprompted,
  version,
} from './thread-entries.fixture.ts';

const id = fc.constantFrom('1', '2', '3', '4');
const few = fc.string({ maxLength: 3 });
const answerWords = fc.record(
  { text: few, itemId: id, isWhole: fc.boolean() },
  { requiredKeys: ['text'] },
) as fc.Arbitrary<{ text: string; itemId?: string; isWhole?: boolean }>;
const callContent = fc.array(
  few.map((value) => ({ type: 'text' as const, text: value })),
  { maxLength: 2 },
);
const agentEntry: fc.Arbitrary<ThreadEntry> = fc.oneof(
  fc
    .tuple(fc.constantFrom('text' as const, 'thinking' as const), id, answerWords)
    .map(([type, answerId, said]): ThreadEntry => ({ kind: `answer-${type}`, answerId, ...said })),
  fc
    .tuple(
      id,
      id,
      fc.record(
        {
          title: few,
          state: fc.constantFrom('pending', 'completed'),
          content: callContent,
          added: callContent,
          question: fc.record({ id, options: fc.constant([]), answer: fc.constantFrom(null, 'yes') }),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([answerId, call, more]) => agentCall(answerId, call, more as object)),
  fc
    .tuple(id, id, fc.record({ output: few, added: few, isCut: fc.boolean() }, { requiredKeys: [] }))
    .map(([answerId, terminal, more]) => agentTerminal(answerId, terminal, more as object)),
  fc.tuple(id, id, few).map(([answerId, plan, value]) => agentPlan(answerId, plan, value)),
  fc.tuple(id, id, fc.constantFrom('AAAA', undefined)).map(
    ([answerId, image, data]): ThreadEntry => ({
      kind: 'answer-agent-image',
      answerId,
      image: { id: image, mediaType: 'image/png', width: 1, height: 1, bytes: 3, ...(data && { data }) },
    }),
  ),
  fc.tuple(id, id).map(
    ([answerId, note]): ThreadEntry => ({
      kind: 'answer-agent-note',
      answerId,
      note: { id: note, severity: 'info', title: 'N' },
    }),
  ),
);
const anyEntry: fc.Arbitrary<ThreadEntry> = fc.oneof(
  agentEntry,
  id.map(unprompted),
  fc
    .tuple(id, fc.option(id))
    .map(([agent, sessionId]): ThreadEntry => ({ kind: 'agent-session', at: 9, agent, sessionId })),
  id.map((value) => prompt(value)),
  fc.tuple(id, id).map(([value, replaces]) => version(value, replaces)),
  id.map(shown),
  fc.tuple(id, id).map(([answer, of]) => started(answer, of)),
  fc.tuple(id, few).map(([answer, value]) => text(answer, value)),
  fc.tuple(id, few).map(([answer, value]) => thinking(answer, value)),
  fc.tuple(id, id, few).map(([answer, use, value]) => tool(answer, use, value)),
  id.map(ended),
  id.map(reply),
  id.map((value) => shell(value)),
  fc.tuple(id, few).map(([value, words]) => shellSaid(value, words)),
  id.map((value) => shellDone(value, { type: 'stopped' })),
  id.map(retry),
  id.map(
    (answerId): ThreadEntry => ({
      kind: 'answer-usage',
      answerId,
      usage: { inputTokens: 1, outputTokens: 2 },
    }),
  ),
  id.map((answerId): ThreadEntry => ({ kind: 'answer-step', answerId })),
  fc
    .tuple(id, id, fc.constantFrom<ToolRunState['type'][]>('waiting', 'running', 'denied'))
    .map(([answer, use, type]) => run(answer, use, 7, { type } as ToolRunState)),
  fc.tuple(id, id, few).map(([answer, use, value]) => output(answer, use, value)),
  fc.tuple(id, few).map(([value, words]) => queued(value, words)),
  fc.tuple(id, few).map(([value, words]): ThreadEntry => ({ kind: 'queue-edited', id: value, text: words })),
  fc.array(id, { maxLength: 4 }).map((ids): ThreadEntry => ({ kind: 'queue-order', ids })),
  fc.tuple(id, few).map(([on, words]): ThreadEntry => ({ kind: 'note', at: 8, on, text: words })),
  fc
    .tuple(id, fc.array(few, { maxLength: 2 }))
    .map(([on, labels]): ThreadEntry => ({ kind: 'labels', at: 8, on, labels })),
  fc.tuple(id, id).map(([value, promptId]) => compaction(value, promptId)),
  fc.constantFrom<ThreadEntry[]>({ kind: 'limit', at: 9 }, { kind: 'limit', at: 9, tokens: 5 }),
);

describe('whatever comes', () => {
  test('cut into any pieces, the entries give the view that they give at once', () => {
    const check = (pieces: ThreadEntry[][]) => {
      const all = pieces.flat();
      const head = foldThread(pieces[0] ?? []);
      const frozen = JSON.stringify(head);
      const grown = pieces.slice(1).reduce(appendEntries, head);
      expect(grown).toEqual(foldThread(all));
      expect(JSON.stringify(head)).toBe(frozen);
    };
    fc.assert(fc.property(fc.array(fc.array(anyEntry, { maxLength: 8 }), { maxLength: 6 }), check), {
      numRuns: lengthOf(120, 1000),
    });
  });

  test('what an agent says is the same thread, however much of it was joined before', () => {
    const check = (said: ThreadEntry[], joins: boolean[]) => {
      const head = [prompt('1'), started('1', '1'), unprompted('2')];
      const joined: ThreadEntry[] = [];
      for (const [at, entry] of said.entries()) {
        const last = joined.at(-1);
        const one =
          joins[at % joins.length] && last && isContentEntry(last) && isContentEntry(entry)
            ? joinContent(last, entry)
            : null;
        if (one) joined[joined.length - 1] = one;
        else joined.push(entry);
      }
      expect(foldThread([...head, ...joined])).toEqual(foldThread([...head, ...said]));
    };
    fc.assert(
      fc.property(
        fc.array(agentEntry, { maxLength: 30 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
        check,
      ),
      { numRuns: lengthOf(300, 3000) },
    );
  });

  test('no prompt is lost, and what is shown is one way through the versions', () => {
    const check = (entries: ThreadEntry[]) => {
      const { turns, branches, lastShown, queue } = foldThread(entries);
      const all = [...turns, ...branches];
      const sent = new Set(entries.flatMap((entry) => (entry.kind === 'prompt' ? [entry.id] : [])));
      expect(new Set(all.map(({ promptId }) => promptId))).toEqual(sent);
      expect(all).toHaveLength(sent.size);
      expect(turns.map(({ parentId }) => parentId)).toEqual(
        [null, ...turns.map(({ promptId }) => promptId)].slice(0, turns.length),
      );
      // The last shown turn has no children.
      expect(all.some(({ parentId }) => parentId !== null && parentId === turns.at(-1)?.promptId)).toBe(false);
      for (const turn of all) {
        const place = all.filter(({ parentId }) => parentId === turn.parentId);
        expect(new Set(turn.versions)).toEqual(new Set(place.map(({ promptId }) => promptId)));
        expect(place.every(({ versions }) => versions === turn.versions)).toBe(true);
        expect(lastShown.filter((id) => turn.versions.includes(id))).toHaveLength(place.length > 1 ? 1 : 0);
      }
      for (const { promptId, versions } of turns) if (versions.length > 1) expect(lastShown).toContain(promptId);
      expect(queue.some(({ id }) => sent.has(id))).toBe(false);
    };
    fc.assert(fc.property(fc.array(anyEntry, { maxLength: 40 }), check), { numRuns: lengthOf(120, 1000) });
  });
});
