import type { CompiledComponent } from '../../../shared/contract/extensions/compiled-component.ts';
import { withMemoryLimit } from './memory-limit.ts';

/** A component of which any number of instances can be made. */
export interface CompiledModules {
  /** Address of the module that instantiates it. */
  readonly glue: string;
  readonly modules: Readonly<Record<string, WebAssembly.Module>>;
  readonly imports: readonly string[];
}

/** @param memoryBytes the most of each memory */
export async function compileModules(
  { modules, imports }: CompiledComponent,
  glue: string,
  memoryBytes: number,
): Promise<CompiledModules> {
  const compiled = Object.entries(modules).map(async ([name, bytes]): Promise<[string, WebAssembly.Module]> => {
    const limited = withMemoryLimit(bytes, memoryBytes);
    return [name, await WebAssembly.compile(limited as Uint8Array<ArrayBuffer>)];
  });
  return { glue, imports, modules: Object.fromEntries(await Promise.all(compiled)) };
}
