import { compile } from '../compile.ts';

/** The compiler's process as a plain Node process, for tests. */
process.once('message', async (bytes: Uint8Array) => process.send?.(await compile(bytes)));
