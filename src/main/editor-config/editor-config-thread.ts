import { parentPort } from 'node:worker_threads';
import { parse } from 'editorconfig';

// Thread of editor-config.ts: the files may come from an untrusted folder, with patterns that take practically for ever
// to match.
parentPort?.on('message', async (path: string) => {
  parentPort?.postMessage(await parse(path, { unset: true }).catch(() => ({})));
});
