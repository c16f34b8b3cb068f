import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64Of, pngHead } from '../../../../shared/testing/small-images.ts';
import { threadEntrySchema } from '../../../agent/threads/storage/thread-entry-schema.ts';
import { createAnswerImages } from '../../sessions/answers/answer-images.ts';
import { createToldItems, isItem } from '../../sessions/told-items.ts';
import { createSessionOptions } from './session-options.ts';
import { createV1Reader } from './v1-updates.ts';
import { createV2Reader } from './v2-updates.ts';

/** Names that every object has, values of each type, and some of the words that the protocol has there. */
const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
const hostile = fc.oneof(
  fc.constantFrom<unknown>(...names, '', '\u202e', 'id', null, true, -1, 1.5, 1e308, [], {}, [null], [[]], {
    type: 'text',
  }),
  fc.string(),
);
const mostly = (...values: unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: hostile });
const listOf = (item: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 4, arbitrary: fc.array(item, { maxLength: 3 }) }, hostile);

const record = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof({ weight: 6, arbitrary: fc.record(fields, { requiredKeys: [] }) }, { weight: 1, arbitrary: hostile });
const ids = mostly('a', 'b', ...names);
const block = record({
  type: mostly('text', 'image', 'resource_link', 'resource'),
  text: mostly('Word ', ''),
  uri: mostly('file:///x', 'javascript:x'),
  name: mostly('n'),
  data: mostly(base64Of(pngHead(3, 4)), 'AAAA'),
  mimeType: mostly('image/png', 'image/svg+xml'),
  resource: record({
    ...{ uri: mostly('x:y'), text: mostly('z'), mimeType: mostly('image/png') },
    blob: mostly(base64Of(pngHead(5, 6)), '!'),
  }),
});
const content = record({
  type: mostly('content', 'diff', 'terminal'),
  content: block,
  terminalId: ids,
  path: mostly('/p/a', 'a'),
  oldText: mostly('a\n', null),
  newText: mostly('b\n'),
  changes: listOf(
    record({ operation: mostly('add', 'move', ...names), path: mostly('/p/a'), oldPath: mostly('/p/b') }),
  ),
  patch: record({
    format: mostly('git_patch'),
    text: mostly('diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n'),
  }),
});
const update = record({
  sessionUpdate: mostly(
    ...['agent_message_chunk', 'agent_thought_chunk', 'user_message_chunk', 'agent_message', 'agent_thought'],
    ...['tool_call', 'tool_call_update', 'tool_call_content_chunk', 'terminal_update', 'terminal_output_chunk'],
    ...['plan', 'plan_update', 'plan_removed', 'available_commands_update', 'config_option_update', 'notice'],
    ...['session_info_update', 'usage_update', 'compaction_update', 'compaction_summary_chunk', 'current_mode_update'],
    ...names,
  ),
  messageId: ids,
  toolCallId: ids,
  terminalId: ids,
  compactionId: ids,
  planId: ids,
  title: mostly('Title'),
  kind: mostly('read', ...names),
  status: mostly('pending', 'completed', 'failed', ...names),
  severity: mostly('info', ...names),
  content: fc.oneof(block, content, listOf(fc.oneof(block, content))),
  locations: listOf(record({ path: mostly('/p/a'), line: mostly(1, 0, -3) })),
  rawInput: hostile,
  rawOutput: hostile,
  entries: listOf(record({ content: mostly('Do'), priority: mostly('high'), status: mostly('pending') })),
  plan: record({ type: mostly('items', 'markdown', 'file'), planId: ids, entries: hostile, content: mostly('x') }),
  data: mostly('AAAA', '!!'),
  output: record({ data: mostly('AAAA') }),
  exitStatus: record({ exitCode: mostly(0, 1), signal: mostly('SIGKILL') }),
  used: mostly(1),
  size: mostly(2),
  cost: record({ amount: mostly(1), currency: mostly('USD') }),
});

test.each([1, 2] as const)('whatever an agent of version %i tells is read or left out, and can be kept', (version) => {
  const create = version === 1 ? createV1Reader : createV2Reader;
  fc.assert(
    fc.property(fc.array(update, { maxLength: 8 }), (updates) => {
      const read = create({ folder: '/p', options: createSessionOptions() });
      const items = createToldItems();
      for (const told of updates.flatMap((one) => read(one))) {
        expect(JSON.parse(JSON.stringify(told))).toEqual(structuredClone(told));
        const entry = isItem(told) ? items.entryOf(told, 'answer') : null;
        if (!entry) continue;
        threadEntrySchema.parse(entry);
        const images = 'images' in told ? told.images : [];
        for (const image of createAnswerImages(() => undefined).entriesOf('answer', images))
          threadEntrySchema.parse(image);
      }
    }),
    { numRuns: 500 },
  );
});

const lines = (count: number, from: number) =>
  Array.from({ length: count }, (_, index) => `${(index * 7919 + from) % 997}`);
const call = (more: object) => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...more });
const large: readonly [string, 1 | 2, () => object][] = [
  [
    'input that is deep and wide',
    1,
    () => call({ rawInput: JSON.parse(`${'['.repeat(3000)}1${',1'.repeat(30_000)}${']'.repeat(3000)}`) }),
  ],
  [
    'input that is deeper than any stack',
    1,
    () => call({ rawInput: JSON.parse(`${'['.repeat(500_000)}${']'.repeat(500_000)}`) }),
  ],
  [
    'images as large as a message',
    1,
    () =>
      call({
        content: Array.from({ length: 3 }, () => ({
          type: 'content',
          content: { type: 'image', data: base64Of(pngHead(3, 4)) + 'A'.repeat(4_999_960) },
        })),
      }),
  ],
  [
    'hundreds of diffs',
    1,
    () =>
      call({
        content: lines(500, 0).map((_, index) => ({
          type: 'diff',
          path: '/p/a',
          oldText: lines(2000, index).join('\n'),
          newText: lines(2000, index * 31).join('\n'),
        })),
      }),
  ],
  [
    'a patch of many files',
    2,
    () => {
      const files = lines(40_000, 0).map((_, index) => index);
      const changes = files.map((index) => ({ operation: 'modify', path: `/p/x${index}` }));
      const text = files.map((index) => `diff --git a/f${index} b/f${index}\n@@ -1 +1 @@\n-a\n+b\n`).join('');
      return call({ content: [{ type: 'diff', changes, patch: { format: 'git_patch', text } }] });
    },
  ],
  [
    'an address without an end',
    1,
    () => ({
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'resource_link', name: 'x', uri: '<'.repeat(8_000_000) },
    }),
  ],
  [
    'places without an end',
    1,
    () => call({ locations: lines(500, 0).map(() => ({ path: `/${'a/'.repeat(15_000)}` })) }),
  ],
  [
    'options without an end',
    1,
    () => {
      const values = lines(500, 0).map((value) => ({ value, name: 'n' }));
      const options = values.map(({ value }) => ({ name: value, options: values }));
      return {
        sessionUpdate: 'config_option_update',
        configOptions: values.map(({ value }) => ({ id: value, type: 'select', currentValue: '1', options })),
      };
    },
  ],
];

// Each of these took seconds, or minutes, in which the app answered nobody; the limit of a test is what ends them.
test.each(large)('%s is cut, and takes no time', (_, version, make) => {
  const create = version === 1 ? createV1Reader : createV2Reader;
  const told = create({ folder: '/p', options: createSessionOptions() })(make());
  expect(told).toHaveLength(1);
  expect(JSON.stringify(told).length).toBeLessThan(4_000_000);
});
