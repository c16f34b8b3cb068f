import type { ScriptSources } from '../../../shared/contract/extensions/script-sources.ts';

/** The file of a module. @throws with where it was looked for */
export function moduleFile(sources: ScriptSources, name: string): { path: string; source: Uint8Array } {
  const path = Object.hasOwn(sources.modules, name) ? sources.modules[name] : undefined;
  const source = path === undefined || !Object.hasOwn(sources.files, path) ? undefined : sources.files[path];
  if (path !== undefined && source) return { path, source };
  const file = name.replaceAll('.', '/');
  const places = foldersOf(sources).flatMap((folder) => [`${folder}${file}.lua`, `${folder}${file}/init.lua`]);
  throw new Error(`there is no module "${name}": looked for ${places.join(', ')}`);
}

/** The folders in which modules are, by where those that there are have been found; that of the script at least. */
function foldersOf({ main, modules }: ScriptSources): string[] {
  const folders = new Set([main.slice(0, main.lastIndexOf('/') + 1)]);
  for (const [name, path] of Object.entries(modules)) {
    const file = name.replaceAll('.', '/');
    for (const end of [`${file}.lua`, `${file}/init.lua`]) {
      if (path === end || path.endsWith(`/${end}`)) folders.add(path.slice(0, path.length - end.length));
    }
  }
  return [...folders];
}
