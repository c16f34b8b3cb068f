/** Printable ASCII without quotes and backslashes. */
const plainName = /^[ !#-&(-[\]-_a-~]*$/;

/**
 * The compiler of jco 0.15 writes names of core modules between quotes into the glue as they are: a name could end its
 * quotes, and be code. (Names of the component itself are checked by it.) Called in the thread of the component, as there
 * may be hundreds of thousands.
 * @throws for such a name, before the glue is loaded
 */
export function expectPlainNames(module: WebAssembly.Module): void {
  const exported = WebAssembly.Module.exports(module).map(({ name }) => name);
  const imported = WebAssembly.Module.imports(module).flatMap((one) => [one.module, one.name]);
  for (const name of [...exported, ...imported]) {
    if (plainName.test(name)) continue;
    throw new Error(
      `A module of the component has the name ${JSON.stringify(name)}, which is refused: names are of printable ASCII, without quotes and backslashes`,
    );
  }
}
