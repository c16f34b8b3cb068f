import { parentPort } from 'node:worker_threads';
import { detect } from 'jschardet';

// A thread of encoding-guess.ts: the guesser's model takes a second of a slow machine to unpack, in which main would do nothing else.
parentPort?.on('message', (bytes: Uint8Array) => {
  const { encoding, confidence } = detect(bytes);
  parentPort?.postMessage({ encoding, confidence });
});
