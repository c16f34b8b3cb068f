import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../../../shared/testing/soak.ts';
import { type Block, emptySplit, longestBlock, splitBlocks } from './split-blocks.ts';
import { splitItems } from './split-parts.ts';

const allBlocks = (text: string): Block[] => {
  const { closed, open } = splitBlocks(text);
  return open ? [...closed, open] : [...closed];
};
const sources = (text: string) =>
  allBlocks(text).map((block) => (block.kind === 'code' ? [block.language, block.code] : block.source));

describe('splitBlocks', () => {
  test('paragraphs, lists and code become blocks of their own', () => {
    expect(sources('# One\n\nText\nmore\n\n- a\n\n- b\n\n  still b\n\nAfter\n```ts x\ncode\n\nmore\n```\nend')).toEqual(
      ['# One\n\n', 'Text\nmore\n\n', '- a\n\n- b\n\n  still b\n\n', 'After\n', ['ts', 'code\n\nmore'], 'end'],
    );
  });

  test('a fence inside a list item stays with the item, one at the margin ends the list', () => {
    expect(sources('1. a\n\n   ```js\n   x\n\n   y\n   ```\n\n2. b\n')).toHaveLength(1);
    expect(sources('1. a\n```js\nx\n```\n2. b\n')).toEqual(['1. a\n', ['js', 'x'], '2. b\n']);
  });

  test('a fence closes with its own mark only, at least as long', () => {
    expect(sources('````md\n```\n~~~\n````\n')).toEqual([['md', '```\n~~~']]);
    expect(sources('~~~\n```\n~~~~\nafter')).toEqual([['', '```'], 'after']);
    expect(sources('  ```\n  a\n    b\n ```\n')).toEqual([['', 'a\n  b']]);
    expect(sources('``` a`b\nno code')).toEqual(['``` a`b\nno code']);
  });

  test('code that still streams shows no half of its closing fence', () => {
    expect(sources('```ts\nconst a = 1;\n``')).toEqual([['ts', 'const a = 1;']]);
  });

  test('the paragraph before is closed with the first character of the next', () => {
    const state = splitBlocks('One\n\nT');
    expect(state.closed).toHaveLength(1);
    expect(state.open).toEqual({ kind: 'markdown', at: 5, source: 'T' });
  });

  test('a list is not closed by the beginning of what may be its next item', () => {
    const half = splitBlocks('1. a\n\n2');
    expect(half.closed).toEqual([]);
    expect(splitBlocks('1. a\n\n2. b', half)).toEqual(splitBlocks('1. a\n\n2. b'));
    expect(splitBlocks('1. a\n\n20 b\n', half).closed).toHaveLength(1);
  });

  test('a list and a table begin below a paragraph without a blank line, and end with the first line of something else', () => {
    expect(sources('Here:\n- a\n- b\n# H\nText\n| a | b |\n|---|---|\n| 1 | 2 |\n> q\n')).toEqual([
      'Here:\n',
      '- a\n- b\n',
      '# H\nText\n',
      '| a | b |\n|---|---|\n| 1 | 2 |\n',
      '> q\n',
    ]);
    expect(sources('- a\n* b\n1. c\n2. d\n***\n')).toEqual(['- a\n', '* b\n', '1. c\n2. d\n', '***\n']);
    expect(sources('Heading\n-\n')).toEqual(['Heading\n-\n']);
  });

  test('a long list and a long table stay one block', () => {
    expect(sources('- item\n'.repeat(15_000))).toHaveLength(1);
    expect(sources(`| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(10_000)}`)).toHaveLength(1);
  });

  test('the rest of a line that was cut for its length is no beginning of a line', () => {
    const blocks = allBlocks(`${'x'.repeat(longestBlock)}\`\`\`\n\nafter`);
    expect(blocks.map(({ kind }) => kind)).toEqual(['markdown', 'markdown', 'markdown']);
  });

  test('closed blocks stay the same objects while the text grows', () => {
    const first = splitBlocks('One\n\nTwo');
    const second = splitBlocks('One\n\nTwo and\n\nThree', first);
    expect(second.closed[0]).toBe(first.closed[0]);
    expect(splitBlocks('One\n\nTwo and\n\nThree', second)).toBe(second);
    expect(splitBlocks('One', second).open).toEqual({ kind: 'markdown', at: 0, source: 'One' });
  });

  test('cut into any pieces, a text gives the blocks that it gives at once', { tags: ['search'] }, () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\n',
        '\n\n',
        '```',
        '~~~',
        '```ts\n',
        '- a',
        '1. b',
        '  ',
        '    ',
        '> q',
        'word',
        '\r\n',
        '| a |',
        '|-|',
        '# h',
        '***',
        '* c',
        '- ```\n',
        '\n  ```\n',
        '\n> ```\n',
        '\n>',
        '\n  x',
        '2',
        '. ',
        '*',
      ),
      fc.string({ maxLength: 5 }),
    );
    const check = (pieces: string[], cuts: number[]) => {
      const text = pieces.join('');
      const places = [...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
      let state = emptySplit;
      for (const place of places) state = splitBlocks(text.slice(0, place), state);
      expect(state).toEqual(splitBlocks(text));
    };
    fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.nat(), { maxLength: 12 }), check), {
      numRuns: lengthOf(370, 3000),
    });
  });

  test('cut into any pieces, long lines, lists and code are cut at the same places', { tags: ['search'] }, () => {
    const piece = fc.constantFrom(
      'a'.repeat(9000),
      '😀'.repeat(7000),
      '- item\n'.repeat(700),
      'x\n'.repeat(9000),
      '\n',
      '```\n',
      '\n\n- z',
      '\n- ```\n',
      '\n  ```\n',
      '\n> ~~~\n',
      '\n> ',
      '  y\n'.repeat(6000),
      '> y\n'.repeat(6000),
    );
    const check = (pieces: string[], cuts: number[]) => {
      const text = pieces.join('');
      const places = [...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
      let state = emptySplit;
      for (const place of places) state = splitBlocks(text.slice(0, place), state);
      const whole = splitBlocks(text);
      expect(JSON.stringify(state.closed) === JSON.stringify(whole.closed)).toBe(true);
      expect(JSON.stringify(state) === JSON.stringify(whole)).toBe(true);
      for (const block of whole.closed) {
        // A list may be as long as it likes: it is rendered by its items.
        if (block.kind === 'markdown' && block.source.startsWith('- ')) {
          for (const item of splitItems(block.source).closed) {
            expect(item.source.length).toBeLessThanOrEqual(2 * longestBlock + 1);
          }
          continue;
        }
        const length = block.kind === 'code' ? block.code.length : block.source.length;
        expect(length).toBeLessThanOrEqual(2 * longestBlock + 1);
      }
    };
    fc.assert(fc.property(fc.array(piece, { maxLength: 12 }), fc.array(fc.nat(), { maxLength: 12 }), check), {
      numRuns: lengthOf(20, 1000),
    });
  });

  test('nothing of a text without fences is lost or doubled, and no surrogate pair is cut', () => {
    const check = (text: string) => {
      const joined = allBlocks(text).map((block) => (block.kind === 'markdown' ? block.source : ''));
      const dropped = (value: string) => value.replace(/\s+/g, '');
      expect(dropped(joined.join(''))).toBe(dropped(text));
    };
    const withoutFences = fc.string({ unit: fc.constantFrom('a', '\n', ' ', '-', '>', '#', '1.', '\t') });
    fc.assert(fc.property(withoutFences, check));
    const long = `x${'😀'.repeat(longestBlock)}`;
    check(long);
    for (const block of allBlocks(long)) expect('source' in block && /\p{Cs}/u.test(block.source)).toBe(false);
  });

  test('a long answer in small pieces leaves little to parse again with each of them', () => {
    const text = `${'word '.repeat(40)}\n\n- item\n- item\n\n${'```ts\nlet a;\n```\n'}`.repeat(500);
    let state = emptySplit;
    let parsedAgain = 0;
    for (let end = 40; end < text.length; end += 40) {
      const before = state;
      state = splitBlocks(text.slice(0, end), state);
      expect(state.closed[before.closed.length - 1]).toBe(before.closed.at(-1));
      if (state.open?.kind === 'markdown') parsedAgain += state.open.source.length;
    }
    // With the whole text parsed again each time it would be three thousand times its length.
    expect(parsedAgain).toBeLessThan(5 * text.length);
  }, 20_000);
});
