import fc from 'fast-check';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { expectToGrowWithText } from '../../../shared/testing/growth.ts';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { ImageContext } from './image-source.ts';
import { LinkContext, type LinkEnvironment } from './link-environment.ts';
import { Markdown } from './Markdown.tsx';

const environment: LinkEnvironment = {
  platform: 'posix',
  root: '/p',
  openFile: () => {},
  openAddress: () => {},
  inspect: async () => 'file',
};

const inEnvironment = (element: ReactNode) =>
  renderToStaticMarkup(<LinkContext value={environment}>{element}</LinkContext>);
const markup = (text: string, isStreaming = false) => inEnvironment(<Markdown text={text} isStreaming={isStreaming} />);
/** Markup without the attributes and icons that are beside the point here. */
const bare = (text: string, isStreaming = false) =>
  markup(text, isStreaming)
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/ (class|type|tabindex|aria-hidden|dir)="[^"]*"/g, '')
    .replace(/^<div><div>(.*)<\/div><\/div>$/s, '$1');

describe('Markdown', () => {
  test('shows paragraphs, emphasis, code, lists, tasks, quotes and tables', () => {
    expect(bare('# One\n\n*a* **b** ~~c~~ `<d>` e  \nf')).toBe(
      '<h3>One</h3><p><em>a</em> <strong>b</strong> <del>c</del> <code>&lt;d&gt;</code> e<br/>f</p>',
    );
    expect(bare('- a\n- b\n\n3. c')).toBe('<ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol>');
    expect(bare('- [x] done\n- [ ] open')).toBe(
      '<ul><li><input aria-label="Done" readOnly="" disabled="" checked=""/>done</li>' +
        '<li><input aria-label="To do" readOnly="" disabled=""/>open</li></ul>',
    );
    expect(bare('> q\n\n---')).toBe('<blockquote><p>q</p></blockquote><hr/>');
    expect(bare('| a | b |\n|---|--:|\n| 1 | 2 |')).toBe(
      '<div role="group" aria-label="Table"><table><thead><tr><th>a</th><th style="text-align:right">b</th></tr></thead>' +
        '<tbody><tr><td>1</td><td style="text-align:right">2</td></tr></tbody></table></div>',
    );
  });

  test('long numbers have room, short ones that of a bullet', () => {
    const room = (text: string) => /--indent:[^"]*/.exec(markup(text))?.[0];
    expect(room('98. a\n99. b')).toBe(undefined);
    expect(room('98. a\n99. b\n100. c')).toBe('--indent:calc(3ch + 8px)');
    expect(room('- a\n\n  10000. b')).toBe('--indent:calc(5ch + 8px)');
  });

  test('lists, quotes and tables take the direction of their words, code has its own', () => {
    const html = markup('- a `b`\n\n> c\n\n| d |\n|---|\n| e |\n\n```\nf\n```');
    for (const tag of ['<li', '<blockquote', '<div[^>]* role="group"']) {
      expect(html).toMatch(new RegExp(`${tag}[^>]* dir="auto"`));
    }
    for (const tag of ['<code', '<figure']) expect(html).toMatch(new RegExp(`${tag}[^>]* dir="ltr"`));
  });

  test('a code block names its language and keeps its text', () => {
    expect(bare('```ts\nconst a = "<b>";\n```')).toMatch(
      /^<figure><figcaption><span>ts<\/span><span><button .*<\/figcaption><pre><code>const a = &quot;&lt;b&gt;&quot;;<\/code><\/pre><\/figure>$/,
    );
  });

  test('character references are read in text and in addresses, not in code', () => {
    expect(bare('a &amp; b &lt;i&gt; `&amp;` &nosuch; &#x41;')).toBe(
      '<p>a &amp; b &lt;i&gt; <code>&amp;amp;</code> &amp;nosuch; A</p>',
    );
    expect(bare('[x](https://a.test/?b=1&amp;c=2)')).toContain('title="https://a.test/?b=1&amp;c=2"');
    expect(bare('[x](javascript&#58;alert(1))')).not.toContain('role="link"');
  });

  test('a link to a file is no anchor and tells its place in the project', () => {
    expect(bare('See [@parser.ts (42:7)](file:///p/src/parser.ts#L42:7).')).toBe(
      '<p>See <span role="link" title="src/parser.ts, line 42, column 7">@parser.ts (42:7)</span>.</p>',
    );
    expect(bare('<file:///p/a.ts#L3-L8>')).toContain('title="a.ts, lines 3 to 8"');
    expect(bare('[`Parser`](file:///q/a.ts?symbol=Parser#L3)')).toContain('title="Parser in /q/a.ts, line 3"');
  });

  test('a link to a file may have spaces and brackets in its text and its address', () => {
    for (const [link, title] of [
      ['[a](src/my file.ts)', 'src/my file.ts'],
      ['[a](src/my file.ts:12)', 'src/my file.ts, line 12'],
      ['[a](file:///p/my file.ts#L3-L8)', 'my file.ts, lines 3 to 8'],
      ['[a](<src/my file.ts#L3>)', 'src/my file.ts, line 3'],
      ['[a](src/(group)/a.ts)', 'src/(group)/a.ts'],
      ['[a](src/(a) b.ts:1)', 'src/(a) b.ts, line 1'],
      ['[a](file:///p/src/my (copy (2)).ts#L3)', 'src/my (copy (2)).ts, line 3'],
      ['[a]((shop)/my page.tsx)', '(shop)/my page.tsx'],
      ['[a](src/b.ts (the (b))', 'src/b.ts'],
      ['[a](src/[id]/page.tsx:4)', 'src/[id]/page.tsx, line 4'],
      ['[src/[id]/my page.tsx](src/[id]/my page.tsx)', 'src/[id]/my page.tsx'],
      ['[a](my%20file.ts#L2)', 'my file.ts, line 2'],
      ['[@a b.ts (4:7)](file:///p/a%20b.ts#L4:7)', 'a b.ts, line 4, column 7'],
    ]) {
      expect(bare(link ?? ''), link).toContain(`<span role="link" title="${title}">`);
    }
    for (const text of ['[a](see this)', '[a](javascript: alert 1)', '[a](b c "d")', '[a](src/(b c.ts)']) {
      expect(bare(text), text).not.toContain('role="link"');
    }
  });

  test('what is a link has no other link in it', () => {
    expect(bare('[![a](https://b.test/c.png)](https://d.test/)').match(/role="link"/g)).toHaveLength(1);
  });

  test('a web link shows the address as a browser reads it', () => {
    expect(bare('https://example.com\\@evil.test')).toContain('title="https://example.com/@evil.test"');
  });

  test('what is no link that the app opens is text', () => {
    for (const href of ['javascript:alert(1)', 'vscode://file/a', 'outrigger:///agent/thread/1', 'file:///p/src/']) {
      expect(bare(`[x](${href})`)).toMatch(/^<p><span title="[^"]*">x<\/span><\/p>$/);
    }
  });

  test('an image is not loaded, it is named, and its address opens on a click', () => {
    expect(bare('![a cat](https://a.test/cat.png)')).toBe(
      '<p><span>image: a cat (<span role="link" title="https://a.test/cat.png">https://a.test/cat.png</span>)</span></p>',
    );
  });

  test('an image is shown where the text has a source of images, in a link too', () => {
    const known = (href: string) => (href === 'a.png' ? 'blob:a' : null);
    const text = '[![a cat](a.png)](https://d.test/) ![a dog](b.png)';
    const shown = inEnvironment(
      <ImageContext value={{ known, load: async (href) => known(href) }}>
        <Markdown text={text} isStreaming={false} />
      </ImageContext>,
    );
    expect(shown.match(/<img[^>]*>/g)).toEqual([expect.stringMatching(/ src="blob:a" alt="a cat"/)]);
    expect(shown).toContain('image: a dog (');
  });

  test('HTML is text', () => {
    expect(bare('<script>alert(1)</script>\n\nand <b onclick="x()">bold</b>')).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p><p>and &lt;b onclick=&quot;x()&quot;&gt;bold&lt;/b&gt;</p>',
    );
  });

  test('a link that is half written shows its label alone while it streams', () => {
    expect(bare('See [the parser](file:///p/par', true)).toBe('<p>See the parser</p>');
    expect(bare('See [the parser](file:///p/par')).toBe('<p>See [the parser](file:///p/par</p>');
    expect(bare('See ![a cat](https://a.te', true)).toBe('<p>See a cat</p>');
  });

  test('a reference link finds its definition below when the answer has ended', () => {
    const text = 'See [the site][1].\n\nMore.\n\n[1]: https://a.test/\n';
    expect(bare(text, true)).toContain('See [the site][1].');
    expect(bare(text)).toContain('<span role="link" title="https://a.test/">the site</span>');
    expect(bare('[a][__proto__]\n\n[__proto__]: https://a.test/\n')).toContain('a');
  });

  test('no text makes an element that loads, runs or navigates', { tags: ['search'] }, () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '[a](javascript:alert(1))',
        '![x](https://a.test/x.png)',
        '<img src=x onerror=alert(1)>',
        '<a href="javascript:x">',
        '<javascript:alert(1)>',
        '<iframe src="https://a.test">',
        '[b]: javascript:alert(1)',
        '[b]',
        '[![i](data:x)](data:text/html,x)',
        '`',
        '```html\n',
        '\n\n',
        '> ',
        '- ',
        '"',
        '&quot;',
      ),
      fc.string({ maxLength: 4 }),
    );
    const check = (pieces: string[], isStreaming: boolean) => {
      const html = markup(pieces.join(''), isStreaming).replace(/<svg.*?<\/svg>/g, '');
      const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
      for (const tag of tags) {
        expect(tag).toMatch(
          /^<(div|p|h[3-6]|span|strong|em|del|code|br|hr|figure|figcaption|pre|blockquote|ul|ol|li|input|table|thead|tbody|tr|th|td|button)[\s/>]/,
        );
        expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\s(href|src|srcset|on\w+|formaction|action)=/i);
      }
    };
    fc.assert(fc.property(fc.array(piece, { maxLength: 15 }), fc.boolean(), check), { numRuns: lengthOf(120, 1000) });
  });

  test('an answer of many blocks shows them all, in their order', () => {
    const text = Array.from({ length: 60 }, (_, index) => `Paragraph ${index}.\n\n`).join('');
    const shown = [...markup(text, true).matchAll(/<p>Paragraph (\d+)\.<\/p>/g)].map(([, index]) => Number(index));
    expect(shown).toEqual(Array.from({ length: 60 }, (_, index) => index));
  });

  test('hostile markdown takes time that grows with its length only', { tags: ['soak'] }, async () => {
    const pieces = [
      '*a_',
      '[',
      '![',
      '> ',
      '1. ',
      '- ',
      '- a\n',
      '`',
      '<',
      '_a ',
      '](',
      '|',
      '|a|b|\n',
      '**',
      '~~a ',
      '&#',
    ]
      .concat([
        '[[a]',
        '<!--',
        '`` ` ',
        '*a **b ',
        '> - ',
        '  - a\n',
        '[a](b',
        '[a](b (',
        '[a](b/ (c) ',
        '\\',
        'https://a.',
        'a@b.',
        '\n',
      ])
      .concat(['|a|\n|-|\n', '```\n', '~~~a\n', '- [ ] ', '\t', '<a ', '[a]: b\n', '*_', '1) a\n\n', '!']);
    for (const isStreaming of [false, true])
      await expectToGrowWithText(40_000, pieces, (text) => expect(markup(text, isStreaming).length).toBeGreaterThan(0));
  });
});
