import { expect, test } from 'vitest';
import { symbolInCode } from './symbol-code.ts';

test.each([
  ['parseLink', 'parseLink'],
  ['Parser', 'Parser'],
  [' run() ', 'run'],
  ['read_all', 'read_all'],
  ['größeVon', 'größeVon'],
])('“%s” may be declared', (code, name) => {
  expect(symbolInCode(code)).toBe(name);
});

test.each(['true', 'npm', 'GET', 'run(1)', 'a.b()', 'Two Words', '()', '__', 'parse-link', '1a'])(
  '“%s” names nothing for sure',
  (code) => {
    expect(symbolInCode(code)).toBeNull();
  },
);
