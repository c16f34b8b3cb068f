import { expect, test } from 'vitest';
import { mergeCall } from '../../../../shared/content/agent-items.ts';
import { exactAskOf } from '../../../../shared/content/exact-ask.ts';
import { base64Of, pngHead } from '../../../../shared/testing/small-images.ts';
import { v1Diff } from '../updates/v1-updates.ts';
import { v2Diff } from '../updates/v2-updates.ts';
import { readPermission } from './permission.ts';

const options = [{ optionId: 'once', name: 'Allow', kind: 'allow_once' }];
const exactOf = (request: object, readDiff = v1Diff('/p')) => {
  const read = readPermission({ sessionId: 's', options, ...request }, readDiff);
  return read && exactAskOf(mergeCall(undefined, read.told.call), read.asked.question);
};
const askOf = (subject: object) => exactOf({ title: 'Run it?', subject }, v2Diff('/p'));

test('a command is asked about with where it would run: allowed in one folder, it is not in another', () => {
  const command = { type: 'command', command: 'rm -rf build', toolCallId: 'c' };
  expect(askOf({ ...command, cwd: '/p' })).toMatchObject({ command: 'rm -rf build', cwd: '/p' });
  expect(askOf({ ...command, cwd: '/home/me' })).not.toEqual(askOf({ ...command, cwd: '/p' }));
});

test('answers that the agent cannot tell apart are offered once, or not at all', () => {
  const option = (optionId: string, kind: string) => ({ optionId, kind, name: `${optionId} ${kind}` });
  const told = [
    option('a', 'reject_once'),
    option('b', 'allow_once'),
    option('a', 'allow_once'),
    option('b', 'allow_once'),
  ];
  const read = readPermission({ sessionId: 's', toolCall: { toolCallId: 'c' }, options: told }, v1Diff('/p'));
  expect(read?.asked.question.options.map(({ id }) => id)).toEqual(['b']);
  expect(read?.asked.question.isPartly).toBe(true);
});

const command = { command: 'npm test' };
const block = (content: object) => ({ content: [{ type: 'content', content }] });
const callOf = (part: object) =>
  exactOf({ toolCall: { toolCallId: 'c', title: 'Run it', rawInput: command, ...part } });

test('what is shown whole is exact, and what came of it is none of it', () => {
  const parts = [
    {},
    block({ type: 'text', text: 'Words' }),
    {
      locations: [
        { path: '/p/a', line: 3 },
        { path: '/p/b', line: 0 },
      ],
    },
    { rawOutput: 'x'.repeat(30_000) },
    { rawInput: { big: 9007199254740991, small: 0.1, long: '90071992547409921' } },
  ];
  for (const part of parts) expect(callOf(part), JSON.stringify(part).slice(0, 200)).not.toBeNull();
});

