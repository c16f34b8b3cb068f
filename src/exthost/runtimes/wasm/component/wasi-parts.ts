/**
 * The parts of WASI 0.2 for browsers. By their paths: by the package's name Node would be given those for Node, which
 * reach files and network.
 */

export { createCli } from '../../../../../node_modules/@bytecodealliance/preview2-shim/dist/browser/cli.js';
export {
  monotonicClock,
  wallClock,
} from '../../../../../node_modules/@bytecodealliance/preview2-shim/dist/browser/clocks.js';
export {
  createFilesystem,
  InMemoryFilesystemAdapter,
} from '../../../../../node_modules/@bytecodealliance/preview2-shim/dist/browser/filesystem.js';
export {
  error,
  poll,
  pollableCreate,
  streams,
} from '../../../../../node_modules/@bytecodealliance/preview2-shim/dist/browser/io.js';
export {
  insecure,
  insecureSeed,
  random,
} from '../../../../../node_modules/@bytecodealliance/preview2-shim/dist/browser/random.js';
