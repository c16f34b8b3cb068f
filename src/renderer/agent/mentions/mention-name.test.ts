import { expect, test } from 'vitest';
import { findMentions } from '../../../shared/links/mention.ts';
import { shownName } from './mention-name.ts';

const shown = (markdown: string, root: string | undefined = '/home/me/project') => {
  const [mention] = findMentions(markdown, 'posix');
  return mention && shownName(mention, root);
};

test.each([
  ['[@a.ts](file:///home/me/project/src/a.ts)', 'a.ts'],
  ['[@a.ts](src/a.ts)', 'a.ts'],
  ['[@a.ts (3-9)](file:///home/me/project/src/a.ts#L3-L9)', 'a.ts (3-9)'],
  ['[@a.ts (3:9)](file:///home/me/project/src/a.ts#L3:9)', 'a.ts (3:9)'],
  ['[@a.ts (3)](file:///home/me/project/src/a.ts#L3)', 'a.ts (3)'],
  ['[@src/](file:///home/me/project/src/)', 'src/'],
  ['[@parse](file:///home/me/project/src/a.ts?symbol=parse#L3)', 'parse'],
  ['[@Greeting](outrigger:///agent/thread/abc)', 'Greeting'],
  ['[@example.org/a](https://example.org/a)', 'example.org/a'],
  ['[@a\u202etxt.exe](src/a%E2%80%AEtxt.exe)', 'a⟨U+202E⟩txt.exe'],
  ['[@a\u202etxt.exe](outrigger:///agent/thread/abc)', 'a⟨U+202E⟩txt.exe'],
])('what says its own name is shown by it: %s', (markdown, expected) => {
  expect(shown(markdown)).toBe(expected);
});

test.each([
  ['[@README.md](file:///home/me/.ssh/id_rsa)', '/home/me/.ssh/id_rsa'],
  ['[@id_rsa](file:///home/me/.ssh/id_rsa)', '/home/me/.ssh/id_rsa'],
  ['[@id_rsa](../../.ssh/id_rsa)', '../../.ssh/id_rsa'],
  ['[@id_rsa](file:///home/me/project/../.ssh/id_rsa)', '../.ssh/id_rsa'],
  ['[@README.md](file:///home/me/project/.env)', '.env'],
  ['[@README.md](file:///home/me/project-2/README.md)', '/home/me/project-2/README.md'],
  ['[@a.ts (3)](file:///home/me/project/src/a.ts#L3-L900)', 'src/a.ts (3-900)'],
  ['[@README.md](file:///home/me/project/.env?symbol=KEY)', 'KEY in .env'],
  ['[@src/](file:///home/me/)', '/home/me/'],
  ['[@README.md](https://example.org/a)', 'example.org/a'],
  ['[@README.md](outrigger:///agent/tabs)', 'Open tabs'],
  ['[@README.md](outrigger:///agent/diagnostics)', 'Diagnostics'],
  ['[@README.md](file:///home/me/%E2%80%AEdm.EMDAER)', '/home/me/⟨U+202E⟩dm.EMDAER'],
  [`[@x](file:///home/me/${'a/'.repeat(60)}id_rsa)`, `/home/me/a/a…/${'a/'.repeat(10)}id_rsa`],
])('what is elsewhere, or is called something else, is shown by its path: %s', (markdown, expected) => {
  expect(shown(markdown)).toBe(expected);
});

test('without a folder every path is shown', () => {
  expect(findMentions('[@a.ts](file:///src/a.ts)', 'posix').map((each) => shownName(each, undefined))).toEqual([
    '/src/a.ts',
  ]);
});
