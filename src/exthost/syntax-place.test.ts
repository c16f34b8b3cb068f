import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { syntaxPlace } from './syntax-place.ts';
import { moduleFiles } from './test-support/module-files.ts';

const files = moduleFiles();
afterAll(files.remove);
const href = (path: string) => pathToFileURL(path).href;
const thrown = (stack = "SyntaxError: Unexpected token '='\n    at compileSourceTextModule (node:internal)") =>
  Object.assign(new SyntaxError("Unexpected token '='"), { stack });

test('the place is found in a module, and in one that it imports, and none of them runs', async () => {
  const mark = files.write('');
  const runs = `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(mark)}, 'ran');\n`;
  const broken = files.write(`${runs}let b = = 2;\n`);
  const outer = files.write(`${runs}import ${JSON.stringify(href(broken))};\n`);
  const place = { file: href(broken), line: 3, column: 9 };
  expect(await syntaxPlace(thrown(), href(broken))).toEqual(place);
  expect(await syntaxPlace(thrown(), href(outer))).toEqual(place);
  // As when the file was mended since, or throws a SyntaxError itself.
  expect(await syntaxPlace(thrown(), href(files.write(runs)))).toBeNull();
  expect(await readFile(mark, 'utf8')).toBe('');
});

test('the place that Node wrote above the stack is taken', async () => {
  const stack =
    '/the extension/main.cjs:2\n  foo(await;\n      ^^^^^\n\nSyntaxError: missing ) after argument list\n    at x';
  expect(await syntaxPlace(thrown(stack), 'file:///none.js')).toEqual({
    file: '/the extension/main.cjs',
    line: 2,
    column: 7,
  });
});
