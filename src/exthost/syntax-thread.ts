import { type Runtime, Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import type { CodePlace } from './runtimes/syntax-error.ts';

/**
 * Thread that parses a module and its imports, without running them, to find the place of a syntax error: for modules
 * only the inspector tells it.
 */

const files = new Map<string, string>();
const session = new Session();
session.connect();
for (const event of ['Debugger.scriptParsed', 'Debugger.scriptFailedToParse'] as const) {
  session.on(event, ({ params }) => void files.set(params.scriptId, params.url));
}
session.post('Debugger.enable');

// All modules are parsed first, then run in the order of imports: the first one throws, so that the other never runs.
const reading = `import 'data:text/javascript,throw 0'; import ${JSON.stringify(workerData)};`;
import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(reading)}`).catch((error: unknown) =>
  parentPort?.postMessage(placeOf(error)),
);

function placeOf(error: unknown): CodePlace | null {
  let place: CodePlace | null = null;
  Object.assign(globalThis, { failure: error });
  session.post('Runtime.evaluate', { expression: 'globalThis.failure' }, (_failed, evaluated) => {
    const errorObjectId = evaluated?.result.objectId;
    if (errorObjectId === undefined) return;
    session.post('Runtime.getExceptionDetails', { errorObjectId }, (_failed, found) => {
      const { exceptionDetails } = { ...found } as { readonly exceptionDetails?: Runtime.ExceptionDetails };
      const file = files.get(exceptionDetails?.scriptId ?? '');
      if (!exceptionDetails || file === undefined) return;
      place = { file, line: exceptionDetails.lineNumber + 1, column: exceptionDetails.columnNumber + 1 };
    });
  });
  return place;
}
