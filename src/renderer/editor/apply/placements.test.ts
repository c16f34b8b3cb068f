import { expect, test } from 'vitest';
import { placed, placementsOf } from './placements.ts';

const file =
  'import a;\n\nfunction one() {\n  if (x) {\n    y();\n  }\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n';
const none = { from: 0, to: 0 };
const kinds = (original: string, code: string, selection = none) =>
  placementsOf(original, code, selection).map(({ kind }) => kind);

test('code that has most of a file in it is the file', () => {
  const code = file.replace('return 2', 'return 3');
  expect(kinds(file, code)[0]).toBe('whole');
  expect(placed(file, code.trimEnd(), placementsOf(file, code, none)[0] as never)).toBe(code);
});

test('code that begins and ends as a part of the file replaces that part', () => {
  const code = 'function one() {\n  return 11;\n}\n';
  const [part] = placementsOf(file, code, none);
  expect(part).toMatchObject({ kind: 'part', firstLine: 3, lastLine: 8 });
  expect(placed(file, code, part as never)).toBe(
    'import a;\n\nfunction one() {\n  return 11;\n}\n\nfunction two() {\n  return 2;\n}\n',
  );
});

test('a part that is most of a small file is a part all the same: what is around it stays', () => {
  const small = 'function one() {\n  return 1;\n}\nkept();\n';
  const code = 'function one() {\n  return 11;\n}';
  expect(kinds(small, code)[0]).toBe('part');
  expect(kinds('function one() {\n  return 1;\n}\n', code)[0]).toBe('whole');
});

test('a part that could be at two places is at none', () => {
  expect(kinds('a {\n}\nb\nc\nd\ne\na {\n}\n', 'a {\n  1\n}')).not.toContain('part');
});

test('other code goes before the line of the cursor, and a selection comes first', () => {
  const code = 'function three() {}';
  const at = file.indexOf('function two') + 3;
  const [cursor] = placementsOf(file, code, { from: at, to: at });
  expect(cursor).toMatchObject({ kind: 'cursor', firstLine: 10 });
  expect(placed(file, code, cursor as never)).toBe(file.replace('function two', 'function three() {}\nfunction two'));
  const selection = { from: file.indexOf('  return 2;'), to: file.indexOf('  return 2;') + 12 };
  expect(kinds(file, file, selection)[0]).toBe('selection');
  expect(placed(file, '  return 22;\n\n', placementsOf(file, 'x', selection)[0] as never)).toBe(
    file.replace('return 2;', 'return 22;'),
  );
});

test('an empty file becomes the code', () => {
  expect(kinds('', 'a')).toEqual(['whole']);
  expect(placed('', 'a', placementsOf('', 'a', none)[0] as never)).toBe('a\n');
});
