import { parentPort } from 'node:worker_threads';
import { parse } from 'editorconfig';

// A thread of editor-config.ts: the files come with a folder that nobody may trust, and their patterns may be such that
// matching a name takes for ever.
parentPort?.on('message', async (path: string) => {
  parentPort?.postMessage(await parse(path, { unset: true }).catch(() => ({})));
});
