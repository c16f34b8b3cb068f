import { app } from 'electron';
import { z } from 'zod/mini';
import { type CommandLine, parseCommandLine } from './command-line.ts';

const startSchema = z.object({ argv: z.array(z.string()), isDefaultApp: z.boolean(), workingDirectory: z.string() });

/** How this process was started. */
export const ownStart = (): z.output<typeof startSchema> => ({
  argv: process.argv,
  isDefaultApp: process.defaultApp === true,
  workingDirectory: process.cwd(),
});

/** The command lines of later starts. */
export interface SecondStarts {
  /** From here on each is opened; those that came before wait for it. */
  follow(open: (commandLine: CommandLine) => unknown): void;
}

/**
 * Makes sure that one app runs for each user-data directory. A second start hands its command line to the first.
 * @returns null: another one runs and has been told; this one must end
 */
export function takeSingleInstance(): SecondStarts | null {
  // The arguments that Chromium passes on are reordered, so ours travel beside them.
  if (!app.requestSingleInstanceLock(ownStart())) return null;
  const waiting: CommandLine[] = [];
  let onSecondStart = (commandLine: CommandLine): unknown => waiting.push(commandLine);
  app.on('second-instance', (_event, _argv, _directory, data) => {
    const start = startSchema.safeParse(data);
    if (start.success) onSecondStart(parseCommandLine(start.data));
  });
  // macOS hands over files and folders that were dropped on the icon.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    onSecondStart({ ...parseCommandLine({ argv: [], isDefaultApp: false, workingDirectory: '/' }), targets: [path] });
  });
  return {
    follow(open) {
      onSecondStart = open;
      for (const commandLine of waiting.splice(0)) void open(commandLine);
    },
  };
}
