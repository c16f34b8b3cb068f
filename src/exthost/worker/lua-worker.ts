import './worker-globals.ts';
import { luaRuntime } from '../runtimes/lua/lua-runtime.ts';
import { serveWorker } from './serve-worker.ts';

/** Entry of the host of Lua extensions, in a worker of a sandboxed page. */
serveWorker({ lua: luaRuntime });
