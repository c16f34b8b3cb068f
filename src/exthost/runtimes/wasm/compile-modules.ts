import type { CompiledComponent } from '../../../shared/contract/extensions/compiled-component.ts';
import { pagesAtStart, withMemoryLimit } from './limits/memory-limit.ts';
import { tablesAtStart, withTableLimit } from './limits/table-limit.ts';

/** A component of which any number of instances can be made. */
export interface CompiledModules {
  /** Address of the module that instantiates it. */
  readonly glue: string;
  readonly modules: Readonly<Record<string, WebAssembly.Module>>;
  readonly imports: readonly string[];
  /** Modules that make memories or tables. An instance has each once: together they are within the limits. */
  readonly once: readonly string[];
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
  const parts = Object.entries(modules).map(([name, bytes]) => {
    return { name, pages: pagesAtStart(bytes), tables: tablesAtStart(bytes) };
  });
  const once = parts.filter(({ pages, tables }) => pages > 0n || tables.count > 0n).map(({ name }) => name);
  const allPages = parts.reduce((sum, { pages }) => sum + pages, 0n);
  const allTables = {
    count: parts.reduce((sum, { tables }) => sum + tables.count, 0n),
    entries: parts.reduce((sum, { tables }) => sum + tables.entries, 0n),
  };
  const compiled = Object.entries(modules).map(async ([name, bytes]): Promise<[string, WebAssembly.Module]> => {
    const limited = withTableLimit(withMemoryLimit(bytes, memoryBytes, allPages), allTables);
    const module = await WebAssembly.compile(limited as Uint8Array<ArrayBuffer>);
    return [name, module];
  });
  return { glue, imports, once, modules: Object.fromEntries(await Promise.all(compiled)) };
}
