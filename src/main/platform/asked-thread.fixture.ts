import { parentPort } from 'node:worker_threads';

// Thread of asked-thread.test.ts.
parentPort?.on('message', (question: string) => {
  if (question === 'end') process.exit(0);
  if (question === 'fail') throw new Error('it failed');
  // As in a call of the system that does not come back.
  if (question === 'hang') for (;;);
  parentPort?.postMessage(null);
  parentPort?.postMessage(`${question}, answered`);
});
