import engineUrl from 'web-tree-sitter/web-tree-sitter.wasm?url&inline';
import { bytesOfDataUrl } from '../../shared/bytes-of-data-url.ts';
import { serveGrammar } from '../runtimes/wasm/grammars/thread/serve-grammar.ts';
import { removeGlobals } from './remove-globals.ts';

/** Entry of the thread of one grammar: a worker that the host's worker makes. */

const post = postMessage.bind(globalThis);
const listen = addEventListener.bind(globalThis);
const engine = bytesOfDataUrl(engineUrl);
removeGlobals();
serveGrammar({ post, listen: (hear) => listen('message', ({ data }) => hear(data)) }, engine);
