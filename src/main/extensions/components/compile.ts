import { $init, type GenerateOptions, generate } from '@bytecodealliance/jco-transpile/component';
import { compilerOptions } from '../../../shared/extensions/component-compiler.ts';
import { apiVersionOf } from './api-version.ts';
import type { CompilerAnswer } from './compiler-answer.ts';
import { whyTooOld } from './component-gaps.ts';

/** Bytes of the glue. Usually it has less than one MB; types of types make it as large as one likes. */
const longestGlue = 8 * 1024 * 1024;

/** Runs in a process of its own: a component that takes all time or memory takes no more than that process. */
export async function compile(bytes: Uint8Array): Promise<CompilerAnswer> {
  await $init;
  try {
    const apiVersion = apiVersionOf(bytes);
    const tooOld = apiVersion && whyTooOld(apiVersion);
    if (tooOld) return { refusal: tooOld };
    const { files, imports, exports } = generate(bytes, compilerOptions satisfies GenerateOptions);
    const glueBytes = files.find(([name]) => name === `${compilerOptions.name}.js`)?.[1].byteLength ?? 0;
    // Main would read all of it at once.
    if (glueBytes > longestGlue) {
      return { refusal: `what is made of its types has ${glueBytes >> 20} MB; ${longestGlue >> 20} MB is the most` };
    }
    return { files, imports, exports, apiVersion };
  } catch (error) {
    const { payload, message } = error as Error & { payload?: unknown };
    return { fault: typeof payload === 'string' ? payload : message };
  }
}
