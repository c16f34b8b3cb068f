import './worker-globals.ts';
import { serveWorker } from './serve-worker.ts';

/** Entry of the host of components, in a worker of a sandboxed page. */
serveWorker({});
