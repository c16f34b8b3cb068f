/** Name and version of the compiler: what another one made is not used. A test compares it with the installed one. */
export const compilerVersion = '@bytecodealliance/jco-transpile 0.15.0';

/**
 * Its options. The glue takes its core modules and its imports when it is instantiated, as it can load nothing by
 * itself, and every call is synchronous: a component waits in a worker of its own.
 */
export const compilerOptions = {
  name: 'component',
  noTypescript: true,
  instantiation: { tag: 'async' },
  compat: false,
  noNodejsCompat: true,
  tlaCompat: false,
  base64Cutoff: 0,
  asyncMode: { tag: 'sync' },
} as const;