test.each<[what: string, part: object]>([
  ['an image that is refused', block({ type: 'image', data: 'AAAA', mimeType: 'image/png' })],
  ['an image', block({ type: 'image', data: base64Of(pngHead(2, 1)), mimeType: 'image/png' })],
  ['words with the address of an image', block({ type: 'text', text: `![](agent-image:${'a'.repeat(32)} "PNG")` })],
  ['a sound', block({ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' })],
  ['a file that is embedded', block({ type: 'resource', resource: { uri: 'x:y', text: 'z' } })],
  ['a file that is linked', block({ type: 'resource_link', uri: 'x:y', name: 'x', description: 'z' })],
  ['a block of an unknown kind', block({ type: 'film' })],
  ['a part of an unknown kind', { content: [{ type: 'film' }] }],
  ['a part that is none', { content: [1] }],
  ['a list that is none', { content: {} }],
  ['a diff that cannot be read', { content: [{ type: 'diff', path: '/p/a' }] }],
  ['a diff without lines', { content: [{ type: 'diff', path: '/p/a', oldText: 'a', newText: 'a' }] }],
  ['a long diff', { content: [{ type: 'diff', path: '/p/a', oldText: '', newText: 'x'.repeat(500_000) }] }],
  ['a path that cannot be read', { locations: [{ path: '/p/a' }, { path: 1 }] }],
  ['a long path', { locations: [{ path: `/${'a'.repeat(5_000)}` }] }],
  ['many paths', { locations: Array.from({ length: 501 }, () => ({ path: '/p/a' })) }],
  ['a line that is none', { locations: [{ path: '/p/a', line: 1.5 }] }],
  ['a kind that is not known', { kind: 'fly' }],
  ['a title that is none', { title: 1 }],
  ['a title that is cut', { title: 'x'.repeat(600) }],
  ['a title of which little is left', { title: `a${'\n'.repeat(2_000)}b` }],
  ['an input that is cut', { rawInput: 'x'.repeat(30_000) }],
  ['an input that is deep', { rawInput: { ...command, deep: JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`) } }],
  ['a number whose digits are lost', { rawInput: JSON.parse('{"id": 9007199254740993}') }],
  ['a number that is lost', { rawInput: JSON.parse('{"id": -1e400}') }],
])('%s is not shown whole, so that nothing is exact beside it', (_, part) => expect(callOf(part)).toBeNull());

test('what was left out once stays unknown, and an answer that cannot be read is one too', () => {
  const partly = readPermission({ sessionId: 's', options, toolCall: { toolCallId: 'c', content: [1] } }, v1Diff('/p'));
  const whole = readPermission(
    { sessionId: 's', options, toolCall: { toolCallId: 'c', rawInput: command } },
    v1Diff('/p'),
  );
  if (!partly || !whole) throw new Error('It was not read.');
  const { question } = whole.asked;
  expect(exactAskOf(mergeCall(undefined, whole.told.call), question)).not.toBeNull();
  expect(exactAskOf(mergeCall(mergeCall(undefined, partly.told.call), whole.told.call), question)).toBeNull();
  const toolCall = { toolCallId: 'c', rawInput: command };
  expect(exactOf({ toolCall, options: [...options, { name: 'Allow', kind: 'allow_once' }] })).toBeNull();
  expect(exactOf({ toolCall, options: [{ ...options[0], name: 'x'.repeat(500) }] })).toBeNull();
  expect(exactOf({ toolCall, subject: { type: 'host', host: 'x' } })).toBeNull();
});

const change = { operation: 'modify', path: '/p/a' };
const hunk = '@@ -1 +1 @@\n-a\n+b\n';
const fileOf = (name: string, head = '') =>
  `diff --git a/${name} b/${name}\n${head}--- a/${name}\n+++ b/${name}\n${hunk}`;
const patchOf = (text: string, changes: object[] = [change]) =>
  askOf({
    type: 'tool_call',
    toolCall: { toolCallId: 'c', content: [{ type: 'diff', changes, patch: { format: 'git_patch', text } }] },
  });

test('a patch is exact where each of its files and lines is shown', () => {
  expect(patchOf(fileOf('a'))).not.toBeNull();
  expect(patchOf(fileOf('a', 'index 12ab..34cd 100755\n'))).not.toBeNull();
  expect(patchOf(fileOf('a', 'new file mode 100644\n'), [{ ...change, operation: 'add' }])).not.toBeNull();
  expect(askOf({ type: 'tool_call', toolCall: { toolCallId: 'c', rawInput: command } })).not.toBeNull();
});

test.each<[what: string, text: string, changes?: object[]]>([
  ['another mode', fileOf('a', 'old mode 100644\nnew mode 100755\n')],
  ['a new program', fileOf('a', 'new file mode 100755\n'), [{ ...change, operation: 'add' }]],
  ['a file that is not named', fileOf('a') + fileOf('b')],
  ['a file of another name', fileOf('b')],
  ['one file for two', fileOf('a'), [change, { ...change, path: '/p/b/a' }]],
  ['words before it', `Subject\n${fileOf('a')}`],
  ['no lines', 'diff --git a/a b/a\nBinary files differ\n'],
  ['where a copy comes from', fileOf('a'), [{ ...change, operation: 'copy', oldPath: '/p/b' }]],
  ['an unknown change', fileOf('a'), [{ ...change, operation: 'fold' }]],
  ['a change that cannot be read', fileOf('a'), [change, { operation: 'delete' }]],
])('a patch with %s is not', (_, text, changes) => expect(patchOf(text, changes)).toBeNull());
