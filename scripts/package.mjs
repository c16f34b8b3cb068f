// npm run package [-- --installers | --inspectable | --output=<folder>]
// Makes an unpacked app and, on Debian and its derivatives, a .deb. --installers also makes those of
// electron-builder.yml: dmg and zip, NSIS, AppImage (they fetch tools from GitHub). --inspectable makes a variant for
// tests that differs only in the fuse for Node's inspector. --output names a folder other than in the checkout.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeDebianPackage } from './package/debian-package.mjs';
import { builderTargets, packageNames, unpackedFolderName } from './package/package-names.mjs';
import { hasCommand, runOrThrow } from './setup/commands.mjs';
import { resolveRuntime } from './setup/electron-runtime.mjs';
import { toolEnvironment, toolNode } from './setup/node-toolchain.mjs';
import { formatDuration, root, runScript, SetUpError, say } from './setup/project.mjs';
import { setUp } from './setup/set-up.mjs';

const options = /^--(?:installers|inspectable|output=(.+))$/s;

await runScript(async () => {
  const args = process.argv.slice(2);
  const unknown = args.find((arg) => !options.test(arg));
  if (unknown !== undefined) {
    throw new SetUpError(`"${unknown}" is not one of: --installers, --inspectable, --output=<folder>.`);
  }
  await setUp({ until: 'build' });
  const start = performance.now();
  const runtime = resolveRuntime();
  const inspectable = args.includes('--inspectable');
  const names = packageNames(runtime.kind, { inspectable });
  if (runtime.kind !== 'official') {
    say(`The runtime is not the official one, so this is "${names.productName}": for trying out, not for giving away.`);
  }
  const elsewhere = args.map((arg) => options.exec(arg)?.[1]).find((path) => path !== undefined);
  const folder = elsewhere === undefined ? join(root, names.outputFolder) : resolve(elsewhere);
  const unpacked = join(folder, unpackedFolderName(process.platform, process.arch));
  await build(builderTargets(process.platform, false), runtime, names, { folder, inspectable });
  // Files of the runtime that do not belong in an app: its own record, and its launcher.
  for (const stray of ['outrigger-runtime.json', 'resources/default_app.asar']) {
    rmSync(join(unpacked, stray), { force: true });
  }
  const made = [unpacked];
  if (hasCommand('dpkg-deb') && !inspectable) made.push(await makeDebianPackage({ unpacked, names, folder }));
  if (args.includes('--installers')) {
    if (!names.isRelease) throw new SetUpError('Installers are made from the official runtime only.');
    await build(builderTargets(process.platform, true), runtime, names, { folder, inspectable });
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
 * @param {{ folder: string, inspectable: boolean }} way
 */
async function build(targets, runtime, { productName, packageName }, { folder, inspectable }) {
  const settings = {
    electronDist: runtime.dist,
    electronVersion: runtime.version,
    productName,
    'directories.output': folder,
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
