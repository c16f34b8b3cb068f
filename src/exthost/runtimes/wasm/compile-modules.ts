import type { CompiledComponent } from '../../../shared/contract/extensions/compiled-component.ts';
import { pagesAtStart, withMemoryLimit } from './memory-limit.ts';

/** A component of which any number of instances can be made. */
export interface CompiledModules {
  /** Address of the module that instantiates it. */
  readonly glue: string;
  readonly modules: Readonly<Record<string, WebAssembly.Module>>;
  readonly imports: readonly string[];
  /** Modules that make memories. An instance has each once: together they are within the limit. */
  readonly withMemory: readonly string[];
}

/**
 * @param memoryBytes the most of all memories of an instance
 * @throws for what cannot be run, with the reason
 */
export async function compileModules(
  { modules, imports }: CompiledComponent,
  glue: string,
  memoryBytes: number,
): Promise<CompiledModules> {
  const pages = Object.entries(modules).map(([name, bytes]) => ({ name, count: pagesAtStart(bytes) }));
  const withMemory = pages.filter(({ count }) => count > 0n).map(({ name }) => name);
  const allPages = pages.reduce((sum, { count }) => sum + count, 0n);
  const compiled = Object.entries(modules).map(async ([name, bytes]): Promise<[string, WebAssembly.Module]> => {
    const limited = withMemoryLimit(bytes, memoryBytes, allPages);
    const module = await WebAssembly.compile(limited as Uint8Array<ArrayBuffer>);
    return [name, module];
  });
  return { glue, imports, withMemory, modules: Object.fromEntries(await Promise.all(compiled)) };
}
