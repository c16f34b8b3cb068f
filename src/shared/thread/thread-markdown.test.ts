import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import { imageFacts, imageReference } from '../content/agent-images.ts';
import type { AnswerEnd, ThreadEntry } from '../contract/thread.ts';
import type { ToolRunState } from '../contract/tool.ts';
import { lengthOf } from '../testing/soak.ts';
import { foldThread } from './fold-thread.ts';
import { agentCall, agentPlan, agentTerminal } from './thread-entries.fixture.ts';
import { threadMarkdown } from './thread-markdown.ts';

const tool = { extensionId: 'toolbox', extensionName: 'Toolbox', id: 'read-file', isReadOnly: true };
const prompt = (text: string, id = 'p'): ThreadEntry => ({ kind: 'prompt', id, at: 1, text });
const started = (id = 'a', promptId = 'p'): ThreadEntry => ({
  kind: 'answer-started',
  id,
  at: 2,
  promptId,
  model: 'good:chat/live',
  modelName: 'Model *live*',
});
const text = (value: string, answerId = 'a'): ThreadEntry => ({ kind: 'answer-text', answerId, text: value });
const called = (input: string, state?: ToolRunState): ThreadEntry[] => [
  { kind: 'answer-tool-use', answerId: 'a', toolUse: { id: 't', name: 'read_file', input, isInputComplete: true } },
  ...(state ? [{ kind: 'tool-run', answerId: 'a', toolUseId: 't', at: 3, tool, state } as const] : []),
];
const ended = (end: AnswerEnd, answerId = 'a'): ThreadEntry => ({ kind: 'answer-ended', answerId, at: 4, end });
const write = (title: string, ...entries: ThreadEntry[]) => threadMarkdown(foldThread(entries), title);
const headings = (markdown: string) =>
  marked.lexer(markdown).flatMap((token) => (token.type === 'heading' && 'text' in token ? [token.text] : []));

