import { expect, test } from 'vitest';
import { fileOwner } from './file-owner.ts';
import { stackOwner } from './stack-owner.ts';

const ownerOf = fileOwner([
  { id: 'one', rootPath: '/ext/one (1)' },
  { id: 'two', rootPath: '/ext/two' },
]);

test.each([
  ['the innermost extension', ['at stop (file:///ext/one%20(1)/a.js:3:5)', 'at run (file:///ext/two/b.js:1:1)'], 'one'],
  ['past the app and the runtime', ['at exit (/app/host.js:9:9)', 'at node:timers:1:2', 'at /ext/two/b.js:1:1'], 'two'],
  ['a constructor, an alias, something awaited', ['at async new Two [as x] (/ext/two/b.js:1:1)'], 'two'],
  ['nobody', ['at listOnTimeout (node:internal/timers:581:17)', 'at eval (eval at x, <anonymous>:1:1)'], undefined],
])('a stack belongs to whom it names: %s', (_, lines, id) => {
  expect(
    stackOwner(['Error: at /ext/one (1)/said.js', ...lines.map((line) => `    ${line}`)].join('\n'), ownerOf),
  ).toBe(id);
});
