import { ensureSyntaxTree, LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { openSymbols } from './open-symbols.ts';

async function symbolsOf(file: string, doc: string) {
  const language = await LanguageDescription.matchFilename(languages, file)?.load();
  const state = EditorState.create({ doc, extensions: language ? [language] : [] });
  // A busy machine reads no further than its first slice of time goes; the next state has what is read here.
  if (language) ensureSyntaxTree(state, doc.length, 60_000);
  return openSymbols(state.update({}).state).map(({ name, line, endLine }) => `${name} ${line}-${endLine}`);
}

test('a long file has all of them', async () => {
  const text = Array.from({ length: 3_000 }, (_, at) => `function f${at}() {}\n`).join('');
  expect(await symbolsOf('a.js', text)).toHaveLength(3_000);
});

test.each([
  [
    'a.ts',
    'export class Parser {\n  read(): void {\n    const local = 1;\n  }\n}\ninterface Shape {}\ntype Id = string;\nexport const limit = 3;\nfunction parse() {}',
    ['Parser 1-5', 'read 2-4', 'Shape 6-6', 'Id 7-7', 'limit 8-8', 'parse 9-9'],
  ],
  ['a.py', 'class Reader:\n    def read(self):\n        pass\n', ['Reader 1-3', 'read 2-3']],
  ['a.rs', 'struct Point { x: i32 }\nfn area(p: Point) -> i32 { 1 }\n', ['Point 1-1', 'area 2-2']],
  ['a.go', 'package a\nfunc Open(name string) {}\ntype File struct {}\n', ['Open 2-2', 'File 3-3']],
  ['a.java', 'class A { void run() {} }', ['A 1-1', 'run 1-1']],
  ['a.md', '# One #\n\ntext\n\nTwo\n---\n\n```\n# no\n```\n', ['One 1-1', 'Two 5-5']],
  ['a.txt', 'function no() {}', []],
])('the symbols of %s are those that it declares', async (file, text, expected) => {
  expect(await symbolsOf(file, text)).toEqual(expected);
});
