/** A type whose properties are read-only at every depth. */
export type DeepReadonly<T> = unknown extends T
  ? T
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;
