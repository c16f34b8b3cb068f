import { z } from 'zod/mini';
import { type CommandLine, parseCommandLine } from './command-line.ts';
import type { LaterStart } from './single-instance.ts';

const sourceSchema = z.object({ argv: z.array(z.string()), isDefaultApp: z.boolean(), workingDirectory: z.string() });

/** The command line of a later start; null if it is invalid. */
export function readLaterStart(start: LaterStart): CommandLine | null {
  if (start.type === 'file') {
    return { ...parseCommandLine({ argv: [], isDefaultApp: false, workingDirectory: '/' }), targets: [start.path] };
  }
  const source = sourceSchema.safeParse(start.source);
  return source.success ? parseCommandLine(source.data) : null;
}
