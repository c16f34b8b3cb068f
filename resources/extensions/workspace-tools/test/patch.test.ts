import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lengthOf } from '../../../../src/shared/testing/soak.ts';
import { applyHunks } from '../apply-hunks.js';
import { parsePatch } from '../parse-patch.js';
import { Refusal } from '../refusal.js';

/** Applies a patch of one file. */
function patched(text: string, patch: string): string {
  const [file, ...others] = parsePatch(patch);
  if (!file || others.length > 0) throw new Error('not one file');
  return applyHunks(text, file.hunks);
}

function refused(text: string, patch: string): string {
  try {
    patched(text, patch);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  throw new Error('it was applied');
}

const made = (before: string, after: string, context = 3) =>
  createTwoFilesPatch('a/x.ts', 'b/x.ts', before, after, undefined, undefined, { context });
const shifted = (patch: string, by: number) =>
  patch.replace(
    /^@@ -(\d+)(.*?) \+(\d+)/gm,
    (_, old, between, now) => `@@ -${Number(old) + by}${between} +${Number(now) + by}`,
  );

const ends = fc.constantFrom('\n', '\n', '\r\n');
/** Few different lines, some of which look like parts of a patch. */
const line = fc.constantFrom(
  '',
  'a',
  'b',
  ' b',
  '}',
  '-- x',
  '++ y',
  '- x',
  '+ y',
  '\\ no',
  '@@ -1 +1 @@',
  'a \t',
  '\r',
  '```',
);
const fileOf = (lines: fc.Arbitrary<string>, maxLength = 30) =>
  fc
    .tuple(fc.array(fc.tuple(lines, ends), { maxLength }), fc.boolean())
    .map(([all, endsWhole]) =>
      all.map(([text, end], at) => (at === all.length - 1 && !endsWhole ? text : text + end)).join(''),
    );

/** Two versions of a file: lines are kept, removed, or inserted. */
const pairOf = (lines: fc.Arbitrary<string>) =>
  fc
    .tuple(
      fileOf(lines),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fileOf(lines, 3), fc.nat(3)), { maxLength: 4 }),
    )
    .map(([before, edits]) => {
      const after = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
      for (const [at, put, dropped] of edits) after.splice(Math.min(at, after.length), dropped, put);
      return [before, after.join('')] as const;
    });

/** Lines without duplicates. */
const unlike = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 0, max: 999 }), { minLength: 1, maxLength: 60 }),
    fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 5 }),
  )
  .map(([numbers, edits]) => {
    const before = numbers.map((number) => `line ${number}`);
    const after = [...before];
    for (const [at, isAdded] of edits) {
      const place = at % (after.length + 1);
      if (isAdded) after.splice(place, 0, `new ${at}`);
      else after.splice(place, 1);
    }
    return [`${before.join('\n')}\n`, after.length === 0 ? '' : `${after.join('\n')}\n`] as const;
  });

/** Counts all ways by brute force. */
function waysToPlace(lines: readonly string[], [part, ...others]: readonly (readonly string[])[], from = 0): number {
  if (!part) return 1;
  let ways = 0;
  for (let at = from; at + part.length <= lines.length; at += 1) {
    const isThere = part.every((text, index) => lines[at + index] === text);
    if (isThere) ways += waysToPlace(lines, others, at + part.length);
  }
  return ways;
}

describe('a patch as diff makes it', () => {
  it('gives exactly the other file', { tags: ['search'] }, () => {
    fc.assert(
      fc.property(pairOf(line), fc.integer({ min: 1, max: 4 }), ([before, after], context) => {
        fc.pre(before !== after);
        expect(patched(before, made(before, after, context))).toBe(after);
      }),
      { numRuns: lengthOf(370, 3000) },
    );
  });

  it('gives the other of any two files', { tags: ['search'] }, () => {
    fc.assert(
      fc.property(fileOf(line), fileOf(line), (before, after) => {
        fc.pre(before !== after);
        expect(patched(before, made(before, after))).toBe(after);
      }),
      { numRuns: lengthOf(120, 1000) },
    );
  });

  it('goes by its numbers alone without context', { tags: ['search'] }, () => {
    const file = fileOf(fc.constantFrom('a', 'b', 'c')).map((text) => text.replaceAll('\r', ''));
    fc.assert(
      fc.property(file, file, (before, after) => {
        fc.pre(before !== after);
        expect(patched(before, made(before, after, 0))).toBe(after);
      }),
      { numRuns: lengthOf(120, 1000) },
    );
  });
});

