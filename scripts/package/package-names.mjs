/**
 * @typedef {object} PackageNames
 * @property {boolean} isRelease
 * @property {string} productName for people
 * @property {string} packageName of the package, the executable and the files
 * @property {string} outputFolder relative to the checkout
 */

/**
 * Only builds from the official runtime have the plain name. All others say "development" everywhere: in the window,
 * in the package list, in the names of their files.
 * @param {import('../setup/electron-runtime.mjs').Runtime['kind']} kind
 * @param {{ inspectable: boolean }} variant inspectable: for tests that drive the packaged app through Node's
 * inspector
 * @returns {PackageNames}
 */
export function packageNames(kind, { inspectable }) {
  const isRelease = kind === 'official' && !inspectable;
  const output = kind === 'official' ? 'dist' : 'dist/development';
  return {
    isRelease,
    productName: isRelease ? 'Outrigger' : 'Outrigger Development',
    packageName: isRelease ? 'outrigger' : 'outrigger-development',
    outputFolder: inspectable ? `${output}/inspectable` : output,
  };
}

/**
 * The name of electron-builder's unpacked folder.
 * @param {string} platform
 * @param {string} arch
 */
export function unpackedFolderName(platform, arch) {
  const suffix = arch === 'x64' ? '' : `-${arch}`;
  switch (platform) {
    case 'darwin':
      return `mac${suffix}`;
    case 'win32':
      return `win${suffix}-unpacked`;
    default:
      return `linux${suffix}-unpacked`;
  }
}

/**
 * Arguments of electron-builder for the current platform.
 * @param {string} platform
 * @param {boolean} installers the targets of electron-builder.yml instead of the unpacked folder
 */
export function builderTargets(platform, installers) {
  const flag = platform === 'darwin' ? '--mac' : platform === 'win32' ? '--win' : '--linux';
  return installers ? [flag] : [flag, 'dir'];
}
