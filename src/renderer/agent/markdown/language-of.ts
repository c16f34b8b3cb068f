/** The key to a file's grammar: its extension, or its name when it has none. */
export function languageOf(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  const at = name.lastIndexOf('.');
  return at > 0 ? name.slice(at + 1) : name;
}
