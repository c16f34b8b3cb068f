import { expect, test } from 'vitest';
import type { AgentUpdate } from '../../../../shared/contract/agent-servers/agent-update.ts';
import { changeOfTexts } from './diffs.ts';
import { createSessionOptions } from './session-options.ts';
import { createV1Reader } from './v1-updates.ts';
import { createV2Reader } from './v2-updates.ts';

function reader(version: 1 | 2) {
  const options = createSessionOptions();
  let count = 0;
  const create = version === 1 ? createV1Reader : createV2Reader;
  const read = create({ folder: '/home/ada/app', options }, () => `note ${++count}`);
  return { options, all: (...updates: unknown[]): AgentUpdate[] => updates.flatMap((one) => read(one)) };
}
const text = (value: string) => ({ type: 'text', text: value });

test('blocks that are no text are told in words, and links keep their place', () => {
  const { all } = reader(2);
  const content = [
    text('See '),
    { type: 'resource_link', name: 'a [b]', uri: 'file:///x y.ts' },
    { type: 'resource', resource: { uri: 'file:///z', text: 'inside' } },
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { type: 'hologram' },
    null,
  ];
  expect(all({ sessionUpdate: 'agent_message', messageId: 'm', content })).toEqual([
    {
      type: 'message',
      by: 'agent',
      id: 'm',
      text: 'See [a \\[b\\]](<file:///x%20y.ts>)[file:///z](<file:///z>)*(An image (image/png, 0 KB), which is not shown here: only PNG, JPEG, GIF and WebP are.)*',
      isWhole: true,
    },
  ]);
  // null clears, absent keeps.
  expect(all({ sessionUpdate: 'agent_message', messageId: 'm', content: null })).toMatchObject([{ text: '' }]);
  expect(all({ sessionUpdate: 'agent_message', messageId: 'm' })).toEqual([]);
});

test('a call keeps what is absent, and is cleared by null; its texts are cut and harmless', () => {
  const { all } = reader(1);
  const [cleared, long] = all(
    {
      sessionUpdate: 'tool_call_update',
      toolCallId: 'c',
      content: null,
      locations: null,
      title: null,
      rawOutput: null,
    },
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      title: `\u202eevil\n${'t'.repeat(2000)}`,
      rawInput: 'x'.repeat(30_000),
      locations: [{ path: '/home/ada/app/a.ts', line: 0 }, { path: '/b', line: 7 }, { line: 3 }],
    },
  );
  expect(cleared).toEqual({ type: 'call', call: { id: 'c', title: '', content: [], locations: [], output: '' } });
  const { call } = long as Extract<AgentUpdate, { type: 'call' }>;
  expect(call.title).toMatch(/^evil t+…$/);
  expect(call.title).toHaveLength(500);
  expect(call.input).toHaveLength(20_000);
  expect(call.locations).toEqual([{ path: '/home/ada/app/a.ts' }, { path: '/b', line: 7 }]);
});

