import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDirectoryWatches, type DirectoryChange } from './directory-watches.ts';

// Watches a directory while no file can be opened, so that watching fails; then releases the files.
const directory = process.argv[2] ?? '';
const heard: Omit<DirectoryChange, 'directory'>[] = [];
const taken: number[] = [];
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
}
createDirectoryWatches(({ kind, name }) => {
  heard.push({ kind, name });
  if (heard.length === 1) writeFileSync(join(directory, 'new.txt'), '');
  if (name === 'new.txt') {
    console.log(JSON.stringify(heard));
    process.exit();
  }
}).watch(directory);
const before = heard.length;
for (const file of taken) closeSync(file);
if (before > 0) throw new Error('It was told of a directory that is there.');
setInterval(() => undefined, 1000);
