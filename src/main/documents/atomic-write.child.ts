import { atomicWrite } from './atomic-write.ts';

// Run by atomic-write.test.ts, which kills it: writes one letter two million times, then the other, for ever.
const [path = '', ...letters] = process.argv.slice(2);
process.send?.('writing');
for (;;) {
  for (const letter of letters) await atomicWrite(path, letter.repeat(2_000_000));
}
