import { app } from 'electron';
import { type CommandLine, type CommandLineSource, parseCommandLine } from './command-line.ts';

const ownStart = (): CommandLineSource => ({
  argv: process.argv,
  isDefaultApp: process.defaultApp === true,
  workingDirectory: process.cwd(),
});

/** What another process asks of this one. */
export type LaterStart =
  /** It was started, and has ended: its `CommandLineSource`, as it came, unchecked. */
  | { readonly type: 'start'; readonly source: unknown }
  /** macOS hands over a file or a folder that was dropped on the icon. */
  | { readonly type: 'file'; readonly path: string };

export interface Starts {
  /** What this process was started with. */
  readonly first: CommandLine;
  /** From here on each later start is handed over; those that came before wait for it. */
  follow(open: (start: LaterStart) => void): void;
}

/**
 * Makes sure that one app runs for each user-data directory. A second start hands its command line to the first.
 * @returns null: another one runs and has been told; this one must end
 */
export function takeSingleInstance(): Starts | null {
  // The arguments that Chromium passes on are reordered, so ours travel beside them.
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
