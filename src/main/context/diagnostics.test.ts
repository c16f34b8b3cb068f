import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../../shared/testing/random.ts';
import { lengthOf } from '../../shared/testing/soak.ts';
import { createDiagnostics } from './diagnostics.ts';

const { signal } = new AbortController();

/** Diagnostics of files, in the order in which they are open: `line:column message`. */
async function wrongIn(files: Readonly<Record<string, string>>, path: string | null = null): Promise<string[]> {
  const openPaths = () => Object.keys(files);
  const diagnostics = createDiagnostics({ readText: async (each) => files[each] ?? null, openPaths });
  return (await diagnostics(path, signal)).map((one) => `${one.line}:${one.column} ${one.message}`);
}

describe('what is wrong with the syntax', () => {
  it.each([
    ['a.js', 'let x = ;\n', ['1:9 Something is missing before “;”.']],
    ['a.js', 'f(1, 2;\ng();\n', ['1:2 “(” is not closed.']],
    ['a.js', 'if (a) {\n  b();\n}\n}\n', ['4:1 Unexpected “}”.']],
    ['a.js', 'const = 5;\nlet ok;\nreturn )\n', ['1:7 Unexpected “=”.', '3:8 Unexpected “)”.']],
    ['a.jsx', 'const a = <p>{b</p>;\n', ['1:14 “{” is not closed.']],
    ['a.ts', 'interface A {\n  b: string;\n\nconst c = 1;\n', ['1:13 “{” is not closed.']],
    ['a.ts', 'const a: number = 1;\nlet b = ;\n', ['2:9 Something is missing before “;”.']],
    ['a.ts', 'export function f(a: string) {\n  return a.map((b) => b;\n}\n', ['2:15 “(” is not closed.']],
    ['a.tsx', 'export const A = () => (\n  <p>\n    {a ? b : c}}\n  </p>\n);\n', ['3:16 Unexpected “}”.']],
    ['a.json', '{\n  "a": 1\n  "b": 2\n}\n', ["3:3 Expected ',' or '}' after property value."]],
    ['a.json', '[1,\n]\n', ["2:1 Unexpected token ']'."]],
    ['a.json', '{"a":', ['1:6 Unexpected end.']],
    ['a.css', 'a {\n  color: red;\nb { top: 0 }\n', ['1:3 “{” is not closed.']],
    ['a.css', 'a { color red }\n', ['1:15 Something is missing before “}”.']],
    ['a.html', '<div>\n</p>\n</div>\n', ['2:1 Unexpected “</p>”.']],
    ['a.html', '<script>\nlet x = ;\n</script>\n', ['2:9 Something is missing before “;”.']],
    ['a.xml', '<a>\n  <b>\n</a>\n', ['3:1 “<b>” is not closed.']],
    ['a.yaml', 'a: [1, 2\n', ['2:1 Unexpected end.']],
    ['a.py', 'def f(:\n  return 1\n', ['1:6 “(” is not closed.']],
    ['a.py', 'def f()\n  return 1\n', ['1:8 Something is missing before “return”.']],
    ['a.rs', 'fn main() {\n  let a = vec![1;\n}\n', ['2:15 “[” is not closed.']],
    ['a.go', 'func main() {\n  f(")"\n}\n', ['2:4 “(” is not closed.']],
    ['a.java', 'class A { void f() { g(1)); } }\n', ['1:26 Unexpected “)”.']],
  ])('is found in %s: %j', async (name, text, found) => {
    expect(await wrongIn({ [name]: text })).toEqual(found);
  });

  it.each([
    ['a.ts', "import a from './a.json' with { type: 'json' };\nexport { type A, b } from './b.ts';\n"],
    [
      'a.ts',
      'const is = (a: unknown): a is [string, string] => true;\nlet b!: string;\ntype C = [d?: string, ...e: F[]];\n',
    ],
    ['a.ts', 'const a = async <T extends B>(c: T) => c;\ntry {\n} catch (e: unknown) {\n}\n'],
    ['a.tsx', 'const a = async <T,>(b: T) => (\n  <p>\n    {/* c ( */}\n    :) {d}\n  </p>\n);\n'],
    ['a.js', `const a = \`(\${"["}\`;\nconst b = /[(]/; // {\n/* [ */\n`],
    [
      'a.js',
      'if (a) [b.c, b.d] = [1, 2];\n[a] = e;\n[f(a).b, d] = e\na = [b.c] = e;\n({ a: b.c } = f(g, { h: 1 }));\n',
    ],
    ['tsconfig.json', '{\n  // a comment\n  "a": 1,\n}\n'],
    ['a.html', '<!doctype html>\n<ul>\n<li>a\n<li>b :)\n</ul>\n<p>c\n'],
    ['a.py', 'def f():\n    yield\n\nmatch a:\n    case {"b": [c, *_]}:\n        print(f"{c!r:>{d}} (")\n'],
    [
      'a.rs',
      "fn f<'a>(b: &'a str) -> char {\n  let Some(c) = b.chars().next() else { return '(' };\n  r#\"[\"#; c\n}\n",
    ],
    ['a.go', "func f() rune {\n\treturn '('\n}\n"],
    ['a.md', '# A\n\n```js\nlet x = ;\n```\n<div>\n'],
    ['a.cpp', '#ifdef A\nvoid f() {\n#else\nvoid f(int a) {\n#endif\n}\n'],
    ['a.unknown', '((('],
    ['Makefile', 'a:\n\t(((\n'],
  ])('is nothing in %s: %j', async (name, text) => {
    expect(await wrongIn({ [name]: text })).toEqual([]);
  });

  it('is nothing in the files of this repository', { tags: ['search'] }, async () => {
    const folders = ['src', 'e2e', 'resources', 'docs', 'scripts'];
    const entries = await Promise.all(folders.map((one) => readdir(one, { recursive: true, withFileTypes: true })));
    const files = entries.flat().filter((entry) => entry.isFile());
    // Some extensions of the tests are broken on purpose.
    const all = files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => !path.includes('bad-toml'));
    const random = randomOf('files of this repository');
    const share = lengthOf(1 / 40, 1);
    const paths = all.filter(() => random() < share);
    const diagnostics = createDiagnostics({ readText: (path) => readFile(path, 'utf8'), openPaths: () => paths });
    expect(paths.length).toBeGreaterThan(500 * share);
    expect(await diagnostics(null, signal)).toEqual([]);
  });
});

