import { parentPort } from 'node:worker_threads';
import { detect } from 'jschardet';

// Thread of encoding-guess.ts: unpacking the detection model takes a second on a slow machine, and would block main.
parentPort?.on('message', (bytes: Uint8Array) => {
  const { encoding, confidence } = detect(bytes);
  parentPort?.postMessage({ encoding, confidence });
});
