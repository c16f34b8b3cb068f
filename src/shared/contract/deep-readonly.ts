/** A value of which no part is written to. */
export type DeepReadonly<T> = unknown extends T
  ? T
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;
