import type { ComponentCompiler } from '../components/component-compiler.ts';

/** For tests in which no extension is a component. */
export const noCompiler: ComponentCompiler = {
  known: async () => null,
  compile: () => Promise.reject(new Error('There is no compiler here')),
};