describe('threadMarkdown', () => {
  test('writes what an agent did, and what it said unasked, in its place', () => {
    const own: ThreadEntry = { ...started('b'), promptId: null, modelName: 'Agent' } as ThreadEntry;
    const markdown = write(
      'Agent',
      prompt('hi'),
      started(),
      agentCall('a', 'c', { title: 'Read *it*', state: 'completed', content: [{ type: 'text', text: 'All of it' }] }),
      agentTerminal('a', 't', { command: 'ls', output: 'a.txt', exit: { code: 2 } }),
      agentPlan('a', 'p', 'Look'),
      own,
      text('By the way', 'b'),
    );
    expect(headings(markdown)).toEqual(['Agent', 'You', 'Model \\*live\\*', 'Agent']);
    for (const words of [
      '- Read \\*it\\*: completed',
      'All of it',
      '`ls`',
      'a.txt',
      '*Exit code 2.*',
      '- [ ] Look',
      'By the way',
    ])
      expect(markdown).toContain(words);
  });

  test('names the images of an agent, and has none of their bytes', () => {
    const image = {
      id: 'c'.repeat(32),
      mediaType: 'image/png',
      width: 3,
      height: 4,
      bytes: 2_048,
      data: 'QUJD',
    } as const;
    const facts = imageFacts(image);
    const markdown = write(
      'Agent',
      ...[prompt('hi'), started(), { kind: 'answer-agent-image', answerId: 'a', image } as const],
      text(`Look:${imageReference(image, 'a.png')}So it is.`),
      agentCall('a', 'c', { title: 'Draw', content: [{ type: 'image', imageId: image.id, name: '', facts }] }),
    );
    expect(markdown).toContain('Look:\n\n[Image: a.png, PNG, 3 × 4, 2 KB]\n\nSo it is.');
    expect(markdown).toContain('- Draw\n\n*Image: PNG, 3 × 4, 2 KB*');
    expect(markdown).not.toMatch(/QUJD|agent-image/);
  });

  test('writes what the person ran, in its place, whatever is in it', () => {
    const output = '```\n# no heading\n';
    const markdown = write(
      'Runs',
      { kind: 'shell-run', id: 's', at: 1, command: 'cat `a`', isTold: true },
      { kind: 'shell-ended', id: 's', at: 2, end: { type: 'done', exitCode: 2, output } },
      { kind: 'command-reply', id: 'r', at: 3, command: '/x', extensionName: 'X', text: 'replied' },
      { kind: 'shell-run', id: 't', at: 4, command: 'rm a', isTold: true },
      { kind: 'shell-ended', id: 't', at: 5, end: { type: 'blocked', by: 'Guard', reason: 'Not *here*.' } },
      prompt('hi'),
    );
    expect(headings(markdown)).toEqual(['Runs', 'You ran', 'X', 'You ran', 'You']);
    expect(markdown).toContain('```sh\ncat `a`\n```\n\n````text\n```\n# no heading\n````\n\n*Exit code 2.*');
    expect(markdown).toContain('*Guard stopped it: Not \\*here\\*.*');
  });

  test('writes the whole of a thread', () => {
    const image = { mediaType: 'image/png', data: 'AAAA', width: 640, height: 480 } as const;
    const markdown = write(
      'Two_words #1',
      { kind: 'prompt', id: 'p', at: 1, text: 'Look:\n\n# here', images: [image] },
      started(),
      { kind: 'answer-thinking', answerId: 'a', text: 'secret thought' },
      text('I look.'),
      ...called('{"path":\n "a"}', { type: 'done', output: 'one\ntwo', isError: false, details: '{"rows":1}' }),
      { kind: 'answer-step', answerId: 'a' },
      text('**Seen.**'),
      ended({ type: 'stop', reason: 'end-turn' }),
      { kind: 'command-reply', id: 'r', at: 5, command: '/shout hi', extensionName: 'Toolbox', text: 'HI' },
    );
    expect(markdown).toBe(
      `${[
        '# Two\\_words \\#1',
        '## You',
        '> Look:\n>\n> # here',
        '*Image: png, 640 × 480*',
        '## Model \\*live\\*',
        'I look.',
        '- Tool `read_file` of Toolbox `{"path": "a"}`: done',
        '```text\none\ntwo\n```',
        '**Seen.**',
        '## Toolbox',
        '> /shout hi',
        'HI',
      ].join('\n\n')}\n`,
    );
    expect(markdown).not.toContain('AAAA');
  });

  test('writes what is shown, with notes, labels and summaries, and says that there are other versions', () => {
    const markdown = write(
      'T',
      { kind: 'command-reply', id: 'r', at: 1, command: '/first', extensionName: 'Toolbox', text: 'FIRST' },
      prompt('hi'),
      started(),
      text('old answer'),
      prompt('then', 'q'),
      { kind: 'prompt', id: 'P', at: 5, text: 'hello', replaces: 'p' },
      started('b', 'P'),
      text('new answer', 'b'),
      { kind: 'compaction', id: 'k', at: 6, promptId: 'P', modelName: 'M_1', text: 'In *short*' },
      { kind: 'note', at: 7, on: 'P', text: 'Look\n# here' },
      { kind: 'labels', at: 7, on: 'b', labels: ['good', 'a*b'] },
      { kind: 'note', at: 7, on: 'a', text: 'not shown' },
    );
    expect(markdown).toBe(
      `${[
        '# T',
        '## Toolbox',
        '> /first',
        'FIRST',
        '## You',
        '> hello',
        '*Version 2 of 2; the others are not shown here.*',
        '*Note:*',
        '> Look\n> # here',
        '## Model \\*live\\*',
        'new answer',
        '*Labels: good, a\\*b*',
        '## Summary by M\\_1',
        'In *short*',
      ].join('\n\n')}\n`,
    );
  });

  test.each<[AnswerEnd, string]>([
    [{ type: 'stopped-by-person' }, 'Stopped.'],
    [{ type: 'stopped-by-person', failure: { code: 'network', message: 'It broke.' } }, 'It broke. Stopped.'],
    [{ type: 'failed', failure: { code: 'network', message: 'It went_away.' } }, 'It went\\_away.'],
    [{ type: 'stop', reason: 'max-tokens' }, 'Cut short: the answer came to its limit.'],
    [{ type: 'stop', reason: 'refusal' }, 'The model declined to answer.'],
    [
      { type: 'stop', reason: 'refusal', explanation: 'No *way*' },
      'The model declined to answer. Its service says: No \\*way\\*.',
    ],
  ])('says how an answer ended that did not end by itself: %j', (end, note) => {
    expect(write('T', prompt('hi'), started(), text('so far'), ended(end))).toContain(`so far\n\n*${note}*\n`);
  });

  test('leaves out what broke off and was sent again, and keeps every answer', () => {
    const failure = { code: 'network', message: 'It went.' } as const;
    const markdown = write(
      'T',
      prompt('hi'),
      started(),
      text('half'),
      { kind: 'answer-retry', answerId: 'a', at: 3, failure },
      text('whole'),
      started('b'),
      text('another', 'b'),
    );
    expect(markdown).not.toContain('half');
    expect(markdown.indexOf('whole')).toBeLessThan(markdown.indexOf('another'));
  });

  test.each([
    ['```js\nlet a', '```'],
    ['~~~~\n```\n~~~', '~~~~'],
    ['- list\n\n```\n# in code\n', '```'],
    ['text <!-- never ended', '-->'],
  ])('what an answer leaves open swallows nothing after it: %j', (open, end) => {
    const markdown = write('T', prompt('hi'), started(), text(open), prompt('then', 'q'), started('b', 'q'));
    expect(markdown).toContain(`\n${end}\n\n## You\n\n> then`);
    expect(headings(markdown)).toEqual(['T', 'You', 'Model \\*live\\*', 'You', 'Model \\*live\\*']);
  });

  test('nothing that a person or a tool says becomes a part of the document', { tags: ['search'] }, () => {
    const rough = fc.array(
      fc.constantFrom('`', '```', '````', '\n', '\r', '\n# x', '~~~', '<!--', '> ', '- ', 'a', ' '),
      {
        maxLength: 30,
      },
    );
    fc.assert(
      fc.property(rough, rough, rough, (asked, input, output) => {
        const run: ToolRunState = { type: 'done', output: output.join(''), isError: false };
        const markdown = write(
          'T',
          prompt(asked.join('')),
          started(),
          ...called(input.join(''), run),
          text('after'),
          prompt('then', 'q'),
        );
        expect(headings(markdown)).toEqual(['T', 'You', 'Model \\*live\\*', 'You']);
        const code = marked.lexer(markdown).filter(({ type }) => type === 'code');
        expect(code).toHaveLength(run.output === '' ? 0 : 1);
      }),
      { numRuns: lengthOf(60, 500) },
    );
  });
});
