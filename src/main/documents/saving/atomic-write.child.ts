import { killAtRename } from '../../testing/kill-at-rename.ts';
import { atomicWrite } from './atomic-write.ts';

// Run by atomic-write.test.ts, which kills it: writes one letter two million times, then the other, and so on. With a
// number for `aim` it kills itself in place of that rename.
const [path = '', aim = '', ...letters] = process.argv.slice(2);
if (aim !== '') killAtRename(Number(aim));
process.send?.('writing');
for (;;) {
  for (const letter of letters) await atomicWrite(path, letter.repeat(2_000_000));
}