describe('diagnostics', () => {
  const broken = 'let x = ;\n';

  it('are those of one file, or of the open ones', async () => {
    expect(await wrongIn({ '/p/a.js': broken, '/p/b.js': broken }, '/p/b.js')).toHaveLength(1);
    expect(await wrongIn({ '/p/a.js': broken, '/p/b.js': broken })).toHaveLength(2);
    expect(await wrongIn({})).toEqual([]);
    await expect(wrongIn({}, '/p/none.js')).rejects.toMatchObject({ code: 'file-not-found' });
  });

  it('are at most 200, and one for each line', async () => {
    expect(await wrongIn({ 'a.js': broken.repeat(300) })).toHaveLength(200);
    expect(await wrongIn({ 'a.js': 'let x = ; let y = ;\n' })).toHaveLength(1);
  });

  it('say so when a text is too long', async () => {
    expect(await wrongIn({ 'a.js': '//\n'.repeat(400_000) })).toEqual(['1:1 It is too long to be checked.']);
    expect(await wrongIn({ 'a.txt': '//\n'.repeat(400_000) })).toEqual([]);
  });

  it('leave the process to others meanwhile, and end with the signal', async () => {
    const controller = new AbortController();
    const text = 'const value = compute(1, [2, 3], { a: 4 });\n'.repeat(5_000);
    const diagnostics = createDiagnostics({ readText: async () => text, openPaths: () => [] });
    await diagnostics('a.js', signal);
    const ended = diagnostics('a.js', controller.signal).then(
      () => 'it ran to its end',
      (error: Error) => error.name,
    );
    setTimeout(() => controller.abort(), 1);
    expect(await ended).toBe('AbortError');
  });
});
