/** Packages of the operating system that Outrigger needs. Pure; system-libraries.mjs queries and installs them. */

/** Libraries that Electron is linked against. */
const runtimePackages = [
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libatk-bridge2.0-0',
  'libcups2',
  'libdrm2',
  'libxkbcommon0',
  'libsecret-1-0',
];

/** A virtual display and keyring, and tools for its windows: for tests, the demo, the measurements. */
const desktopPackages = ['xvfb', 'gnome-keyring', 'dbus-x11', 'x11-utils'];

/** For compiling keytar where no prebuilt binary can be downloaded. */
const compilerPackages = ['libsecret-1-dev', 'g++', 'make', 'python3'];

/** Renamed in Debian 13 and Ubuntu 24.04, with the change to a 64-bit time_t. */
const renamed = new Set(['libgtk-3-0', 'libasound2', 'libatk-bridge2.0-0', 'libcups2']);

const namesBeforeTheRename = new Set([
  'buster',
  'bullseye',
  'bookworm',
  'bionic',
  'focal',
  'jammy',
  'kinetic',
  'lunar',
  'mantic',
]);

/**
 * Parses /etc/os-release.
 * @param {string} text
 * @returns {Record<string, string>}
 */
export function parseOsRelease(text) {
  /** @type {Record<string, string>} */
  const fields = {};
  for (const line of text.split('\n')) {
    const match = /^([A-Z_]+)=(?:"(.*)"|'(.*)'|(.*))$/.exec(line.trim());
    if (match?.[1]) fields[match[1]] = match[2] ?? match[3] ?? match[4] ?? '';
  }
  return fields;
}

/**
 * Packages of Debian, Ubuntu and their derivatives.
 * @param {Record<string, string>} osRelease
 * @param {{ desktop: boolean, compiler: boolean }} purpose
 * @returns {string[]}
 */
export function debianPackages(osRelease, purpose) {
  const codename =
    osRelease.UBUNTU_CODENAME ??
    osRelease.DEBIAN_CODENAME ??
    osRelease.VERSION_CODENAME ??
    'newer than any of the list';
  const suffix = namesBeforeTheRename.has(codename) ? '' : 't64';
  const names = [
    ...runtimePackages,
    ...(purpose.desktop ? desktopPackages : []),
    ...(purpose.compiler ? compilerPackages : []),
  ];
  return names.map((name) => (renamed.has(name) ? name + suffix : name));
}

/**
 * @param {readonly string[]} wanted
 * @param {string} dpkgOutput of `dpkg-query -W -f '${Package} ${db:Status-Status}\n' …`
 * @returns {string[]}
 */
export function missingPackages(wanted, dpkgOutput) {
  const installed = new Set();
  for (const line of dpkgOutput.split('\n')) {
    const [name, status] = line.trim().split(' ');
    if (status === 'installed') installed.add(name);
  }
  return wanted.filter((name) => !installed.has(name));
}

/**
 * Names of the libraries that `ldd` did not find.
 * @param {string} lddOutput
 * @returns {string[]}
 */
export function missingLibraries(lddOutput) {
  return [...new Set([...lddOutput.matchAll(/^\s*(\S+) => not found/gm)].map((match) => match[1] ?? ''))].sort();
}

/** @typedef {'dnf' | 'pacman' | 'zypper'} PackageManager */

/** @type {Record<PackageManager, { install: string, names: Record<string, string> }>} */
const otherLinuxes = {
  dnf: {
    install: 'sudo dnf install',
    names: {
      'libgtk-3.so.0': 'gtk3',
      'libnss3.so': 'nss',
      'libnspr4.so': 'nspr',
      'libasound.so.2': 'alsa-lib',
      'libgbm.so.1': 'mesa-libgbm',
      'libXss.so.1': 'libXScrnSaver',
      'libatk-bridge-2.0.so.0': 'at-spi2-atk',
      'libcups.so.2': 'cups-libs',
      'libdrm.so.2': 'libdrm',
      'libxkbcommon.so.0': 'libxkbcommon',
      'libsecret-1.so.0': 'libsecret',
    },
  },
  pacman: {
    install: 'sudo pacman -S --needed',
    names: {
      'libgtk-3.so.0': 'gtk3',
      'libnss3.so': 'nss',
      'libnspr4.so': 'nspr',
      'libasound.so.2': 'alsa-lib',
      'libgbm.so.1': 'mesa',
      'libXss.so.1': 'libxss',
      'libatk-bridge-2.0.so.0': 'at-spi2-core',
      'libcups.so.2': 'libcups',
      'libdrm.so.2': 'libdrm',
      'libxkbcommon.so.0': 'libxkbcommon',
      'libsecret-1.so.0': 'libsecret',
    },
  },
  zypper: {
    install: 'sudo zypper install',
    names: {
      'libgtk-3.so.0': 'libgtk-3-0',
      'libnss3.so': 'mozilla-nss',
      'libnspr4.so': 'mozilla-nspr',
      'libasound.so.2': 'libasound2',
      'libgbm.so.1': 'libgbm1',
      'libXss.so.1': 'libXss1',
      'libatk-bridge-2.0.so.0': 'libatk-bridge-2_0-0',
      'libcups.so.2': 'libcups2',
      'libdrm.so.2': 'libdrm2',
      'libxkbcommon.so.0': 'libxkbcommon0',
      'libsecret-1.so.0': 'libsecret-1-0',
    },
  },
};

/**
 * One line of advice for systems without dpkg.
 * @param {readonly string[]} libraries names such as `libgtk-3.so.0`
 * @param {PackageManager | null} manager
 */
export function adviceForLibraries(libraries, manager) {
  const lacking = `The Electron runtime lacks these libraries: ${libraries.join(', ')}.`;
  if (manager === null) return `${lacking} Install the packages of your system that bring them, then run this again.`;
  const { install, names } = otherLinuxes[manager];
  const packages = [...new Set(libraries.flatMap((library) => names[library] ?? []))];
  if (packages.length === 0) return `${lacking} Install the packages that bring them, then run this again.`;
  return `${lacking} Run: ${install} ${packages.join(' ')}`;
}
