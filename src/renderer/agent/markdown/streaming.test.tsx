import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { mendOpen } from './blocks/mend-open.ts';
import { emptySplit, splitBlocks } from './blocks/split-blocks.ts';
import { type PartSplit, splitItems, splitRows } from './blocks/split-parts.ts';
import { LinkContext, type LinkEnvironment } from './link-environment.ts';
import { Markdown } from './Markdown.tsx';

const asked: string[] = [];
const environment: LinkEnvironment = {
  platform: 'posix',
  root: '/p',
  openFile: () => {},
  openAddress: () => {},
  inspect: async (path) => {
    asked.push(path);
    return 'file';
  },
};
const markup = (text: string, isStreaming = true) =>
  renderToStaticMarkup(
    <LinkContext value={environment}>
      <Markdown text={text} isStreaming={isStreaming} />
    </LinkContext>,
  );
const prefixes = (text: string) => Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));
const textOf = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('&#x27;', "'");

describe('what is half written', () => {
  test('is never shown as marks, and what is shown only grows', () => {
    for (const text of [
      'Some **bold text** and *more* of `the code` and ~~less~~ end.',
      'See [the parser](file:///p/src/parser.ts#L3) and ***both*** here.',
      '- one **two** three\n- [a](https://a.test/b) `c`\n- d',
      '1. first\n2. second *third*\n\n3. fourth',
      '| name | value |\n|---|---|\n| **a** | `b` |\n| c | d |',
      '> quoted **words** here',
      'Before\n```ts\nlet a = 1;\n```\nafter',
      'Here:\n- a\n  - b\n- c\n\nEnd.',
      '- a\n  ```ts\n  let b = c;\n  ```\n- d',
      '1. a\n\n   ~~~\n   b\n\n   c\n   ~~~\n\n   d\n2. e',
      '- ```ts\n  let b = c;\n  ```\n',
      '> a\n> ```ts\n> let b = c;\n> ```\n> d',
      '| **it** | `Code` | [link](https://a.test/) |\n|---|---|---|\n| a | b | c |',
    ]) {
      let before = '';
      for (const prefix of prefixes(text)) {
        const shown = textOf(markup(prefix)).trimEnd();
        expect(shown, prefix).not.toMatch(/\*\*|`|\]\(|https?:|file:|\||~~|---/);
        // Text held back before a closing space or mark comes with the next piece.
        expect(shown.replace(/\s/g, '').startsWith(before.replace(/\s/g, '')), `${before} → ${shown}`).toBe(true);
        before = shown;
      }
    }
  });

  test('of code nothing is hidden and nothing is added', () => {
    for (const [text, code] of [
      ['- a\n  ```\n  f(**b, *c[0](d, `e`, [g, ~~h\n  ```\n- i', 'f(**b, *c[0](d, `e`, [g, ~~h'],
      ['> a\n> ```\n> f(**b, *c[0](d, `e`, [g, ~~h\n> ```\n> i', 'f(**b, *c[0](d, `e`, [g, ~~h'],
      ['say `handlers[name](event, [b` d', 'handlers[name](event, [b'],
      ['*say* `` handlers[name](`event` `` d', 'handlers[name](`event`'],
    ] as const) {
      for (const prefix of prefixes(text)) {
        const shown = /<code[^>]*>(.*?)<\/code>/s.exec(markup(prefix))?.[1] ?? '';
        expect(code.startsWith(shown.trim()), `${prefix} → ${shown}`).toBe(true);
        const written = prefix.slice(text.indexOf(code));
        // Its last characters may be the first mark of the closing.
        if (shown !== '') expect(shown.trim().length).toBeGreaterThanOrEqual(Math.min(written.length, code.length) - 2);
      }
    }
  });

  test('marks between blanks change nothing', () => {
    const text = 'f(*args, **kwargs) with 2 * 3 * 4 _ 5 ** 6 and';
    const forms = prefixes(text).map((prefix) => markup(prefix).replace(/>[^<]+/g, '>'));
    const changes = forms.filter((form, index) => form !== forms[index - 1]);
    expect(changes).toHaveLength(new Set(changes).size);
    for (const prefix of prefixes(text).slice(20)) expect(textOf(markup(prefix)), prefix).not.toMatch(/\*\*\*|\*$/);
  });

  test('the box of a task is never shown as text', () => {
    for (const prefix of prefixes('- [x] a\n- [ ] b\n- [X] [c](https://a.test/)\n- [ ] **d**')) {
      expect(textOf(markup(prefix)), prefix).not.toMatch(/[[\]]/);
    }
  });

  test('no half of an address can be clicked', () => {
    for (const text of [
      'See https://example.com/path?b=c for more',
      'See <https://example.com/path> for',
      'See [x](https://example.com/path) for',
      'Go **https://example.com** now',
      '- www.example.com/a and',
      '| a | b |\n|---|---|\n| https://example.com | c |',
    ]) {
      const whole = markup(text, false).match(/role="link"[^>]*title="([^"]*)"/)?.[1];
      expect(whole).toBeDefined();
      for (const prefix of prefixes(text)) {
        for (const [, title] of markup(prefix).matchAll(/role="link"[^>]*title="([^"]*)"/g)) {
          expect(title, prefix).toBe(whole);
        }
      }
    }
  });

  test('a block that is closed is shown as it will stay', { tags: ['search'] }, () => {
    const piece = fc.constantFrom(
      '**a** ',
      'b\n',
      '\n\n',
      '- c\n',
      '| d | e |\n',
      '|---|---|\n',
      '```\n',
      '> f\n',
      '`g` ',
      '# h\n',
    );
    const check = (pieces: string[]) => {
      let split = emptySplit;
      let text = '';
      for (const next of pieces) {
        text += next;
        const later = splitBlocks(text, split);
        split.closed.forEach((block, index) => {
          expect(later.closed[index]).toBe(block);
        });
        split = later;
      }
    };
    fc.assert(fc.property(fc.array(piece, { maxLength: 25 }), check), { numRuns: lengthOf(60, 500) });
  });

  test('items and rows that are closed stay the same objects, however the text came', { tags: ['search'] }, () => {
    const piece = fc.constantFrom('- a\n', '- b ', '  - c\n', '\n', 'd\n', ' - e\n', '* f\n', '   g\n', '-');
    const check = (pieces: string[]) => {
      const text = `- ${pieces.join('')}`;
      for (const split of [splitItems, splitRows]) {
        let state: PartSplit | undefined;
        for (const prefix of prefixes(text)) {
          const before: PartSplit | undefined = state;
          state = split(prefix, before);
          before?.settled.forEach((part, index) => {
            expect(state?.closed[index]).toBe(part);
          });
          const parts = [...state.closed, ...(state.open ? [state.open] : [])];
          expect(parts.map(({ source }) => source).join('')).toBe(prefix);
        }
        expect(state).toEqual(split(text));
      }
    };
    fc.assert(fc.property(fc.array(piece, { maxLength: 20 }), check), { numRuns: lengthOf(50, 300) });
  });

  test('mending keeps what is complete', () => {
    for (const text of ['a * b', 'a_b_c d', 'items[0] x', '2 < 3', 'a `b` c', '\\*a', 'x = [1, 2] y', '5*3 = 15 is']) {
      expect(mendOpen(text).text).toBe(text);
    }
    expect(mendOpen('a **b *c').text).toBe('a **b *c***');
    expect(mendOpen('say `src/a.t')).toEqual({ text: 'say `src/a.t`', isCodeOpen: true });
  });
});
