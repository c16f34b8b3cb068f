import {
  hostInterfaces,
  onceOfWorld,
  plainImport,
  type threadInterfaces,
  worldFunctions,
} from '../../../../shared/extensions/component-imports.ts';
import type { HostAsker } from './host-asker.ts';
import { createHttpClient } from './http-client.ts';
import type { ServedInterface, ServedInterfaces } from './served-interface.ts';
import { writeLine } from './write-line.ts';

/** What every component is served, but for WASI and what it is lent. */
export function servedByApp(host: HostAsker): Readonly<Record<string, ServedInterface>> {
  const asking =
    (name: string) =>
    (...args: unknown[]) =>
      host.ask(name, args);
  const interfaces = Object.entries(hostInterfaces).map(([name, functions]): [string, ServedInterface] => [
    name,
    Object.fromEntries(functions.map((one) => [glueName(one), asking(`${name}.${one}`)])),
  ]);
  const world = worldFunctions.map((name): [string, ServedInterface] => [name, { default: asking(name) }]);
  const once = onceOfWorld.flatMap((name) =>
    hostInterfaces[name].map((one): [string, ServedInterface] => [one, { default: asking(`${name}.${one}`) }]),
  );
  const ofThread: ServedInterfaces<typeof threadInterfaces> = {
    log: { write: (level: unknown, text: unknown) => writeLine(host, level, text) },
    'http-client': createHttpClient(host),
  };
  return { ...Object.fromEntries([...interfaces, ...world, ...once]), ...ofThread };
}

/** `currentPlatform` for `current-platform`. */
const glueName = (name: string): string => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The imports of a component, by the names that its glue asks for. What is not served is an error when it is called.
 * @param served by names without package; those of WASI have theirs
 */
export function importsOf(
  names: readonly string[],
  served: Readonly<Record<string, ServedInterface>>,
): Readonly<Record<string, object>> {
  const all = new Map(Object.entries(served));
  const imports: Record<string, object> = Object.create(null);
  for (const name of names) imports[name] = orUnserved(name, all.get(plainImport(name)) ?? {});
  return imports;
}

const orUnserved = (name: string, served: ServedInterface): object =>
  new Proxy(served, {
    get(target, key) {
      if (typeof key === 'string' && Object.hasOwn(target, key)) return target[key];
      const called = key === 'default' ? name : `${name}#${String(key)}`;
      // A function, as the glue uses it as a class for resources too.
      return function unserved() {
        throw new Error(`The component calls ${called}, which the app does not have`);
      };
    },
  });
