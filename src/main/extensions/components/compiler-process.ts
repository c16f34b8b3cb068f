import { compile } from './compile.ts';

/** Entry of the compiler's process: one component, one answer. Main ends it. */
process.parentPort.once('message', async ({ data }) => process.parentPort.postMessage(await compile(data)));
