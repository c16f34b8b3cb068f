import { app } from 'electron';
import { type CommandLine, type CommandLineSource, parseCommandLine } from './command-line.ts';

const ownStart = (): CommandLineSource => ({
  argv: process.argv,
  isDefaultApp: process.defaultApp === true,
  workingDirectory: process.cwd(),
});

/** A request of another process. */
export type LaterStart =
  /** A later start, which has ended: its `CommandLineSource`, unvalidated. */
  | { readonly type: 'start'; readonly source: unknown }
  /** macOS opens a file or folder that was dropped on the icon. */
  | { readonly type: 'file'; readonly path: string };

export interface Starts {
  /** The command line of this process. */
  readonly first: CommandLine;
  /** Passes on all later starts; those before the call were queued. */
  follow(open: (start: LaterStart) => void): void;
}

/**
 * Ensures that one instance runs per user-data directory. A second one passes its command line to the first.
 * @returns null: another instance runs and was notified; this one must end
 */
export function takeSingleInstance(): Starts | null {
  // Passed separately, because Chromium reorders the arguments that it forwards.
  const source = ownStart();
  if (!app.requestSingleInstanceLock(source)) return null;
  const waiting: LaterStart[] = [];
  let handOver = (start: LaterStart): void => void waiting.push(start);
  app.on('second-instance', (_event, _argv, _directory, later) => handOver({ type: 'start', source: later }));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    handOver({ type: 'file', path });
  });
  return {
    first: parseCommandLine(source),
    follow(open) {
      handOver = open;
      for (const start of waiting.splice(0)) open(start);
    },
  };
}
