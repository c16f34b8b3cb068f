import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '../../shared/contract/errors.ts';
import { createDirectoryWatches } from './directory-watches.ts';
import { createDocumentWatcher } from './document-watcher.ts';
import type { ReadPieces } from './read-document.ts';

// Watches a directory and a file in it while no file can be opened, so that watching fails; changes the file, then the
// directory; releases the files, and changes the directory again. Prints what it was told.
// Both look every two seconds.
const { setInterval: every } = globalThis;
globalThis.setInterval = ((look: () => void, ms: number) => every(look, ms / 10)) as typeof every;

const directory = process.argv[2] ?? '';
const file = join(directory, 'open.txt');
writeFileSync(file, 'one');
const taken: number[] = [];
const takeAll = () => {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
  }
};
const release = (count: number) => {
  for (const one of taken.splice(0, count)) closeSync(one);
};

const write = (path: string, text: string) => {
  release(1);
  writeFileSync(path, text);
  takeAll();
};

const heard = new Set<string>();
const tell = (what: string): void => {
  if (heard.has(what)) return;
  heard.add(what);
  console.log(what);
  if (what === 'file: unwatched') write(file, 'another text');
  if (what === 'file: changed') write(join(directory, 'new.txt'), '');
  if (what === 'directory: listed') release(taken.length);
  if (what === 'directory: listed late.txt') process.exit();
};
const revisionOf = () => String(statSync(file).size);
const read = async () => ok({ revision: revisionOf() } as unknown as ReadPieces);

takeAll();
createDirectoryWatches(({ kind, name }) => {
  if (kind === 'listed' && taken.length === 0) writeFileSync(join(directory, 'late.txt'), '');
  tell(`directory: ${kind}${name === null ? '' : ` ${name}`}`);
}).watch(directory);
createDocumentWatcher(
  read,
  () => tell('file: changed'),
  () => tell('file: unwatched'),
).watch(file, revisionOf());
setInterval(() => undefined, 1000);
