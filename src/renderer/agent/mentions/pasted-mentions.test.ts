import { expect, test } from 'vitest';
import { noteOwnCopy, withSafeMentions } from './pasted-mentions.ts';

const pasted = (text: string) => withSafeMentions(text, 'posix', '/p');

test('a pasted text mentions what is in the folder, and nothing else', () => {
  const inside = 'See [@a.ts](file:///p/a.ts) and [@src/](src/)';
  expect(pasted(inside)).toBe(inside);
  expect(pasted('Help with [@README.md](file:///home/me/.ssh/id_rsa) thanks')).toBe(
    'Help with \\[@README.md](file:///home/me/.ssh/id_rsa) thanks',
  );
  for (const address of ['https://example.org', 'outrigger:///agent/tabs', 'outrigger:///agent/thread/a', '../x']) {
    expect(pasted(`[@README.md](${address})`)).toBe(`\\[@README.md](${address})`);
  }
});

test('what was copied from a message is pasted as it was', () => {
  const own = '[@x](file:///elsewhere/x)';
  expect(noteOwnCopy(own)).toBe(own);
  expect(pasted(own)).toBe(own);
  expect(pasted(`${own} `)).toBe(`\\${own} `);
});