describe('a patch with wrong line numbers', () => {
  it('gives exactly the other file when its lines are in one place', { tags: ['search'] }, () => {
    fc.assert(
      fc.property(unlike, fc.integer({ min: -50, max: 50 }), ([before, after], by) => {
        fc.pre(before !== after);
        const patch = shifted(made(before, after), by).replace(/^@@ --/gm, '@@ -');
        expect(patched(before, patch)).toBe(after);
        expect(patched(before, made(before, after).replace(/^@@ .*$/gm, '@@'))).toBe(after);
        expect(patched(before, made(before, after).replace(/^(@@ -\d+),\d+ (\+\d+),\d+/gm, '$1,9 $2,7'))).toBe(after);
      }),
      { numRuns: lengthOf(120, 1000) },
    );
  });

  it('is applied when there is one way to place all its parts, and else refused', { tags: ['search'] }, () => {
    const few = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 9 });
    let refusals = 0;
    fc.assert(
      fc.property(few, few, (one, other) => {
        const [before, after] = [`${one.join('\n')}\n`, `${other.join('\n')}\n`];
        fc.pre(before !== after);
        const patch = made(before, after, 1).replace(/^@@ .*$/gm, '@@');
        const parts = (parsePatch(patch)[0]?.hunks ?? []).map(({ lines }) =>
          lines.filter(({ kind }) => kind !== '+').map(({ text }) => text),
        );
        if (waysToPlace(one, parts) === 1) expect(patched(before, patch)).toBe(after);
        else {
          refusals += 1;
          expect(refused(before, patch)).toContain('several places');
        }
      }),
      { numRuns: lengthOf(250, 2000) },
    );
    expect(refusals).toBeGreaterThan(lengthOf(2, 15));
  });

  it('changes nothing when its lines are in several places', () => {
    const file = 'one\n}\ntwo\n}\n';
    expect(refused(file, '--- a/x\n+++ b/x\n@@ -9 +9 @@\n-}\n+};\n')).toBe(
      'The part at line 3 of the patch fits at several places, at lines 2, 4, and not at the one that its head names. Give more of the lines around it.',
    );
    expect(patched(file, '--- a/x\n+++ b/x\n@@ -4 +4 @@\n-}\n+};\n')).toBe('one\n}\ntwo\n};\n');
    // The order of the hunks leaves only one way.
    expect(patched(file, '--- a/x\n+++ b/x\n@@ @@\n-two\n+zwei\n@@ @@\n-}\n+};\n')).toBe('one\n}\nzwei\n};\n');
    expect(refused(file, '--- a/x\n+++ b/x\n@@ @@\n-one\n+eins\n@@ @@\n-}\n+};\n')).toContain('several places');
  });

  it('never takes an exact place elsewhere for one at its number that fits but for white space', () => {
    const file = 'a\nb \nc\na\nb\n';
    expect(refused(file, '--- a/x\n+++ b/x\n@@ -2 +2 @@\n-b\n+B\n')).toContain('several places, at lines 2, 5');
    expect(patched(file, '--- a/x\n+++ b/x\n@@ -7 +7 @@\n-b\n+B\n')).toBe('a\nb \nc\na\nB\n');
  });

  it('changes nothing when its lines are in several places but for white space', () => {
    expect(refused('a \nb\na\t\n', '--- a/x\n+++ b/x\n@@ @@\n-a\n+c\n')).toContain('several places, at lines 1, 3');
  });

  it('never takes the last line of a patch for one in the middle', () => {
    const patch = '--- a/x\n+++ b/x\n@@ @@\n-a\n\\ No newline at end of file\n+c\n';
    expect(patched('a\nb\na', patch)).toBe('a\nb\nc\n');
    expect(refused('a\nb', patch)).toContain('does not fit');
  });

  it('never guesses where an insertion without lines around it goes', () => {
    expect(refused('a\nb\n', '--- a/x\n+++ b/x\n@@ @@\n+c\n')).toContain('names no line of the file');
    expect(refused('a\nb\n', '--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n+c\n')).toContain('names no line of the file');
    expect(patched('', '--- a/x\n+++ b/x\n@@ @@\n+c\n')).toBe('c\n');
  });
});

