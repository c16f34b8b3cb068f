import { plainImport } from '../../../../shared/extensions/component-imports.ts';
import type { HostAsker } from './host-asker.ts';
import { createHttpClient } from './http-client.ts';
import type { ServedInterface } from './served-interface.ts';
import { writeLine } from './write-line.ts';

/** Functions of interfaces that the host carries out, as WIT names them. */
const functionsOf = {
  settings: ['get'],
  state: ['get', 'set', 'delete', 'keys'],
  time: ['wait'],
  // Zed's.
  platform: ['current-platform'],
  process: ['run-command'],
  github: ['latest-github-release', 'github-release-by-tag-name'],
  nodejs: ['node-binary-path', 'npm-package-latest-version', 'npm-package-installed-version', 'npm-install-package'],
} as const;

/** Functions of worlds, which no package names. */
const worldFunctions = [
  'llm-get-credential',
  'llm-store-credential',
  'llm-delete-credential',
  'llm-request-credential',
  'llm-get-env-var',
  'llm-oauth-start-web-auth',
  'llm-send-oauth-http-request',
  'llm-oauth-open-browser',
  'llm-models-changed',
  // Zed's.
  'get-settings',
  'download-file',
  'make-file-executable',
  'set-language-server-installation-status',
] as const;

/** Interfaces whose functions were those of Zed's world in version 0.0.6. */
const onceOfWorld = ['platform', 'github', 'nodejs'] as const;

/** All that the host carries out, by the names of interfaces and functions without their package. */
export function servedByHost(host: HostAsker): ReadonlyMap<string, ServedInterface> {
  const asking =
    (name: string) =>
    (...args: unknown[]) =>
      host.ask(name, args);
  const interfaces = Object.entries(functionsOf).map(([name, functions]): [string, ServedInterface] => [
    name,
    Object.fromEntries(functions.map((one) => [glueName(one), asking(`${name}.${one}`)])),
  ]);
  const world = worldFunctions.map((name): [string, ServedInterface] => [name, { default: asking(name) }]);
  const once = onceOfWorld.flatMap((name) =>
    functionsOf[name].map((one): [string, ServedInterface] => [one, { default: asking(`${name}.${one}`) }]),
  );
  const log = { write: (level: unknown, text: unknown) => writeLine(host, level, text) };
  return new Map([...interfaces, ...world, ...once, ['log', log], ['http-client', createHttpClient(host)]]);
}

/** `currentPlatform` for `current-platform`. */
const glueName = (name: string): string => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The imports of a component, by the names that its glue asks for. What is not served is an error when it is called.
 * @param served by names without package; those of WASI have theirs
 */
export function importsOf(
  names: readonly string[],
  served: ReadonlyMap<string, ServedInterface>,
): Readonly<Record<string, object>> {
  const imports: Record<string, object> = Object.create(null);
  for (const name of names) imports[name] = orUnserved(name, served.get(plainImport(name)) ?? {});
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
