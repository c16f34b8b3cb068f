import type { wasiInterfaces } from '../../../../shared/extensions/component-imports.ts';
import { createClocks } from './clocks.ts';
import type { HostAsker } from './host-asker.ts';
import type { ServedInterfaces } from './served-interface.ts';
import {
  createCli,
  createFilesystem,
  error,
  InMemoryFilesystemAdapter,
  insecure,
  insecureSeed,
  random,
  streams,
} from './wasi-parts.ts';
import { longestLine } from './write-line.ts';

/** Its folder: empty, and forgotten with the instance. Some components want one, named by `PWD`. */
const folder = '/extension';

/**
 * WASI 0.2 for a component: no network and no files but those that it makes itself, in memory.
 * @param hear gets each line of stdout and stderr
 */
export function createWasi(
  host: HostAsker,
  hear: (from: 'stdout' | 'stderr', line: string) => void,
): ServedInterfaces<typeof wasiInterfaces> {
  const cli = createCli({
    environment: { PWD: folder },
    initialCwd: folder,
    stdout: lines((line) => hear('stdout', line)),
    stderr: lines((line) => hear('stderr', line)),
  });
  const root = { dir: {} };
  const files = createFilesystem({ adapter: new InMemoryFilesystemAdapter(), preopens: { [folder]: root, '.': root } });
  const { monotonicClock, poll, wallClock } = createClocks(host);
  return {
    'wasi:cli/environment': cli.environment,
    'wasi:cli/exit': cli.exit,
    'wasi:cli/stdin': cli.stdin,
    'wasi:cli/stdout': cli.stdout,
    'wasi:cli/stderr': cli.stderr,
    'wasi:cli/terminal-input': cli.terminalInput,
    'wasi:cli/terminal-output': cli.terminalOutput,
    'wasi:cli/terminal-stdin': cli.terminalStdin,
    'wasi:cli/terminal-stdout': cli.terminalStdout,
    'wasi:cli/terminal-stderr': cli.terminalStderr,
    'wasi:clocks/monotonic-clock': monotonicClock,
    'wasi:clocks/wall-clock': wallClock,
    'wasi:filesystem/preopens': files.preopens,
    'wasi:filesystem/types': files.types,
    'wasi:io/error': error,
    'wasi:io/poll': poll,
    'wasi:io/streams': streams,
    'wasi:random/random': { ...random, getRandomBytes: within(random.getRandomBytes) },
    'wasi:random/insecure': { ...insecure, getInsecureRandomBytes: within(insecure.getInsecureRandomBytes) },
    'wasi:random/insecure-seed': insecureSeed,
  };
}

/** Random bytes at a time; keys are much shorter. They are outside of the component's memory at first. */
const mostRandomBytes = 1024 * 1024;

const within = (random: (length: bigint) => Uint8Array) => (length: bigint) => {
  if (length <= mostRandomBytes) return random(length);
  throw new Error(`${length} random bytes are more than there are at once. Ask for ${mostRandomBytes} at most`);
};

/** A stream of output that is heard line by line. */
function lines(hear: (line: string) => void) {
  const decoder = new TextDecoder();
  let begun = '';
  const end = () => {
    const line = begun;
    begun = '';
    if (line !== '') hear(line);
  };
  return {
    write(bytes: Uint8Array) {
      begun += decoder.decode(bytes, { stream: true });
      const whole = begun.split('\n');
      begun = whole.pop() ?? '';
      for (const line of whole) hear(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (begun.length > longestLine) end();
    },
    blockingFlush: () => undefined,
  };
}
