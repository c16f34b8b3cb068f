import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

/**
 * Handles the inspector's arguments of the host: `--inspect-port=<port>` opens the inspector for DevTools at once,
 * `--inspector-socket=<path>` names the socket at which main waits for the inspector thread.
 * @returns starts that thread, once; to be called before any extension's code runs
 */
export function inspection(args: readonly string[]): () => void {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { 'inspect-port': { type: 'string' }, 'inspector-socket': { type: 'string' } },
  });
  const { 'inspect-port': port, 'inspector-socket': socket } = values;
  // Opened here, as the packaged app's fuses disable the command-line switch; loaded only then, as it takes a twelfth of a start.
  if (typeof port === 'string') process.getBuiltinModule('node:inspector').open(Number(port), '127.0.0.1');
  let hasStarted = typeof socket !== 'string';
  return () => {
    if (hasStarted) return;
    hasStarted = true;
    // In the folder of this module, with its extension: .ts in the source, .js in the build.
    const module = join(import.meta.dirname, `inspector-thread${extname(import.meta.filename)}`);
    const thread = new Worker(module, {
      workerData: socket,
      env: {},
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
    });
    thread.on('error', (error) => console.error('This host cannot be inspected while it hangs:', error));
    thread.unref();
  };
}
