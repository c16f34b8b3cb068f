import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';

/**
 * Bundles an app under `apps/` that is a page, `index.html`, and a `main.cjs` that shows it, as the app's own renderer is.
 * @param instead modules of the renderer by the end of their path, and the module of the app that stands in for each
 */
export async function bundlePage(
  app: string,
  outDir: string,
  instead: Readonly<Record<string, string>> = {},
): Promise<void> {
  const root = join(import.meta.dirname, '..', 'apps', app);
  const standIns: Plugin = {
    name: 'stand-ins',
    enforce: 'pre',
    resolveId(source, importer) {
      const found = Object.keys(instead).find((end) => source.endsWith(end));
      return found && !importer?.startsWith(root) ? join(root, instead[found] ?? '') : null;
    },
  };
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    base: './',
    plugins: [standIns, react()],
    build: { outDir, target: 'chrome130', minify: true, modulePreload: { polyfill: false } },
  });
  await copyFile(join(root, 'main.cjs'), join(outDir, 'main.cjs'));
  await writeFile(join(outDir, 'package.json'), JSON.stringify({ name: app, main: 'main.cjs' }));
}
