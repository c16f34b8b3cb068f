import { z } from 'zod/mini';
import type { ApiVersion } from '../../../shared/contract/extensions/compiled-component.ts';
import { compilerOptions } from '../../../shared/extensions/component-compiler.ts';
import type { Compilation } from './compilation.ts';
import { ComponentFault } from './component-fault.ts';

const glueName = `${compilerOptions.name}.js`;
const part = z.int().check(z.nonnegative());
export const apiVersionSchema = z.tuple([part, part, part]);
const wordSchema = z.string().check(z.maxLength(10_000));
const wordsSchema = z.array(wordSchema).check(z.maxLength(10_000));

/** Answer of a compiler's process about a component. */
export type CompilerAnswer =
  | {
      readonly files: readonly (readonly [name: string, bytes: Uint8Array])[];
      readonly imports: readonly string[];
      readonly exports: readonly (readonly [name: string, type: string])[];
      /** See `apiVersionOf`. */
      readonly apiVersion: ApiVersion | null;
    }
  /** Of the compiler. */
  | { readonly fault: string }
  /** It is refused: a sentence of ours. */
  | { readonly refusal: string };

const answerSchema: z.ZodMiniType<CompilerAnswer> = z.union([
  z.object({
    files: z.array(z.tuple([wordSchema, z.instanceof(Uint8Array)])).check(z.maxLength(10_000)),
    imports: wordsSchema,
    exports: z.array(z.tuple([wordSchema, wordSchema])).check(z.maxLength(10_000)),
    apiVersion: z.nullable(apiVersionSchema),
  }),
  z.object({ fault: z.string() }),
  z.object({ refusal: z.string() }),
]);

/** @throws {ComponentFault} when the component could not be compiled, or the answer is none */
export function readAnswer(message: unknown): Compilation {
  const read = answerSchema.safeParse(message);
  if (!read.success) throw new ComponentFault('its compiler gave an answer that cannot be read');
  if ('refusal' in read.data) throw new ComponentFault(read.data.refusal);
  if ('fault' in read.data) throw new ComponentFault(describeFault(read.data.fault));
  const { files, imports, exports, apiVersion } = read.data;
  const glue = files.find(([name]) => name === glueName)?.[1];
  if (!glue) throw new ComponentFault('its compiler made no module of it');
  return {
    glue: Buffer.from(glue).toString(),
    component: {
      modules: Object.fromEntries(files.filter(([name]) => name !== glueName)),
      imports,
      exports: exports.flatMap(([name, type]) => (type === 'function' ? [name] : [])),
      ...(apiVersion && { apiVersion }),
    },
  };
}

const longestCause = 300;

/** @param fault of the compiler: a chain of causes, the last of which says what is wrong */
function describeFault(fault: string): string {
  const lines = fault.split('\n').map((line) => line.trim());
  const causes = lines.slice(lines.indexOf('Caused by:') + 1).filter((line) => line !== '');
  const cause = (causes[0] ?? 'for no given reason').replace(/^0: /, '').slice(0, longestCause);
  return cause.includes('unexpected end')
    ? `it is cut off (${cause}). Build or copy it again`
    : `it is damaged, or made for another version of the component model (${cause}). Build it again`;
}
