// npm run package [-- --installers | --inspectable]
// Makes an unpacked app and, on Debian and its kin, a .deb. --installers makes those of electron-builder.yml as well:
// dmg and zip, NSIS, AppImage (they fetch tools from GitHub). --inspectable makes a variant for tests that differs in the
// fuse for Node's inspector alone.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDebianPackage } from './package/debian-package.mjs';
import { builderTargets, packageNames, unpackedFolderName } from './package/package-names.mjs';
import { hasCommand, runOrThrow } from './setup/commands.mjs';
import { resolveRuntime } from './setup/electron-runtime.mjs';
import { toolEnvironment, toolNode } from './setup/node-toolchain.mjs';
import { formatDuration, root, runScript, SetUpError, say } from './setup/project.mjs';
import { setUp } from './setup/set-up.mjs';

const options = new Set(['--installers', '--inspectable']);

await runScript(async () => {
  const args = process.argv.slice(2);
  const unknown = args.find((arg) => !options.has(arg));
  if (unknown !== undefined) throw new SetUpError(`"${unknown}" is not one of: ${[...options].join(', ')}.`);
  await setUp({ until: 'build' });
  const start = performance.now();
  const runtime = resolveRuntime();
  const inspectable = args.includes('--inspectable');
  const names = packageNames(runtime.kind, { inspectable });
  if (runtime.kind !== 'official') {
    say(`The runtime is not the official one, so this is "${names.productName}": for trying out, not for giving away.`);
  }
  const folder = join(root, names.outputFolder);
  const unpacked = join(folder, unpackedFolderName(process.platform, process.arch));
  await build(builderTargets(process.platform, false), runtime, names, inspectable);
  // Of the runtime's own bookkeeping and launcher nothing belongs in an app.
  for (const stray of ['outrigger-runtime.json', 'resources/default_app.asar']) {
    rmSync(join(unpacked, stray), { force: true });
  }
  const made = [unpacked];
  if (hasCommand('dpkg-deb') && !inspectable) made.push(await makeDebianPackage({ unpacked, names, folder }));
  if (args.includes('--installers')) {
    if (!names.isRelease) throw new SetUpError('Installers are made from the official runtime only.');
    await build(builderTargets(process.platform, true), runtime, names, inspectable);
    made.push(`the installers in ${folder}`);
  }
  say(`made in ${formatDuration(performance.now() - start)}:`);
  for (const path of made) process.stdout.write(`${path}\n`);
  return 0;
});

/**
 * @param {readonly string[]} targets
 * @param {import('./setup/electron-runtime.mjs').Runtime} runtime
 * @param {import('./package/package-names.mjs').PackageNames} names
 * @param {boolean} inspectable
 */
async function build(targets, runtime, { productName, packageName, outputFolder }, inspectable) {
  const settings = {
    electronDist: runtime.dist,
    electronVersion: runtime.version,
    productName,
    'directories.output': outputFolder,
    'extraMetadata.name': packageName,
    'extraMetadata.productName': productName,
    'extraMetadata.desktopName': `${packageName}.desktop`,
    'linux.executableName': packageName,
    'electronFuses.enableNodeCliInspectArguments': String(inspectable),
  };
  const cli = join(root, 'node_modules', 'electron-builder', 'cli.js');
  const config = Object.entries(settings).map(([key, value]) => `-c.${key}=${value}`);
  const args = [cli, ...targets, `--${process.arch}`, '--publish=never', ...config];
  await runOrThrow('package', toolNode().executable, args, { cwd: root, env: toolEnvironment() });
}
