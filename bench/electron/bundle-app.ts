import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'vite';

/**
 * Bundles an app under `apps/` as the app's own code is: the runtime may be older than what reads TypeScript.
 * @param entries names of its modules that a process starts with; `main` is the app's
 * @param suffix `cjs` for what has a package that is no ECMAScript module and asks how it was loaded
 */
export async function bundleApp(
  app: string,
  entries: readonly string[],
  outDir: string,
  suffix: 'js' | 'cjs' = 'js',
): Promise<void> {
  const root = join(import.meta.dirname, '..', 'apps', app);
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      target: 'node20.18',
      rollupOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry, join(root, `${entry}.ts`)])),
        external: ['electron'],
        output: { format: suffix === 'cjs' ? 'cjs' : 'es', entryFileNames: `[name].${suffix}` },
      },
    },
  });
  await writeFile(
    join(outDir, 'package.json'),
    JSON.stringify({ name: basename(app), type: 'module', main: `main.${suffix}` }),
  );
}
