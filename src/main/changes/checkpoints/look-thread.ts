import { parentPort } from 'node:worker_threads';
import { createFolderLooker, type LookQuestion } from './folder-look.ts';

// Thread of folder-looks.ts: thousands of questions to the system take a fraction of the time when each waits for its
// answer, and a drive of the network may not answer at all.

/** Ms between two signs of life. */
const signMs = 500;

// To Electron's functions a file named *.asar is a folder.
Object.assign(process, { noAsar: true });
const look = createFolderLooker();

parentPort?.on('message', (question: LookQuestion) => {
  let toldAt = performance.now();
  const answer = look(question, () => {
    if (performance.now() - toldAt < signMs) return;
    toldAt = performance.now();
    parentPort?.postMessage(null);
  });
  const columns = typeof answer === 'string' ? [] : [answer.modes.buffer, answer.states.buffer];
  parentPort?.postMessage(answer, columns);
});
