import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { forEver, threadTime } from '../../../shared/testing/thread-time.ts';
import { htmlToMarkdown } from './html-markdown.ts';

const markdown = async (html: string) => (await htmlToMarkdown(html, 'https://e.org/a/')).markdown;

describe('HTML as Markdown', () => {
  test.each([
    ['<h2>Hi <b>you</b></h2><p>A <em> b </em>c<br>d', '## Hi **you**\n\nA _b_ c\nd'],
    [
      '<ul><li><p>one</p><p>more</p><li>two<ol><li>a<li>b</ol></ul>end',
      '* one\n\n  more\n\n* two\n  1. a\n  2. b\n\nend',
    ],
    ['<blockquote><p>a<p>b</blockquote>c', '> a\n>\n> b\n\nc'],
    ['<pre><code>a\n  b &lt; c ```\n</code></pre>', '````\na\n  b < c ```\n````'],
    ['<table><tr><th>A<th>B|C</tr><tr><td><p>1</p><td>2</table>', '| A | B\\|C |\n| --- | --- |\n| 1 | 2 |'],
    ['<a href="b?x=(1)">l</a> <a href="#x">m</a> <a href="javascript:1">n</a>', '[l](https://e.org/a/b?x=%281%29) m n'],
    ['a<!-- <p> -->b &eacute;&#x41;&#65;&none; 1 < 2 &copy', 'ab \u00e9AA&none; 1 < 2 \u00a9'],
    ['<svg><title>x</title><style/></svg>a<svg><title/></svg><textarea><p>x</textarea>b', 'ab'],
    ['<a href="/?a=1&amp;b=&quot;" href="/x">l</a> &NotEqualTilde; so&shy;ft', '[l](https://e.org/?a=1&b=%22) ≂̸ soft'],
    ['<SCRIPT>x</SCRIPT><b></b><a href="/"></a><b>a<b>b</b>c</b>', '**abc**'],
  ])('%s becomes the Markdown that says the same', async (html, expected) => {
    expect(await markdown(html)).toBe(expected);
  });

  test('is the same wherever in the page it stands', async () => {
    for (let before = 16_340; before < 16_400; before += 1) {
      const filled = 'x'.repeat(before);
      expect(await markdown(`${filled} &eacute; <b title="b">b</b><!-- c --><script>d</script>`)).toBe(
        `${filled} \u00e9 **b**`,
      );
    }
  });

  test('anything at all gives a text, and no tag of it', { tags: ['search'] }, async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '</',
        '<p>',
        '<li>',
        '</ul>',
        '<td>',
        '<tr>',
        '<table>',
        '</table>',
        '<pre>',
        '</pre>',
        '<b>',
        '</b>',
      ),
      fc.constantFrom(
        '<a href="x">',
        '</a>',
        '<!--',
        '-->',
        '<script>',
        '"',
        '&',
        ';',
        ' ',
        '\n',
        '<h1>',
        '<blockquote>',
        '<ol>',
      ),
      fc.string({ maxLength: 5 }),
    );
    const check = async (pieces: string[]) => {
      const text = await markdown(pieces.join(''));
      expect(text).not.toMatch(/<(?:p|li|td|tr|table|pre|script)>/);
    };
    await fc.assert(fc.asyncProperty(fc.array(piece, { maxLength: 40 }), check), { numRuns: lengthOf(250, 2000) });
  });

  test('of hostile pages takes time that grows with their length only', { tags: ['soak'] }, async () => {
    const hostile = [
      '<div>',
      '<b>',
      '<ul><li>',
      '<blockquote>',
      '<table><tr><td>a',
      '<',
      '<a ',
      '<a "',
      '<a href=\'x">',
      '<!--',
      '<h1>',
      '&#',
    ];
    const time = await threadTime(async () => {
      for (const piece of hostile)
        await htmlToMarkdown(piece.repeat(Math.ceil(1_000_000 / piece.length)), 'https://e.org/');
    });
    // Twelve pages of one megabyte, which take a second and mostly the memory's; one step that grows with the square takes minutes.
    expect(time).toBeLessThan(forEver);
  });

  test('leaves others their turn', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const { isCut } = await htmlToMarkdown('<p>word '.repeat(200_000), 'https://e.org/');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
    expect(isCut).toBe(true);
  });
});
