import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../../../shared/testing/soak.ts';
import { CodeActionsContext } from '../code-actions.ts';
import { Markdown } from '../Markdown.tsx';
import { growingFence, sourceOf, wholeCode } from './cut-fence.ts';
import { type Block, longestBlock, splitBlocks } from './split-blocks.ts';

const split = (text: string) => {
  const state = splitBlocks(text);
  const blocks: readonly Block[] = state.open ? [...state.closed, state.open] : state.closed;
  const first = blocks.find((block) => block.kind === 'code');
  return { state, blocks, first, code: first && wholeCode(first, state) };
};
const below = (blocks: readonly Block[]) => {
  const last = blocks.findLastIndex(({ kind }) => kind === 'code');
  return blocks.slice(last + 1).map((block) => (block.kind === 'markdown' ? block.source : block));
};
const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `  const line${index} = ${'x'.repeat(40)};`);

const piece = fc.oneof(
  fc.constantFrom('', ' ', '    indented', '\tx', '> y', '- z', '`', '\u2028  a', '```js', '\rx'),
  fc.string({ maxLength: 6 }).filter((text) => !/[\r\n]/.test(text)),
  fc.tuple(fc.nat(3), fc.nat(70_000)).map(([indent, length]) => ' '.repeat(indent) + ' x'.repeat(length / 2)),
  fc.nat(3000).map((count) => 'some line\n'.repeat(count)),
);
const content = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 8 }), fc.constantFrom('\n', '\r\n'));

describe('code that was cut for its length', () => {
  test('is the content of its fence again, and what follows is read as markdown', { tags: ['search'] }, () => {
    const check = ([pieces, end]: [string[], string]) => {
      const code = pieces.join(end);
      fc.pre(!/^ {0,3}~{3,}\s*$/m.test(code));
      const { code: whole, blocks } = split(`Before\n~~~ts${end}${code}${end}~~~${end}After`);
      expect(whole === code).toBe(true);
      expect(below(blocks)).toEqual(['After']);
    };
    fc.assert(fc.property(content, check), { numRuns: lengthOf(40, 500) });
  });

  test('in an item or a quote it is one fence, without what its lines have in front, and the rest stays as it was', {
    tags: ['search'],
  }, () => {
    const check = ([pieces, end]: [string[], string], [begin, prefix]: [string, string]) => {
      const code = pieces
        .join(end)
        .split('\n')
        .map((line) => line.replace(/^\t/, ''))
        .join('\n');
      fc.pre(code.length > longestBlock + 10 && !/^ {0,3}~{3,}\s*$/m.test(code));
      const text = begin + `~~~ts\n${code}\n~~~`.replaceAll('\n', `\n${prefix}`);
      const { code: whole, blocks, first } = split(`${text}\n\nAfter **it**\n`);
      expect(first?.language).toBe('ts');
      expect(whole === code).toBe(true);
      expect(below(blocks)).toEqual(['After **it**\n']);
    };
    const containers = fc.constantFrom<[string, string]>(
      ['1. one\n   ', '   '],
      ['- ', '  '],
      ['- a\n  - b\n\n    ', '    '],
      ['> quoted\n> ', '> '],
      ['> > ', '> > '],
      ['- a\n  > ', '  > '],
    );
    fc.assert(fc.property(content, containers, check), { numRuns: lengthOf(25, 500) });
  });

  test('the list goes on after it, with its number', () => {
    const code = lines(700).join('\n   ');
    const { blocks } = split(`Do:\n\n1. one\n2. two\n   \`\`\`ts\n   ${code}\n   \`\`\`\n3. three\n\nEnd\n`);
    expect(blocks.map((block) => (block.kind === 'code' ? `${block.joint !== undefined}` : block.source))).toEqual([
      'Do:\n\n',
      '1. one\n2. two\n',
      'false',
      'true',
      '3. three\n\n',
      'End\n',
    ]);
  });

  test('a fence that nothing closes ends with its item or its quote', () => {
    const code = lines(1200);
    for (const [begin, prefix, end] of [
      ['- a\n  ```\n', '  ', 'At the margin\n'],
      ['> ```\n', '> ', 'No quote\n'],
    ] as const) {
      const { blocks, code: whole } = split(`${begin}${code.map((line) => `${prefix}${line}\n`).join('')}${end}`);
      expect(whole).toBe(code.join('\n'));
      expect(below(blocks)).toEqual([end]);
    }
  });

  test('a rule in the code of an item ends nothing', () => {
    expect(split('- a\n  ```yaml\n  ---\n  b: 1\n  ```\n- c\n').blocks).toHaveLength(1);
  });

  test('its actions wait for the end of its last part', () => {
    const actions = { insert: () => {}, apply: () => {} };
    const markup = (text: string, isStreaming: boolean) =>
      renderToStaticMarkup(
        <CodeActionsContext value={actions}>
          <Markdown text={text} isStreaming={isStreaming} />
        </CodeActionsContext>,
      );
    const text = `\`\`\`ts\n${lines(1200).join('\n')}\n`;
    expect(growingFence(splitBlocks(text))).toBe(6);
    for (const [end, isStreaming, count] of [
      ['', true, 0],
      ['', false, 1],
      ['```\n', true, 1],
      ['```\n\nMore\n```ts\nx', true, 1],
    ] as const) {
      expect(markup(text + end, isStreaming).split(`aria-label="Insert at the cursor"`).length - 1, end).toBe(count);
    }
  });

  test('copied part by part it is one fence', () => {
    const code = ['```', ...lines(2000)].join('\n');
    const { state, blocks } = split(`\`\`\`\`md\n${code}\n\`\`\`\`\nAfter\n\`\`\`js\nx\n\`\`\`\n`);
    expect(blocks.length).toBeGreaterThan(5);
    expect(blocks.map((block) => sourceOf(block, state)).join('\n')).toBe(
      `\`\`\`\`md\n${code}\n\`\`\`\`\nAfter\n\`\`\`js\nx\n\`\`\``,
    );
  });
});
