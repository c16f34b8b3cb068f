import fc from 'fast-check';
import { expect, test } from 'vitest';
import { threadEntrySchema } from '../../../agent/threads/storage/thread-entry-schema.ts';
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
  resource: record({ uri: mostly('x:y'), text: mostly('z') }),
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
        if (entry) threadEntrySchema.parse(entry);
      }
    }),
    { numRuns: 500 },
  );
});
