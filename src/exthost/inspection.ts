import inspector from 'node:inspector';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

/**
 * What the arguments of the host ask for: `--inspect-port=<port>` opens the inspector to DevTools at once,
 * `--inspector-socket=<path>` names where main waits for the inspector thread.
 * @returns starts that thread: to be called before any extension's code runs; twice is once
 */
export function inspection(args: readonly string[]): () => void {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { 'inspect-port': { type: 'string' }, 'inspector-socket': { type: 'string' } },
  });
  const { 'inspect-port': port, 'inspector-socket': socket } = values;
  // From in here: the packaged app's fuses refuse the switch of the same purpose.
  if (typeof port === 'string') inspector.open(Number(port), '127.0.0.1');
  let hasStarted = typeof socket !== 'string';
  return () => {
    if (hasStarted) return;
    hasStarted = true;
    // Beside this module, as source and as built.
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
