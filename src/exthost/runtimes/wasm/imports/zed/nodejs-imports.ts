import type { ComponentImports } from '../component-import.ts';
import { recordOf, textOf } from '../given-values.ts';

/**
 * Zed's interface `nodejs`: the Node of the person, and packages of npm. Source of the registry's format:
 * https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md
 */

const registry = 'https://registry.npmjs.org';

export const nodejsImports = {
  'nodejs.node-binary-path': {
    async run({ context }) {
      const path = await context.system.which('node');
      if (path !== null) return path;
      throw new Error('There is no Node.js on your PATH. Install it from https://nodejs.org, then start the app again');
    },
  },
  'nodejs.npm-package-latest-version': {
    async run({ context, signal }, [given]) {
      const name = packageOf(given);
      const response = await context.http.request(`${registry}/${name.replace('/', '%2f')}`, {
        headers: { accept: 'application/vnd.npm.install-v1+json' },
        signal,
        explain: ({ status }) => ({ message: `npm has no package ${name} (status ${status})` }),
      });
      const tags = recordOf(recordOf(await context.http.json(response), 'The package')['dist-tags'], 'dist-tags');
      return textOf(tags.latest, 'latest');
    },
  },
  'nodejs.npm-package-installed-version': {
    async run({ context }, [given]) {
      const name = packageOf(given);
      const file = await context.files.readFile(`node_modules/${name}/package.json`).catch((thrown) => {
        if (thrown?.code === 'file-not-found') return null;
        throw thrown;
      });
      if (!file) return null;
      return textOf(recordOf(JSON.parse(new TextDecoder().decode(file)), 'package.json').version, 'version');
    },
  },
  'nodejs.npm-install-package': {
    async run({ context, signal }, [given, version]) {
      const name = packageOf(given);
      const wanted = textOf(version, 'version');
      if (!/^[0-9A-Za-z.+-]{1,100}$/.test(wanted) || wanted.startsWith('-')) {
        throw new Error(`"${wanted}" is no version of a package`);
      }
      // Scripts of packages would run unasked.
      const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', await context.files.folder()];
      const { exitCode, output } = await context.exec(['npm', 'install', ...options, `${name}@${wanted}`], { signal });
      if (exitCode !== 0) throw new Error(`npm could not install ${name}: ${output.trim().slice(-2000)}`);
    },
  },
} satisfies ComponentImports;

function packageOf(given: unknown): string {
  const name = textOf(given, 'package-name');
  if (/^(@[a-z0-9~_-][a-z0-9._~-]*\/)?[a-z0-9~_-][a-z0-9._~-]*$/i.test(name) && !name.startsWith('-')) return name;
  throw new Error(`"${name}" is no name of a package`);
}
