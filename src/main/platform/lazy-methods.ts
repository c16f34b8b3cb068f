type Methods<T> = { readonly [M in keyof T]: T[M] extends (...args: never[]) => Promise<unknown> ? M : never }[keyof T];

/**
 * The named methods of a service that is loaded when one of them is first called.
 * @returns an object with these methods and nothing else of the service
 */
export function lazyMethods<T extends object, M extends Methods<T> & string>(
  service: () => Promise<T>,
  names: readonly M[],
): Pick<T, M> {
  const entries = names.map((name) => [
    name,
    async (...args: never[]) => {
      const loaded = await service();
      return (loaded[name] as (...args: never[]) => Promise<unknown>)(...args);
    },
  ]);
  return Object.fromEntries(entries) as Pick<T, M>;
}
