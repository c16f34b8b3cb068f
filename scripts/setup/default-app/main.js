// Runs for `electron <folder> [arguments]` in the fallback runtime, which has no default app: starts the app in the
// folder. The import is awaited at the top level: `ready` must not fire before the app's own code has run.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

/** @param {readonly string[]} args */
function parse(args) {
  /** @type {string[]} */
  const preloads = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '-r' || arg === '--require') {
      index += 1;
      preloads.push(args[index] ?? '');
    } else if (!arg.startsWith('-')) {
      return { folder: resolve(arg), preloads };
    }
  }
  return { folder: null, preloads };
}

const { folder, preloads } = parse(process.argv.slice(1));
if (folder === null) {
  process.stderr.write('Name the folder of an app: electron <folder>\n');
  process.exit(1);
}

Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
const description = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
/** @typedef {{ setVersion(version: string): void, setAppPath(path: string): void }} Undocumented */
const launched = /** @type {Electron.App & Undocumented} */ (app);
if (description.version) launched.setVersion(description.version);
app.setName(description.productName ?? description.name ?? app.name);
if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(app.getPath('appData'), app.name));
launched.setAppPath(folder);

const requireHere = createRequire(join(process.cwd(), 'preload.js'));
for (const preload of preloads) requireHere(preload);
await import(pathToFileURL(requireHere.resolve(resolve(folder, description.main ?? 'index.js'))).href);