test('diffs are shown relative to the folder, and none is so long that it holds others up', () => {
  const v1 = reader(1);
  const long = 'line\n'.repeat(100_000);
  const content = [
    { type: 'diff', path: '/home/ada/app/src/a.ts', oldText: 'one\n', newText: 'two\n' },
    { type: 'diff', path: '/elsewhere/b.ts', newText: 'new\n' },
    { type: 'diff', path: 'c.ts', oldText: long, newText: `${long}x` },
    { type: 'diff', path: 'd.ts', oldText: 'frag', newText: 'ment' },
    { type: 'diff', path: 'e.ts' },
  ];
  const [told] = v1.all({ sessionUpdate: 'tool_call', toolCallId: 'c', content });
  const changes = (update: AgentUpdate | undefined) =>
    (update?.type === 'call' ? (update.call.content ?? []) : []).map((one) => one.type === 'diff' && one.change);
  expect(changes(told)).toEqual([
    { kind: 'edit', path: 'src/a.ts', patch: '@@ -1,1 +1,1 @@\n-one\n+two\n', isCut: false, added: 1, removed: 1 },
    { kind: 'create', path: '/elsewhere/b.ts', patch: '@@ -0,0 +1,1 @@\n+new\n', isCut: false, added: 1, removed: 0 },
    { kind: 'edit', path: 'c.ts', patch: '', isCut: true, added: 0, removed: 0 },
    { kind: 'edit', path: 'd.ts', patch: '@@ -1,1 +1,1 @@\n-frag\n+ment\n', isCut: false, added: 1, removed: 1 },
  ]);
  // On a busy machine the time may be over with the first.
  const late = ['new', 'new\n'.repeat(100)].map((newText) =>
    changeOfTexts({ path: 'a', newText }, '/', performance.now() - 1),
  );
  expect(late.map((change) => change?.isCut)).toEqual([false, true]);

  const patch = [
    'diff --git a/src/a.ts b/src/a.ts',
    '--- a/src/a.ts',
    '+++ b/src/a.ts',
    '@@ -1 +1 @@',
    '-one',
    '+two',
    'diff --git a/old.ts b/old.ts',
    'deleted file mode 100644',
    '--- a/old.ts',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-gone',
    '',
  ].join('\n');
  const [second] = reader(2).all({
    sessionUpdate: 'tool_call_content_chunk',
    toolCallId: 'c',
    content: {
      type: 'diff',
      changes: [
        { operation: 'delete', path: '/home/ada/app/old.ts' },
        { operation: 'modify', path: '/home/ada/app/src/a.ts' },
        { operation: 'move', oldPath: '/home/ada/app/x.ts', path: '/home/ada/app/y.ts' },
      ],
      patch: { format: 'git_patch', text: patch },
    },
  });
  expect(second?.type === 'call' && second.call.added?.map((one) => one.type === 'diff' && one.change)).toEqual([
    { kind: 'delete', path: 'old.ts', patch: '@@ -1 +0,0 @@\n-gone\n', isCut: false, added: 0, removed: 1 },
    { kind: 'edit', path: 'src/a.ts', patch: '@@ -1 +1 @@\n-one\n+two\n', isCut: false, added: 1, removed: 1 },
    { kind: 'move', path: 'x.ts', to: 'y.ts', patch: '', isCut: false, added: 0, removed: 0 },
  ]);
});

test('what was summed up is told whole each time', () => {
  const { all } = reader(1);
  const notes = all(
    { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'in_progress' },
    { sessionUpdate: 'compaction_summary_chunk', compactionId: 'k', content: text('It was ') },
    { sessionUpdate: 'compaction_summary_chunk', compactionId: 'k', content: text('long.') },
    { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'completed' },
    { sessionUpdate: 'compaction_update', compactionId: 'k', status: 'failed', summary: null, error: 'no room' },
    { sessionUpdate: 'notice', severity: 'grave', title: 'Beware', description: 'of *dogs*' },
  ).map((one) => one.type === 'note' && one.note);
  const summing = { id: 'k', severity: 'info', title: 'Summing up the conversation, to make room…' };
  expect(notes).toEqual([
    summing,
    { ...summing, text: 'It was ' },
    { ...summing, text: 'It was long.' },
    { ...summing, title: 'The conversation was summed up, to make room.', text: 'It was long.' },
    { id: 'k', severity: 'warning', title: 'The conversation could not be summed up: no room' },
    { id: 'note 1', severity: 'info', title: 'Beware', text: 'of *dogs*' },
  ]);
});

test('plans have an id, and go', () => {
  const entry = { content: 'look', priority: 'urgent', status: 'done' };
  const shown = { content: 'look', priority: 'medium', state: 'pending' };
  expect(
    reader(2).all(
      { sessionUpdate: 'plan_update', plan: { type: 'items', planId: 'p', entries: [entry, 7] } },
      { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'q', content: '# Plan' } },
      { sessionUpdate: 'plan_update', plan: { type: 'riddle', planId: 'r' } },
      { sessionUpdate: 'plan_removed', planId: 'p' },
    ),
  ).toEqual([
    { type: 'plan', plan: { id: 'p', entries: [shown] } },
    { type: 'plan', plan: { id: 'q', entries: [], text: '# Plan' } },
    { type: 'plan', plan: { id: 'p', entries: [] } },
  ]);
});

