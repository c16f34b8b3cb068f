import { isAbsolute, resolve } from 'node:path';
import type { TextPosition } from '../../../shared/contract/documents/document.ts';

export interface CommandLine {
  /** As given, made absolute: folders and files, with the position (`file:line:col`) still attached. */
  readonly targets: readonly string[];
  /** Absolute folders of extensions to load in addition to the bundled ones. */
  readonly extensionPaths: readonly string[];
  /** Absolute folders, each with `extensions`, `prompts` and the like in it. */
  readonly extensionRoots: readonly string[];
  /** As `extensionPaths`, reloaded whenever a file in them changes. */
  readonly developmentPaths: readonly string[];
  /** Absolute paths of folders and archives to install, after the person's consent. */
  readonly installPaths: readonly string[];
  /** Opens the inspector of the shared host, at this port, or at any free one (0). */
  readonly inspectPort?: number | undefined;
  /** Logs every message between main and the extension hosts: its size, never its content. */
  readonly isTraced: boolean;
}

export interface CommandLineSource {
  /** The complete `process.argv`. */
  readonly argv: readonly string[];
  /** The app is an argument of the runtime (`electron <app> …`), and then not a target. */
  readonly isDefaultApp: boolean;
  /** Absolute. */
  readonly workingDirectory: string;
}

/** Switches of the runtime whose value is the next argument. */
const runtimeSwitches: ReadonlySet<string> = new Set(['-r', '--require', '--import']);

/** Parses a command line. Unknown switches (Chromium's, or misspelled) are ignored, and never fail. */
export function parseCommandLine({ argv, isDefaultApp, workingDirectory }: CommandLineSource): CommandLine {
  const targets: string[] = [];
  const paths = Object.fromEntries(pathSwitches.map((name) => [name, [] as string[]])) as Record<PathSwitch, string[]>;
  let inspectPort: number | undefined;
  let isTraced = false;
  let awaitsApp = isDefaultApp;
  let areSwitchesOver = false;
  const absolute = (path: string): string => (isAbsolute(path) ? path : resolve(workingDirectory, path));
  const args = argv.slice(1);
  for (let arg = args.shift(); arg !== undefined; arg = args.shift()) {
    if (!areSwitchesOver && arg.startsWith('-')) {
      const [name = '', ...rest] = arg.slice(2).split('=');
      const inline = rest.length > 0 ? rest.join('=') : undefined;
      if (arg === '--') areSwitchesOver = true;
      else if (isPathSwitch(name)) {
        const value = inline ?? args.shift();
        if (value) paths[name].push(absolute(value));
      } else if (name === 'inspect-extensions') inspectPort = portOf(inline);
      else if (name === 'log-extension-host') isTraced = inline === 'trace';
      else if (awaitsApp && runtimeSwitches.has(arg)) args.shift();
    } else if (awaitsApp) awaitsApp = false;
    else if (arg !== '') targets.push(absolute(arg));
  }
  return {
    targets,
    extensionPaths: paths['extension-path'],
    extensionRoots: paths['extension-root'],
    developmentPaths: paths['extension-development-path'],
    installPaths: paths['install-extension'],
    inspectPort,
    isTraced,
  };
}

const pathSwitches = ['extension-path', 'extension-root', 'extension-development-path', 'install-extension'] as const;
type PathSwitch = (typeof pathSwitches)[number];
const isPathSwitch = (name: string): name is PathSwitch => pathSwitches.some((known) => known === name);

/** An invalid port means any free one. */
const portOf = (text: string | undefined): number => {
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
};

export type Target =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly position?: TextPosition | undefined };

/**
 * Resolves a target. A file whose name really ends in `:1` takes precedence over a position; a missing path counts as a
 * file, so that opening it reports that.
 * @param kindOf kind of an absolute path; null: missing
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
