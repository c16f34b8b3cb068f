import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectToGrowWithText } from '../testing/growth.ts';
import { lengthOf } from '../testing/soak.ts';
import type { PathPlatform } from './link-target.ts';
import {
  findMentions,
  formatMention,
  type MentionTarget,
  plainLabel,
  readableText,
  withoutMentions,
} from './mention.ts';

const only = (text: string, platform: PathPlatform = 'posix') => {
  const found = findMentions(text, platform);
  expect(found).toHaveLength(1);
  return found[0];
};

describe('findMentions', () => {
  test('gives where it stands, its label and what it names', () => {
    const text = 'See [@a.ts (3:9)](file:///p/a.ts#L3:9) and [@src/](src/).';
    expect(findMentions(text, 'posix')).toEqual([
      {
        from: 4,
        to: 38,
        label: 'a.ts (3:9)',
        href: 'file:///p/a.ts#L3:9',
        target: { kind: 'file', path: '/p/a.ts', line: 3, column: 9 },
      },
      { from: 43, to: 56, label: 'src/', href: 'src/', target: { kind: 'directory', path: 'src/' } },
    ]);
    expect(only('[@a.ts (3-9)](/p/a.ts#L3-L9)')?.target).toEqual({
      kind: 'file',
      path: '/p/a.ts',
      line: 3,
      endLine: 9,
    });
    expect(only('[@Open tabs](outrigger:///agent/tabs)')?.target).toEqual({ kind: 'tabs' });
    expect(only('[@Diagnostics](outrigger:///agent/diagnostics)')?.target).toEqual({ kind: 'diagnostics' });
  });

  test('takes brackets that are balanced or escaped', () => {
    expect(only('[@[id].ts](/p/[id].ts)')).toMatchObject({ label: '[id].ts', target: { path: '/p/[id].ts' } });
    expect(only('[@a\\]b.ts](/p/b.ts)')?.label).toBe('a]b.ts');
    expect(only('[@Wiki](https://e.org/A_(b))')?.href).toBe('https://e.org/A_(b)');
    expect(only('[@Wiki](<https://e.org/A_(b>)')?.href).toBe('https://e.org/A_(b');
  });

  test('leaves alone what is no mention', () => {
    const others = [
      '[a.ts](/p/a.ts)',
      '[@](/p/a.ts)',
      '[@a] (/p/a.ts)',
      '\\[@a](/p/a.ts)',
      '[@a](javascript:alert(1))',
      '[@a](/p/a b.ts)',
      '[@a\n](/p/a.ts)',
      'a@b.de [x]',
    ];
    for (const text of others) expect(findMentions(text, 'posix'), text).toEqual([]);
  });

  test('leaves alone what is code', () => {
    const link = '[@a.ts](/p/a.ts)';
    const code = [
      `\`${link}\``,
      `\`\`a\` ${link} \`\``,
      `\`\`\`ts\n${link}\n\`\`\``,
      `~~~\n\n${link}`,
      `a\n  \`\`\`\n\`\`\n${link}`,
      `[@a \`b](/p/a.ts)\``,
    ];
    for (const text of code) expect(findMentions(text, 'posix'), text).toEqual([]);
    const notCode = [
      `\` ${link}`,
      `a \`b\n\n${link} \``,
      `\`\`\`\n\`\`\`\n${link}`,
      `\\\`${link}\``,
      `\`\` ${link} \``,
      `x \`\`\`y ${link}`,
    ];
    for (const text of notCode) expect(findMentions(text, 'posix'), text).toHaveLength(1);
  });

  test('a text is read by the labels of its mentions', () => {
    expect(readableText('See [@a.ts (3)](file:///p/a.ts#L3-L3), `[@b](c)` and [@C](file:///C:/d).')).toBe(
      'See @a.ts (3), `[@b](c)` and @C.',
    );
    expect(readableText('nothing')).toBe('nothing');
  });

  test('is found behind any number of fences that nothing closes', () => {
    const fences = Array.from({ length: 600 }, (_, n) => '`'.repeat(n + 1)).join(' ');
    expect(findMentions(`${fences}[@a](b)`, 'posix')).toHaveLength(1);
  });

  test('takes time that grows with the length of the text only', { tags: ['soak'] }, async () => {
    const hostile = [
      '[@',
      '[@a](',
      '[@a](<',
      '`',
      '``` ',
      '[@[a',
      '[@[]',
      '[@a](/p)',
      '\\',
      '[@\\',
      '` `` ',
      '\n```',
      '[@a](((',
      '[@a](',
    ];
    await expectToGrowWithText(200_000, hostile, (text) => findMentions(`[@a](b)${text}`, 'posix'));
  });
});

