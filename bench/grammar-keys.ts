import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { appReady, ask, inTree } from './editor-texts.ts';
import { compare, isQuick, type Measure, percentile, roundsOf } from './measure.ts';
import { reportTarget } from './target.ts';

const root = join(import.meta.dirname, '..');
const rounds = roundsOf(5);

/** Keys in a text that the grammar of an extension colours. @param folder an empty one, which the caller removes */
export async function measureGrammar(folder: string): Promise<Measure[]> {
  const project = join(folder, 'coloured');
  const extension = join(folder, 'quux');
  const firstLine = '// begin';
  const rows = Array.from({ length: isQuick ? 100 : 30_000 }, (_row, at) => `{ "row": ${at}, "of": "text" },`);
  await write(project, 'text.quux', [firstLine, '[', ...rows, 'null]', ''].join('\n'));
  await write(extension, 'extension.toml', 'id = "quux"\nname = "Quux"\nversion = "1.0.0"\nschema_version = 1\n');
  const config = 'name = "Quux"\ngrammar = "json"\npath_suffixes = ["quux"]\n';
  await write(extension, 'languages/quux/config.toml', config);
  const highlights = '(string) @string (pair key: (_) @property) (number) @number (comment) @comment';
  await write(extension, 'languages/quux/highlights.scm', highlights);
  const grammar = join(root, 'node_modules', 'tree-sitter-json', 'tree-sitter-json.wasm');
  await write(extension, 'grammars/json.wasm', await readFile(grammar));
  const texts = [{ open: inTree('text.quux'), firstLine }];
  const pairs: { value: number; floor: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const key95 = async (name: string, args: readonly string[]) => {
      const all = [root, `--user-data-dir=${join(folder, `${name}-${round}`)}`, ...args, project];
      const [run] = await ask(all, 'outrigger-app:', appReady, texts);
      return percentile(run?.keys ?? [], 0.95);
    };
    const value = await key95('coloured-data', [`--extension-path=${extension}`]);
    pairs.push({ value, floor: await key95('plain-data', []) });
  }
  const key95 = compare('a key in 1 MB that a grammar colours, 95th percentile, over plain text', 'ms', pairs);
  // A frame.
  reportTarget('a key in a text that a grammar colours, 95th percentile, ms', key95.value, { atMost: 16 });
  return [key95];
}

async function write(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