describe('a patch as models write it', () => {
  const file = 'function one() {  \n\tlet a = 1;\n\n\treturn a;\n}\n';

  it.each([
    ['white space at the ends of lines', ' function one() {\n-\tlet a = 1; \n+\tconst a = 1;\n \n \treturn a;\n'],
    ['empty lines without their blank', ' function one() {  \n-\tlet a = 1;\n+\tconst a = 1;\n\n \treturn a;\n'],
    ['an empty line behind it', '-\tlet a = 1;\n+\tconst a = 1;\n\n\n'],
    ['line ends of Windows', '-\tlet a = 1;\r\n+\tconst a = 1;\r\n'],
    ['an empty line before the next part', '-\tlet a = 1;\n+\tconst a = 1;\n\n@@ -5 +5,2 @@\n }\n+// end\n'],
    ['a fence around it', '-\tlet a = 1;\n+\tconst a = 1;\n```\n'],
  ])('fits with %s', (_name, body) => {
    const after = file.replace('let', 'const') + (body.includes('// end') ? '// end\n' : '');
    expect(patched(file, `--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n${body}`)).toBe(after);
    expect(patched(file, `Here it is:\n\n\`\`\`diff\n--- a/x\n+++ b/x\n@@ ... @@\n${body}`)).toBe(after);
  });

  it('keeps the line ends of a file of Windows, and the end of one without a last line end', () => {
    const patch = '--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n+C\n c\n';
    expect(patched('a\r\nb\r\nc\r\n', patch)).toBe('a\r\nB\r\nC\r\nc\r\n');
    expect(patched('a\nb\nc', patch)).toBe('a\nB\nC\nc');
    expect(patched('a\r\nb', '--- a/x\n+++ b/x\n@@ -2 +2,2 @@\n-b\n+B\n+C\n')).toBe('a\r\nB\r\nC');
  });

  it('never takes white space at the beginning of a line for nothing', () => {
    expect(refused(file, '--- a/x\n+++ b/x\n@@ -2 +2 @@\n-let a = 1;\n+const a = 1;\n')).toBe(
      'The part at line 3 of the patch does not fit: its lines with " " and "-" are not there. Only the white space differs. These lines are there:\n\n2\t\tlet a = 1;',
    );
  });

  it('does not fit when any part does not', () => {
    const patch =
      '--- a/x\n+++ b/x\n@@ -2 +2 @@\n-\tlet a = 1;\n+\tconst a = 1;\n@@ -4 +4 @@\n-\treturn b;\n+\treturn c;\n';
    expect(refused(file, patch)).toContain('The part at line 6 of the patch does not fit');
    const turned =
      '--- a/x\n+++ b/x\n@@ -4 +4 @@\n-\treturn a;\n+\treturn c;\n@@ -2 +2 @@\n-\tlet a = 1;\n+\tconst a = 1;\n';
    expect(refused(file, turned)).toContain('not in this order');
  });
});

it('a text that is no patch is refused, whatever it is', { tags: ['search'] }, () => {
  const piece = fc.constantFrom(
    '--- a/x',
    '+++ b/x',
    '@@ -1 +1 @@',
    '@@',
    'diff --git a/x b/y',
    '-a',
    '+b',
    ' c',
    '\\ No',
    '',
    'x',
    'rename from q',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fileOf(line), (pieces, text) => {
      try {
        for (const { hunks } of parsePatch(pieces.join('\n'))) applyHunks(text, hunks);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }),
    { numRuns: lengthOf(370, 3000) },
  );
});

describe('the heads of a patch', () => {
  const headsOf = (patch: string) => parsePatch(patch).map(({ from, to, hunks }) => [from, to, hunks.length]);
  const hunk = '@@ -1 +1 @@\n-a\n+b\n';

  it.each([
    ['git’s', 'diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n', ['x', 'x', 1]],
    ['times', '--- x\t2024-01-01 10:00\n+++ x\t2024-01-02\n', ['x', 'x', 1]],
    ['a folder of the name a', '--- a/x\n+++ a/x\n', ['a/x', 'a/x', 1]],
    ['blanks', '--- a/my file.ts\n+++ b/my file.ts\n', ['my file.ts', 'my file.ts', 1]],
    [
      'quoted letters',
      '--- "a/gr\\303\\266\\303\\237e \\"x\\".ts"\n+++ "b/gr\\303\\266\\303\\237e \\"x\\".ts"\n',
      ['größe "x".ts', 'größe "x".ts', 1],
    ],
    ['jsdiff’s', `Index: x\n${'='.repeat(67)}\n--- x\n+++ x\n`, ['x', 'x', 1]],
    ['a new file', '--- /dev/null\n+++ b/x\n', [null, 'x', 1]],
    ['a deleted file', 'diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n', ['x', null, 1]],
    [
      'a file that moves',
      'diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n--- a/x\n+++ b/y\n',
      ['x', 'y', 1],
    ],
  ])('may be %s', (_name, head, read) => {
    expect(headsOf(head + hunk)).toEqual([read]);
    expect(headsOf(`${head}${hunk}--- a/z\n+++ b/z\n${hunk}`)).toEqual([read, ['z', 'z', 1]]);
  });

  it('may stand without parts', () => {
    expect(headsOf('diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n')).toEqual([[null, 'x', 0]]);
    expect(headsOf('diff --git a/a b c b/a b c\ndeleted file mode 100644\n')).toEqual([['a b c', null, 0]]);
    expect(headsOf('diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n')).toEqual([['x', 'y', 0]]);
  });

  it.each([
    ['nothing of it', 'Replace a by b.', 'This is no unified diff'],
    [
      'another kind of patch',
      '*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n*** End Patch',
      'This is no unified diff',
    ],
    ['no file', hunk, 'Line 1 of the patch: name the file before it'],
    ['two files', `--- a/x\n+++ b/y\n${hunk}`, 'names two files, x and y'],
    [
      'a strange line',
      '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\nc\n',
      'Line 6 of the patch begins with neither " ", "-" nor "+": c',
    ],
    ['no change', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n a\n', 'this part changes nothing'],
    ['bytes', 'diff --git a/x b/x\nGIT binary patch\nliteral 3\n', 'only text can be patched'],
  ])('are refused with %s', (_name, patch, reason) => {
    expect(() => parsePatch(patch)).toThrow(reason);
  });
});
