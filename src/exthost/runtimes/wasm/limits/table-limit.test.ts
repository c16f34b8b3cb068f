import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { expect, test } from 'vitest';
import { tablesAtStart, withTableLimit } from './table-limit.ts';

const compiled = (module: Uint8Array) => new WebAssembly.Module(module as Uint8Array<ArrayBuffer>);

/** Entries that a table of a module with this one can have at most. */
async function entriesOf(table: string, others = ''): Promise<number> {
  const module = await parse(`(module (table (export "t") ${table}) ${others} (func))`);
  const { t } = new WebAssembly.Instance(compiled(withTableLimit(module))).exports;
  const grown = t as WebAssembly.Table;
  for (let step = 2 ** 23; step >= 1; step /= 2) {
    try {
      grown.grow(step);
    } catch {
      // That was too much.
    }
  }
  return grown.length;
}

test.each([
  ['without a maximum', '0 funcref', '', 1_000_000],
  ['with a larger one', '10 9000000 externref', '', 1_000_000],
  ['with a smaller one', '1 5 funcref', '', 5],
  ['beside another one', '10 funcref', '(table 90 funcref)', 10 + (1_000_000 - 100) / 2],
])('a table %s grows to its share', async (_what, table, others, entries) => {
  expect(await entriesOf(table, others)).toBe(entries);
});

test('tables that are larger at once are refused', async () => {
  const module = await parse('(module (table 600000 funcref) (table 600000 funcref))');
  expect(() => withTableLimit(module)).toThrow('Its tables have 1200000 entries at once; 1000000 is the most');
});

test('a table of references with a longer name keeps its type, and one with a first value is refused', async () => {
  const typed = await parse('(module (type $f (func)) (table (export "t") 1 (ref null $f)) (func))');
  expect(tablesAtStart(withTableLimit(typed))).toEqual({ count: 1n, entries: 1n });
  compiled(withTableLimit(typed));
  const filled = await parse('(module (func $f) (table 1 funcref (ref.func $f)) (elem declare func $f))');
  expect(() => withTableLimit(filled)).toThrow('A table with a first value cannot be limited');
});

test('a module without tables stays as it is', async () => {
  const bare = await parse('(module (func (export "f")))');
  expect(withTableLimit(bare)).toBe(bare);
});
