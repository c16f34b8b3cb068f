import { expect, test } from 'vitest';
import { takeSentences } from './sentences.ts';

test('only whole sentences are said while the text streams', () => {
  const first = takeSentences('One. Two and', 0, false);
  expect(first).toEqual({ spoken: 'One.', next: 4 });
  expect(takeSentences('One. Two and three. F', first.next, false)).toEqual({ spoken: 'Two and three.', next: 19 });
  expect(takeSentences('One. Two and three. F', 19, true)).toEqual({ spoken: 'F', next: 21 });
});

test('marks are not said and code is named', () => {
  const text = '## Parser\n\n- see [`parser.ts`](file:///p/a.ts#L3), **now**.\n\n```ts\nconst a = 1. ;\n```\nDone.';
  expect(takeSentences(text, 0, true).spoken).toBe('Parser see parser.ts, now. Code block. Done.');
});

test('an open code block waits for its end', () => {
  const text = 'See:\n```ts\nconst a = 1;\nb();\n';
  expect(takeSentences(text, 0, false)).toEqual({ spoken: 'See:', next: 5 });
});
