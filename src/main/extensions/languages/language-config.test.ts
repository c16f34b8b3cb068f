import { expect, test } from 'vitest';
import { parseLanguageConfig } from './language-config.ts';

const read = (text: string) => {
  const { config, problems } = parseLanguageConfig('config.toml', text);
  return { config, problems: problems.map(({ line, reason }) => `${line}: ${reason}`) };
};

const bare = {
  name: 'A',
  grammar: null,
  suffixes: [],
  firstLine: null,
  lineComment: null,
  blockComment: null,
  brackets: [],
  closesBefore: null,
  wordCharacters: '',
  tabSize: null,
  hardTabs: null,
};

test.each([
  ['a name alone', '', {}],
  ['keys that the editor has no use for', 'prettier_parser_name = "a"\n[overrides.string]\nx = 1', {}],
  ['names of files', 'path_suffixes = ["a", "Afile"]', { suffixes: ['a', 'Afile'] }],
  ['a grammar', 'grammar = "a-b_c"', { grammar: 'a-b_c' }],
  ['signs of comments, of which the first counts', 'line_comments = ["# ", "#! "]', { lineComment: '#' }],
  ['a block comment as a pair', 'block_comment = ["/*", " */"]', { blockComment: { open: '/*', close: '*/' } }],
  [
    'a block comment with more',
    'block_comment = { start = "/**", prefix = "* ", end = "*/", tab_size = 1 }',
    { blockComment: { open: '/**', close: '*/' } },
  ],
  [
    'brackets',
    'autoclose_before = ";,"\nbrackets = [{ start = "{", end = "}", close = true, newline = true, not_in = ["string"] }, { start = "<", end = ">", close = false }, { start = "(", end = ")" }]',
    {
      closesBefore: ';,',
      brackets: [
        { open: '{', close: '}', closesItself: true, indents: true },
        { open: '<', close: '>', closesItself: false, indents: false },
        { open: '(', close: ')', closesItself: true, indents: false },
      ],
    },
  ],
  [
    'words and tabs',
    'word_characters = ["-", "$"]\ntab_size = 8\nhard_tabs = true',
    { wordCharacters: '-$', tabSize: 8, hardTabs: true },
  ],
  ['a first line', "first_line_pattern = '^#!.*\\b(?:a|b)\\b'", { firstLine: '^#!.*\\b(?:a|b)\\b' }],
])('a language with %s', (_what, text, expected) => {
  expect(read(`name = "A"\n${text}`)).toEqual({ config: { ...bare, ...expected }, problems: [] });
});

test.each([
  '^#!.*\\b(?:[/ ]node|deno.*run.*--ext[= ]js|zx)\\b',
  '^#!.*((python[0-9.]*\\b)|(\\buv run\\b))',
  '^#!.*\\b(?:ash|bash|bats|dash|sh|zsh|ksh)\\b',
  '^(?:\\uFEFF)?<\\?xml(?: version="[^"]{3,8}")?',
  '^[*+?|(]{10}\\p{L}(?<name>a|b)\\k<name>(?!.*c)',
])('a first line that takes no time is tried: %s', (pattern) => {
  expect(read(`name = "A"\nfirst_line_pattern = '${pattern}'`).config?.firstLine).toBe(pattern);
});

test.each([
  ['no name', 'tab_size = 1', ['1: "name" is missing']],
  ['something else for a list', 'name = "A"\npath_suffixes = "a"', ['2: "path_suffixes": use a list in brackets']],
  ['a bracket without its other', 'name = "A"\nbrackets = [{ start = "(" }]', ['2: "brackets.0.end" is missing']],
  ['no width', 'name = "A"\ntab_size = 0', ['2: "tab_size": use at least 1']],
  [
    'a comment of one text',
    'name = "A"\nblock_comment = "/*"',
    ['2: "block_comment": use two texts in brackets, or a table with start and end'],
  ],
  ['a sign of blanks', 'name = "A"\nblock_comment = ["  ", "*/"]', [expect.stringContaining('"block_comment')]],
  ['no TOML', 'name = "A"\n[', [expect.stringMatching(/^2: /)]],
])('a fault is told with its line: %s', (_what, text, problems) => {
  expect(read(text)).toEqual({ config: null, problems });
});

const tooLong = 'it may take too long: use fewer of "*", "+", "{", "?" and "|", and begin with "^"';

test.each([
  ['(', 'it is no regular expression of JavaScript'],
  ['^(a|b)+$', 'a group is repeated, which may take too long'],
  ['(?:a*){2}', 'a group is repeated, which may take too long'],
  ['a*b*c*d*', tooLong],
  // Each of these took a second to ten on one line.
  ['.*.*.*x', tooLong],
  [`^${'a?'.repeat(26)}${'a'.repeat(26)}b`, tooLong],
  [`^${'(a|a)'.repeat(26)}b`, tooLong],
  [`^(?:x|${'(?:b??|[)|]|\\))'.repeat(26)})c`, tooLong],
  ['^.*a|.*.*.*b', tooLong],
])('a first line that would not be tried in the editor is left out, and the rest stays: %s', (pattern, why) => {
  expect(read(`name = "A"\nfirst_line_pattern = '${pattern}'`)).toEqual({
    config: bare,
    problems: [`2: "first_line_pattern": ${why}; it is left out`],
  });
});
