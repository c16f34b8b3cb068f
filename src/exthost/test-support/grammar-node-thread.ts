import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { serveGrammar } from '../runtimes/wasm/grammars/thread/serve-grammar.ts';

/** Entry of `node-thread.ts`. */
serveGrammar(
  {
    post: (message) => parentPort?.postMessage(message),
    listen: (hear) => void parentPort?.on('message', hear),
  },
  readFileSync(fileURLToPath(import.meta.resolve('web-tree-sitter/web-tree-sitter.wasm'))),
);
