import { z } from 'zod/mini';
import type { DeepReadonly } from '../deep-readonly.ts';

/**
 * How a method of main is written down that the renderer may call: `takes(threadId, promptText).gives<Result<null>>()`.
 * The schemas are its arguments in their order; their types are those of the method, at either end. What it gives was
 * made by main, and is a type alone.
 */
export interface Method<A extends unknown[] = unknown[], R = unknown> {
  readonly arguments: z.ZodMiniType<A>;
  /** For the compiler; it is never there. */
  readonly result?: R;
}

export const takes = <const S extends readonly z.core.$ZodType[]>(...schemas: S) => ({
  gives: <R>(): Method<z.output<z.ZodMiniTuple<S, null>>, R> => ({
    arguments: z.tuple(schemas as never) as unknown as z.ZodMiniType<z.output<z.ZodMiniTuple<S, null>>>,
  }),
});

export type RendererMethodTable = Readonly<Record<string, Readonly<Record<string, Method>>>>;

/** The methods of a table as they are called. */
export type Callable<T> = {
  readonly [G in keyof T]: {
    readonly [M in keyof T[G]]: T[G][M] extends Method<infer A, infer R>
      ? (...args: { [At in keyof A]: DeepReadonly<A[At]> }) => Promise<R>
      : never;
  };
};

/** The methods of a table as they are implemented, at once or later: what was checked is the implementation's own. */
export type Implemented<T> = {
  readonly [G in keyof T]: {
    readonly [M in keyof T[G]]: T[G][M] extends Method<infer A, infer R> ? (...args: A) => R | Promise<R> : never;
  };
};

/** A method of a port, whose arguments have names: `takesNamed({ providerId }).gives<string | null>()`. */
export interface NamedMethod<P = unknown, R = unknown> {
  readonly params: z.ZodMiniType<P>;
  /** For the compiler; it is never there. */
  readonly result?: R;
}

const gives = <P>(params: z.ZodMiniType<P>) => ({ gives: <R>(): NamedMethod<P, R> => ({ params }) });
/** Unknown names are refused. */
export const takesNamed = <S extends z.core.$ZodShape>(shape: S) => gives(z.strictObject(shape));
export const takesNothing = gives(z.null());

/** The methods of a table, as a peer has them. */
export type MethodTableOf<T> = {
  [M in keyof T]: T[M] extends NamedMethod<infer P, infer R> ? { params: P; result: R } : never;
};

/** What methods take, by what it names. */
const id = z.string().check(z.minLength(1), z.maxLength(256));
export const threadId = id;
export const promptId = id;
/** A prompt, an answer, or a call of a tool. */
export const entryId = id;
export const extensionId = id;
export const providerId = id;
/** Of a notice, a question, a command … */
export const itemId = id;
export const path = z.string().check(z.minLength(1), z.maxLength(32_768));
/** The whole text of a file, or what was typed into a field. */
export const text = z.string().check(z.maxLength(64 * 1024 * 1024));
export const promptText = z.string().check(z.maxLength(8 * 1024 * 1024));
/** A model reference. */
export const model = z.string().check(z.minLength(1), z.maxLength(4096));
export const line = z.string().check(z.maxLength(1000));