describe('formatMention', () => {
  test('writes places as other editors do', () => {
    const place = { kind: 'file', path: '/p/a b.ts', line: 42, column: 50 } as const;
    expect(formatMention('a b.ts (42:50)', place, 'posix')).toBe('[@a b.ts (42:50)](file:///p/a%20b.ts#L42:50)');
    const range = { kind: 'file', path: 'C:\\p\\a.ts', line: 10, endLine: 20 } as const;
    expect(formatMention('a.ts (10-20)', range, 'win32')).toBe('[@a.ts (10-20)](file:///C:/p/a.ts#L10-L20)');
    expect(formatMention('Open tabs', { kind: 'tabs' }, 'posix')).toBe('[@Open tabs](outrigger:///agent/tabs)');
  });

  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => !/[\p{Cc}\p{Cs}\u2028\u2029/\\:]/u.test(text) && text !== '.' && text !== '..');
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
  const line = fc.integer({ min: 1, max: 999_999 });
  const target: fc.Arbitrary<MentionTarget> = fc.oneof(
    fc.record({ kind: fc.constant('file' as const), path }),
    fc.record({ kind: fc.constant('file' as const), path, line, column: line }),
    fc.tuple(path, line, fc.nat(500)).map(([p, a, n]) => ({ kind: 'file' as const, path: p, line: a, endLine: a + n })),
    path.map((p) => ({ kind: 'directory' as const, path: `${p}/` })),
    fc.record({ kind: fc.constant('symbol' as const), path, name, line }),
    fc.record({ kind: fc.constant('thread' as const), id: fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/), name }),
    fc.constant({ kind: 'tabs' as const }),
    fc.constant({ kind: 'diagnostics' as const }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }).map((url) => ({ kind: 'web' as const, url })),
    fc.stringMatching(/^[a-z()]{1,12}$/).map((text) => ({ kind: 'web' as const, url: `https://e.org/${text}` })),
  );

  test('what is written is found again among other text', { tags: ['search'] }, () => {
    // Text before the mention that begins no code, and has no line that is a fence.
    const around = fc.string({ unit: 'grapheme' }).filter((text) => !/[`~\\[]/.test(text));
    const label = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string());
    const check = (before: string, wanted: string, named: MentionTarget, after: string) => {
      const written = formatMention(wanted, named, 'posix');
      const mention = only(before + written + after);
      expect(mention).toMatchObject({ from: before.length, to: before.length + written.length, target: named });
      expect(mention?.label).toBe(plainLabel(wanted));
      // It survives a round trip, as when it is copied and pasted.
      expect(formatMention(mention?.label ?? '', mention?.target ?? named, 'posix')).toBe(written);
    };
    fc.assert(fc.property(around, label, target, around, check), { numRuns: lengthOf(370, 3000) });
    const placed = fc.tuple(name, line, line);
    fc.assert(
      fc.property(placed, ([file, at, column]) => {
        const named = { kind: 'file' as const, path: `/p/${file}`, line: at, column };
        expect(only(formatMention(`x (${at}:${column})`, named, 'posix'))?.target).toEqual(named);
      }),
    );
  });

  test('two of one kind side by side stay two, and any text is read without an exception', { tags: ['search'] }, () => {
    fc.assert(
      fc.property(target, target, (one, two) => {
        const text = formatMention('a', one, 'posix') + formatMention('b', two, 'posix');
        expect(findMentions(text, 'posix').map((each) => each.target)).toEqual([one, two]);
      }),
    );
    const pieces = fc.constantFrom(
      '[@',
      'a',
      ']',
      '(',
      ')',
      '](',
      '`',
      '```',
      '\n',
      '\\',
      '<',
      '>',
      '/p',
      ' ',
      '[',
      '~~~',
    );
    fc.assert(
      fc.property(fc.array(pieces), fc.constantFrom<PathPlatform>('posix', 'win32'), (parts, platform) => {
        const text = parts.join('');
        let last = 0;
        for (const { from, to, href } of findMentions(text, platform)) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(text.slice(from, to)).toContain(href);
          last = to;
        }
      }),
      { numRuns: lengthOf(370, 3000) },
    );
  });
});

describe('withoutMentions', () => {
  const isRelative = (target: MentionTarget) => 'path' in target && !target.path.startsWith('/');

  test('makes text of those that may not stay, also in code and in one another', () => {
    const left = (text: string) => withoutMentions(text, 'posix', isRelative);
    expect(left('[@a](a) [@b](/b) `[@c](/c)`')).toBe('[@a](a) \\[@b](/b) `\\[@c](/c)`');
    expect(left('[@[@a](/a)](/b)')).toBe('\\[@\\[@a](/a)](/b)');
    expect(left('\\[@a](/a) [@a] (/a)')).toBe('\\[@a](/a) [@a] (/a)');
  });

  test('of nothing but text leaves no mention, wherever it is put', { tags: ['search'] }, () => {
    const pieces = fc.constantFrom('[@', 'a', ']', '(', '/b', ')', '`', '\\', '<', '>', '[', ' ', '\n');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), fc.constantFrom('', '`', 'x'), (parts, before) => {
        expect(findMentions(before + withoutMentions(parts.join(''), 'posix', () => false), 'posix')).toEqual([]);
      }),
      { numRuns: lengthOf(370, 3000) },
    );
  });
});
