import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Files, temporaryFolder } from '../testing/temporary-folder.ts';
import { createEditorConfig } from './editor-config.ts';

async function setUp(files: Files, rulesMs = 60_000) {
  const rulesOf = createEditorConfig(rulesMs);
  const folder = await temporaryFolder(files);
  return async (name: string) => {
    const rules = Object.entries(await rulesOf(join(folder, name)));
    return Object.fromEntries(rules.filter(([, value]) => value !== undefined));
  };
}

it('says what the files around a file say of it, the nearest last', async () => {
  const rules = await setUp({
    '.editorconfig':
      'root = true\n[*]\nindent_style = space\nindent_size = 2\nend_of_line = lf\ninsert_final_newline = true\n[*.{md,txt}]\ntrim_trailing_whitespace = false\n',
    'src/.editorconfig':
      '[*.ts]\nindent_style = tab\nindent_size = tab\ntab_width = 3\ncharset = utf-8-bom\n[legacy/**]\nend_of_line = crlf\ncharset = latin1\ninsert_final_newline = unset\n',
  });
  const all = { indentation: 'spaces', indentSize: 2, tabSize: 2, lineEnding: 'lf', hasFinalNewline: true };
  expect(await rules('a.js')).toEqual(all);
  expect(await rules('docs/a.md')).toEqual({ ...all, trimsTrailingWhitespace: false });
  expect(await rules('src/a.ts')).toEqual({
    ...all,
    indentation: 'tabs',
    indentSize: 3,
    tabSize: 3,
    form: { encoding: 'utf8', hasBom: true },
  });
  expect(await rules('src/legacy/deep/a.c')).toEqual({
    indentation: 'spaces',
    indentSize: 2,
    tabSize: 2,
    lineEnding: 'crlf',
    form: { encoding: 'iso88591', hasBom: false },
  });
});

it('takes what means nothing for nothing', async () => {
  const rules = await setUp({
    '.editorconfig':
      'root = true\n[*]\nindent_style = both\nindent_size = -4\ntab_width = 100000\nend_of_line = cr\ncharset = ebcdic\ninsert_final_newline = maybe\nother = 1\n[broken\nnonsense\n',
  });
  expect(await rules('a.js')).toEqual({});
});

it('is not held up by patterns that take for ever', async () => {
  // The library backtracks over all lengths of each star before it reports no match.
  const backtracking = `${'*a'.repeat(30)}b`;
  const text = `root = true\n[${backtracking}]\nindent_size = 2\n[*]\nindent_size = 4\n`;
  const slow = await setUp({ '.editorconfig': text }, 500);
  const name = 'a'.repeat(60);
  const loop = setInterval(() => ticks++, 20);
  let ticks = 0;
  await slow(name);
  clearInterval(loop);
  // The folder is not tried again.
  expect(await slow('b.js')).toEqual({});
  expect(ticks).toBeGreaterThan(0);
});

it('is not held up by what is no file, nor by a large one', async () => {
  const folder = await setUp({ '.editorconfig/inner': '' });
  expect(await folder('a.js')).toEqual({});
  const large = await setUp({ '.editorconfig': `root = true\n[*]\nindent_size = 4\n${'#\n'.repeat(200_000)}` });
  expect(await large('a.js')).toEqual({});
  const fine = await setUp({ '.editorconfig': 'root = true\n[*]\nindent_size = 4\n' });
  expect(await fine('a.js')).toEqual({ indentSize: 4, tabSize: 4 });
});