test('modes, models and options are one list, in which nothing is told twice', () => {
  const { all, options } = reader(1);
  const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask', name: 'Ask' }, { id: 'yolo' }] };
  options.opened({
    modes,
    models: { currentModelId: 'm1', availableModels: [{ modelId: 'm1', name: 'One' }] },
    configOptions: [
      {
        id: 'level',
        name: 'Level',
        category: 'thought_level',
        type: 'select',
        currentValue: 'low',
        options: [{ group: 'g', name: 'Cheap', options: [{ value: 'low', name: 'Low' }] }],
      },
      { id: 'bent', type: 'select', currentValue: true },
    ],
  });
  expect(options.list()).toMatchObject([
    { id: 'session/mode', category: 'mode', value: 'ask', values: [{ value: 'ask' }, { value: 'yolo', name: 'yolo' }] },
    { id: 'session/model', category: 'model', value: 'm1', values: [{ value: 'm1', name: 'One' }] },
    { id: 'level', value: 'low', values: [{ value: 'low', name: 'Low', group: 'Cheap' }] },
  ]);
  expect(all({ sessionUpdate: 'current_mode_update', currentModeId: 'yolo' })).toEqual([
    { type: 'option', id: 'session/mode', value: 'yolo' },
  ]);
  expect(options.list()[0]?.value).toBe('yolo');
  // An agent that has its modes as an option too is asked by that alone.
  const configOptions = [{ id: 'm', name: 'Mode', category: 'mode', type: 'select', currentValue: 'ask', options: [] }];
  const [told] = all({ sessionUpdate: 'config_option_update', configOptions });
  expect(told?.type === 'options' && told.options.map(({ id }) => id)).toEqual(['session/model', 'm']);
  expect(all({ sessionUpdate: 'current_mode_update', currentModeId: 'ask' })).toEqual([]);
});

test('bytes of terminals are letters, without control sequences, and their end', () => {
  const bytes = Buffer.from('\u001b[32mgrün\r\n');
  const chunks = [bytes.subarray(0, 8), bytes.subarray(8)].map((piece) => ({
    sessionUpdate: 'terminal_output_chunk',
    terminalId: 't',
    data: piece.toString('base64'),
  }));
  const update = { sessionUpdate: 'terminal_update', terminalId: 't' };
  const told = reader(2).all(
    { ...update, command: 'make', cwd: '/home' },
    ...chunks,
    { ...update, output: { data: Buffer.from('anew').toString('base64') } },
    { ...update, output: { data: Buffer.from('x'.repeat(200_001)).toString('base64') } },
    { ...update, exitStatus: { exitCode: null, signal: 'SIGKILL' } },
  );
  expect(told.map((one) => one.type === 'terminal' && one.terminal)).toEqual([
    { id: 't', command: 'make', cwd: '/home' },
    { id: 't', added: 'gr' },
    { id: 't', added: 'ün\n' },
    { id: 't', output: 'anew', isCut: false },
    { id: 't', output: 'x'.repeat(200_000), isCut: true },
    { id: 't', exit: { code: null, signal: 'SIGKILL' } },
  ]);
});

test('a command that nobody can type is none, and of two of one name the first counts', () => {
  const { all } = reader(1);
  const availableCommands = ['/review', 'review', '\u202e', '/', 'two words', '__proto__'].map((name) => ({ name }));
  expect(all({ sessionUpdate: 'available_commands_update', availableCommands })).toMatchObject([
    { commands: [{ name: 'review' }, { name: '__proto__' }] },
  ]);
});
