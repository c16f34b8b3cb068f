import type { LogLevel } from '../../platform/log-file.ts';

/** The hosts' messages about uncaught errors; see `src/exthost/index.ts` and `worker-globals.ts`. */
const uncaught = /^(Uncaught exception|Unhandled rejection) in an extension:/;
/** Frames of a stack, and lines that the engine writes after them. */
const goesOn = /^(\s+\S|caused by |\})/;
const maxLines = 200;

/** Groups the lines that a host writes at once into entries: a stack belongs to its first line. */
export function gatherEntries(onEntry: (text: string, level: LogLevel) => void): (line: string) => void {
  let lines: string[] = [];
  const tell = () => {
    const [first] = lines;
    if (first !== undefined) onEntry(lines.join('\n'), uncaught.test(first) ? 'error' : 'info');
    lines = [];
  };
  return (line) => {
    if (!goesOn.test(line) || lines.length === maxLines) tell();
    if (lines.length === 0) queueMicrotask(tell);
    lines.push(line);
  };
}

/** A frame of the hosts' own code, irrelevant for the author of an extension. */
const ownFrame = /^\s+at .*(outrigger-host:\/\/host\/|[/\\]main[/\\](chunks[/\\][^/\\]+|exthost[^/\\]*)\.cjs:\d)/;

export const withoutOwnFrames = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !ownFrame.test(line))
    .join('\n');
