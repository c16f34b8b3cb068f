import { expect, test } from 'vitest';
import { prettyJson } from './pretty-json.ts';

test('JSON gets a property a line, and half of it stays as it came', () => {
  expect(prettyJson('{"path":"a.ts","lines":[1]}')).toBe('{\n  "path": "a.ts",\n  "lines": [\n    1\n  ]\n}');
  expect(prettyJson('{"path": "a')).toBe('{"path": "a');
  expect(prettyJson(' ')).toBe('');
});
