/** What is typed after the name of a command for documentation: `<package> [entry]`, or `<package>::<entry>`. */
export interface DocumentationArgument {
  readonly name: string;
  /** Between package and entry; "" while the package is being typed. */
  readonly separator: string;
  readonly entry: string;
}

export function readArgument(argument: string): DocumentationArgument {
  const [, name = '', separator = '', entry = ''] = /^\s*(.*?)(?:(::|\s+)(.*))?$/s.exec(argument) ?? [];
  return { name, separator, entry };
}

export const isPackageName = (name: string): boolean => /^[^\s\p{C}]{1,200}$/u.test(name) && !name.includes('::');
