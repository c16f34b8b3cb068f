import { Language, Parser } from 'web-tree-sitter';
import { pagesAtStart } from '../../limits/memory-limit.ts';
import { tablesAtStart } from '../../limits/table-limit.ts';
import { withoutNeeds } from './dynamic-linking.ts';

const pageBytes = 65_536;
/** With which the parser begins. */
const firstPages = 512;

/**
 * Starts the parser with a grammar, which shares its memory.
 * @param engine the WebAssembly of web-tree-sitter
 * @throws with what is wrong with the grammar
 */
export async function loadGrammar(
  engine: Uint8Array,
  module: Uint8Array,
  memoryBytes: number,
): Promise<{ readonly parser: Parser; readonly language: Language }> {
  const wasmMemory = new WebAssembly.Memory({ initial: firstPages, maximum: Math.floor(memoryBytes / pageBytes) });
  // It has no file to look for, nor what it would look with. Its types do not name the memory.
  await Parser.init({ wasmBinary: engine, wasmMemory, locateFile: (name: string) => name } as object);
  await expectGrammar(module);
  const language = await Language.load(withoutNeeds(module));
  const parser = new Parser();
  parser.setLanguage(language);
  return { parser, language };
}

/** Neither has a grammar that is built by tree-sitter's tools. */
async function expectGrammar(module: Uint8Array): Promise<void> {
  if (pagesAtStart(module) > 0n || tablesAtStart(module).count > 0n) {
    throw new Error('it makes memory of its own: build it with "tree-sitter build --wasm"');
  }
  const exported = WebAssembly.Module.exports(await WebAssembly.compile(module as Uint8Array<ArrayBuffer>));
  const brings = exported.find(({ name }) => name.startsWith('__em_js__') || name === '__start_em_asm');
  if (brings) throw new Error(`it brings JavaScript with it (${brings.name}), which is not run`);
}
