/** The heading that an address names after its `#`; undefined: none. */
export function headingOf(href: string): string | undefined {
  const [, name] = /#([^#/\\]+)$/.exec(href.trim()) ?? [];
  if (name === undefined) return undefined;
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}
