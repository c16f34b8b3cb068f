import { $init, type GenerateOptions, generate } from '@bytecodealliance/jco-transpile/component';
import { compilerOptions } from '../../../shared/extensions/component-compiler.ts';
import type { CompilerAnswer } from './compiler-answer.ts';

/** Runs in a process of its own: a component that takes all time or memory takes no more than that process. */
export async function compile(bytes: Uint8Array): Promise<CompilerAnswer> {
  await $init;
  try {
    const { files, imports, exports } = generate(bytes, compilerOptions satisfies GenerateOptions);
    return { files, imports, exports };
  } catch (error) {
    const { payload, message } = error as Error & { payload?: unknown };
    return { fault: typeof payload === 'string' ? payload : message };
  }
}
