import { isAbsolute, resolve } from 'node:path';
import type { TextPosition } from '../../shared/contract/document.ts';

export interface CommandLine {
  /** As given, made absolute: folders and files, a position (`file:line:col`) still attached. */
  readonly targets: readonly string[];
  /** Absolute folders of extensions to load besides the bundled ones. */
  readonly extensionPaths: readonly string[];
}

export interface CommandLineSource {
  /** All of `process.argv`. */
  readonly argv: readonly string[];
  /** The app was started as an argument of the runtime (`electron <app> …`), which is then not a target. */
  readonly isDefaultApp: boolean;
  /** Absolute. */
  readonly workingDirectory: string;
}

/** Switches of the runtime whose value is an argument of its own. */
const runtimeSwitches: ReadonlySet<string> = new Set(['-r', '--require', '--import']);

/** Reads a command line. Switches that are not the app's (Chromium's, a typo) are left out, and never fail. */
export function parseCommandLine({ argv, isDefaultApp, workingDirectory }: CommandLineSource): CommandLine {
  const targets: string[] = [];
  const extensionPaths: string[] = [];
  let awaitsApp = isDefaultApp;
  let areSwitchesOver = false;
  const absolute = (path: string): string => (isAbsolute(path) ? path : resolve(workingDirectory, path));
  const args = argv.slice(1);
  for (let arg = args.shift(); arg !== undefined; arg = args.shift()) {
    if (!areSwitchesOver && arg.startsWith('-')) {
      if (arg === '--') areSwitchesOver = true;
      else if (arg.startsWith('--extension-path')) {
        const value = arg === '--extension-path' ? args.shift() : arg.slice('--extension-path='.length);
        if (value) extensionPaths.push(absolute(value));
      } else if (awaitsApp && runtimeSwitches.has(arg)) args.shift();
    } else if (awaitsApp) awaitsApp = false;
    else if (arg !== '') targets.push(absolute(arg));
  }
  return { targets, extensionPaths };
}

export type Target =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly position?: TextPosition | undefined };

/**
 * What a target means. A file whose name really ends in `:1` wins over a position; what does not exist is taken for a
 * file, so that opening it says so.
 * @param kindOf what is at an absolute path; null: nothing
 */
export async function resolveTarget(
  target: string,
  kindOf: (path: string) => Promise<'file' | 'directory' | null>,
): Promise<Target> {
  const kind = await kindOf(target);
  if (kind) return { kind, path: target };
  const match = /^(.+?):(\d{1,9})(?::(\d{1,9}))?$/s.exec(target);
  const [, path, line, column] = match ?? [];
  if (!path || !line || Number(line) === 0) return { kind: 'file', path: target };
  const position =
    column && Number(column) > 0 ? { line: Number(line), column: Number(column) } : { line: Number(line) };
  return { kind: 'file', path, position };
}
