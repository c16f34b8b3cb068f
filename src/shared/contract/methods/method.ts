import { z } from 'zod/mini';
import type { DeepReadonly } from '../deep-readonly.ts';

/**
 * Declares a method of main that the renderer may call: `takes(threadId, promptText).gives<Result<null>>()`.
 * The schemas stand for the arguments in their order, and their types are those of the method at both ends. Main makes
 * the result, which has a type only.
 */
export interface Method<A extends unknown[] = unknown[], R = unknown> {
  readonly arguments: z.ZodMiniType<A>;
  /** For the compiler; never set. */
  readonly result?: R;
}

export const takes = <const S extends readonly z.core.$ZodType[]>(...schemas: S) => ({
  gives: <R>(): Method<z.output<z.ZodMiniTuple<S, null>>, R> => ({
    arguments: z.tuple(schemas as never) as unknown as z.ZodMiniType<z.output<z.ZodMiniTuple<S, null>>>,
  }),
});

export type RendererMethodTable = Readonly<Record<string, Readonly<Record<string, Method>>>>;

/** The methods of a table for callers. */
export type Callable<T> = {
  readonly [G in keyof T]: {
    readonly [M in keyof T[G]]: T[G][M] extends Method<infer A, infer R>
      ? (...args: { [At in keyof A]: DeepReadonly<A[At]> }) => Promise<R>
      : never;
  };
};

/** The methods of a table for implementations, which own the checked arguments; sync or async. */
export type Implemented<T> = {
  readonly [G in keyof T]: {
    readonly [M in keyof T[G]]: T[G][M] extends Method<infer A, infer R> ? (...args: A) => R | Promise<R> : never;
  };
};

/** A method of a port with named arguments: `takesNamed({ providerId }).gives<string | null>()`. */
export interface NamedMethod<P = unknown, R = unknown> {
  readonly params: z.ZodMiniType<P>;
  /** For the compiler; never set. */
  readonly result?: R;
}

/** The named arguments of a schema that is used elsewhere too. */
export const takesAll = <P>(params: z.ZodMiniType<P>) => ({ gives: <R>(): NamedMethod<P, R> => ({ params }) });
/** Refuses unknown names. */
export const takesNamed = <S extends z.core.$ZodShape>(shape: S) => takesAll(z.strictObject(shape));
export const takesNothing = takesAll(z.null());

/** The methods of a table, in the form for a peer. */
export type MethodTableOf<T> = {
  [M in keyof T]: T[M] extends NamedMethod<infer P, infer R> ? { params: P; result: R } : never;
};

/** Schemas of arguments, by their meaning. */
const id = z.string().check(z.minLength(1), z.maxLength(256));
export const threadId = id;
export const promptId = id;
/** Id of a prompt, an answer or a tool call. */
export const entryId = id;
export const extensionId = id;
export const providerId = id;
/** Id of a notice, a question, a command, … */
export const itemId = id;
export const path = z.string().check(z.minLength(1), z.maxLength(32_768));
/** The whole text of a file, or the content of a field. */
export const text = z.string().check(z.maxLength(64 * 1024 * 1024));
export const promptText = z.string().check(z.maxLength(8 * 1024 * 1024));
/** A model reference. */
export const model = z.string().check(z.minLength(1), z.maxLength(4096));
export const line = z.string().check(z.maxLength(1000));
