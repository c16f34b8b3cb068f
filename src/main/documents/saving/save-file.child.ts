import { type FileHandle, open } from 'node:fs/promises';
import { saveFile } from './save-file.ts';
import { createSaveJournals } from './save-journals.ts';

// Run by save-file.test.ts, which kills it: saves one letter many times, then the other, and so on. With a number for
// `aim` it kills itself after that many pieces.
const [path = '', directory = '', aim = '', ...texts] = process.argv.slice(2);
if (aim !== '') {
  const handle = await open(path);
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { write } = prototype;
  let written = 0;
  prototype.write = async function (this: FileHandle, ...args: unknown[]) {
    const result = await (write as (...args: unknown[]) => Promise<unknown>).apply(this, args);
    written += 1;
    if (written === Number(aim)) process.kill(process.pid, 'SIGKILL');
    return result;
  } as FileHandle['write'];
}
const journals = createSaveJournals(directory);
process.send?.('saving');
for (;;) {
  for (const text of texts) {
    const [letter = '', length = ''] = text.split(':');
    await saveFile(path, Buffer.from(letter.repeat(Number(length))), journals);
  }
}
