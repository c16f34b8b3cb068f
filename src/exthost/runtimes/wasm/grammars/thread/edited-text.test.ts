import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { edited } from './edited-text.ts';
import { loadGrammar } from './tree-sitter.ts';

const fileOf = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(name)));

/** Rows and columns count for grammars whose scanner asks for the column, which that of JSON does not. */
test('an edited tree has its nodes at the rows and columns of the text', async () => {
  const module = fileOf('tree-sitter-json/tree-sitter-json.wasm');
  const { parser } = await loadGrammar(fileOf('web-tree-sitter/web-tree-sitter.wasm'), module, 64 * 1024 ** 2);
  const text = '{\n  "a": [1,\n 22, true],\n  "ä🙂": null }';
  const tree = parser.parse(text);
  if (!tree) expect.unreachable('it parsed nothing');
  const at = (found: string) => text.indexOf(found);
  const changes = [
    // From the last to the first, so that each is where the text had it.
    { from: at('null'), to: at('null'), insert: '\n\n ' },
    { from: at('\n 22'), to: at('22'), insert: ' ' },
    { from: at('"a"'), to: at('"a"'), insert: '   ' },
  ];
  const after = edited(text, tree, changes);
  expect(after).toBe('{\n     "a": [1, 22, true],\n  "ä🙂": \n\n null }');
  const leaves = tree.rootNode.descendantsOfType(['string', 'number', 'true', 'null']);
  const found = leaves.map((node) => [node?.startPosition.row, node?.startPosition.column]);
  expect(found).toEqual(['"a"', '1', '22', 'true', '"ä🙂"', 'null'].map((word) => placeOf(word, after ?? '')));
});

function placeOf(word: string, text: string): number[] {
  const lines = text.slice(0, text.indexOf(word)).split('\n');
  return [lines.length - 1, lines.at(-1)?.length ?? 0];
}
