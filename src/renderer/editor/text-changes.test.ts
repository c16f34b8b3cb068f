import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languageId, toTextChanges } from './text-changes.ts';

const apply = (text: string, changes: ChangeSet): string =>
  toTextChanges(changes).reduce(
    (present, { from, to, insert }) => present.slice(0, from) + insert + present.slice(to),
    text,
  );

test('changes that are applied one after the other make the text that the set makes', () => {
  const edit = fc.record({ a: fc.nat(60), b: fc.nat(60), insert: fc.string({ maxLength: 5 }) });
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 6 }), fc.array(edit, { maxLength: 8 }), (lines, edits) => {
      const before = Text.of(lines.length === 0 ? [''] : lines.map((line) => line.replaceAll(/[\r\n]/g, '')));
      let changes = ChangeSet.empty(before.length);
      for (const { a, b, insert } of edits) {
        const length = changes.newLength;
        const [from, to] = [Math.min(a, b, length), Math.min(Math.max(a, b), length)];
        changes = changes.compose(ChangeSet.of({ from, to, insert }, length, '\n'));
      }
      expect(apply(before.toString(), changes)).toBe(changes.apply(before).toString());
    }),
  );
});

test.each([
  ['TypeScript', 'typescript'],
  ['C++', 'cpp'],
  ['C#', 'csharp'],
  ['Plain text', 'plaintext'],
])('%s is %s', (name, id) => expect(languageId(name)).toBe(id));
