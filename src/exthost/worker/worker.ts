import './worker-globals.ts';
import { workerRuntime } from '../runtimes/worker-runtime.ts';
import { serveWorker } from './serve-worker.ts';

/** Entry of the extension host in a worker of a sandboxed page. */
serveWorker({ worker: workerRuntime });
