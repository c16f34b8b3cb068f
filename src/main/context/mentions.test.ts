import { describe, expect, test } from 'vitest';
import { type Files, temporaryFolder } from '../testing/temporary-folder.ts';
import { createMentions } from './mentions.ts';

async function project(files: Files) {
  const root = await temporaryFolder(files);
  const mentions = createMentions({ root: () => root });
  const names = async (query: string) => {
    const found = await mentions.symbols(query);
    return found.ok ? found.value.map(({ path, name, line }) => `${path}:${line} ${name}`) : found.failure.message;
  };
  return { root, mentions, names };
}

describe('the symbols that a prompt can mention', () => {
  test.each([
    ['a.ts', 'export async function readAll(path: string) {', 'readAll'],
    ['a.ts', 'export const readAll = () => 1;', 'readAll'],
    ['a.ts', 'export abstract class ReadAll<T> extends Base {', 'ReadAll'],
    ['a.ts', 'export interface ReadAll {', 'ReadAll'],
    ['a.ts', 'type ReadAll = string;', 'ReadAll'],
    ['a.ts', '  private async readAll(path: string): Promise<void> {', 'readAll'],
    ['a.py', '    async def read_all(self):', 'read_all'],
    ['a.py', 'READ_ALL: int = 1', 'READ_ALL'],
    ['a.rs', 'pub(crate) fn read_all<T>(x: T) -> T {', 'read_all'],
    ['a.rs', 'pub struct ReadAll;', 'ReadAll'],
    ['a.go', 'func (s *Server) ReadAll() error {', 'ReadAll'],
    ['a.go', 'type ReadAll struct {', 'ReadAll'],
    ['A.java', 'public final class ReadAll {', 'ReadAll'],
    ['A.java', '    public static String readAll(Path path) {', 'readAll'],
    ['a.kt', 'data class ReadAll(val x: Int)', 'ReadAll'],
    ['a.kt', 'fun readAll() = 1', 'readAll'],
    ['a.rb', '  def read_all', 'read_all'],
    ['a.c', 'static char *read_all(const char *path)', 'read_all'],
    ['a.h', '#define READ_ALL 1', 'READ_ALL'],
    ['a.ts', 'export function gr\u00f6\u00dfeReadAll() {', 'gr\u00f6\u00dfeReadAll'],
  ])('are found in %s, in the line %s', async (path, line, name) => {
    const { names } = await project({ [path]: `\n${line}\n` });
    expect(await names('readall')).toEqual([
      name.replace(/_/g, '').toLowerCase().includes('readall') && `${path}:2 ${name}`,
    ]);
  });

  test('are no uses of a name, and no words', async () => {
    const { names } = await project({
      'a.ts':
        'readAll();\n  const inner = readAll(1);\n// readAll of all\n  if (readAll) {\n  return readAll();\nimport { readAll } from "x";\n',
    });
    expect(await names('readAll')).toEqual([]);
  });

  test('come best first: the name itself, what begins so, what holds it, what has its letters', async () => {
    const { names } = await project({
      'src/a.ts':
        'function unfold() {\nfunction foldThread() {\nfunction findOldThing() {\nfunction fold() {\nfunction other() {\n',
      'out/b.ts': 'function fold() {\n',
      '.gitignore': 'out/',
    });
    expect(await names('fold')).toEqual([
      'src/a.ts:4 fold',
      'src/a.ts:2 foldThread',
      'src/a.ts:1 unfold',
      'src/a.ts:3 findOldThing',
    ]);
    expect(await names('(')).toEqual([]);
  });

  test('have a place when one alone declares the name', async () => {
    const { mentions } = await project({
      'src/a.ts': 'function one() {\nfunction both() {\n',
      'b.ts': 'function both() {\n',
    });
    const one = { path: 'src/a.ts', name: 'one', line: 1 };
    expect(await mentions.declared(['one', 'both', 'none', 'On'])).toEqual({
      ok: true,
      value: [one, null, null, null],
    });
  });
});
