import { parse } from '@bytecodealliance/jco-transpile/wasm-tools';
import { expect, test } from 'vitest';
import { withMemoryLimit } from './memory-limit.ts';

const page = 65_536;
/** Pages of the memory of a module with this limit, as far as it can grow. */
async function pagesOf(memory: string, mostPages: number): Promise<number> {
  const module = await parse(`(module (func) (memory (export "m") ${memory}) (func))`);
  const limited = withMemoryLimit(module, mostPages * page);
  const { m } = new WebAssembly.Instance(new WebAssembly.Module(limited as Uint8Array<ArrayBuffer>)).exports;
  const grown = m as WebAssembly.Memory;
  try {
    for (;;) grown.grow(1);
  } catch {
    return grown.buffer.byteLength / page;
  }
}

test.each([
  ['without a maximum', '1', 300, 300],
  ['with a larger one', '1 70000', 200, 200],
  ['with a smaller one', '1 5', 200, 5],
  ['that begins with all of it', '7', 7, 7],
])('a memory %s grows to the limit', async (_what, memory, most, pages) => {
  expect(await pagesOf(memory, most)).toBe(pages);
});

test('a memory that is larger at once is refused', async () => {
  const module = await parse('(module (memory 32))');
  expect(() => withMemoryLimit(module, 16 * page)).toThrow('It wants 2 MB of memory at once; 1 MB is the most');
});

test('a module without memories stays as it is, and one that is none is left to the engine', async () => {
  const bare = await parse('(module (func (export "f")))');
  expect(withMemoryLimit(bare, page)).toBe(bare);
  const noise = new Uint8Array(100).fill(255);
  expect(withMemoryLimit(noise, page)).toBe(noise);
});
