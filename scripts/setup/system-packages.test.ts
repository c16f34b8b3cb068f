import { expect, test } from 'vitest';
import {
  adviceForLibraries,
  debianPackages,
  missingLibraries,
  missingPackages,
  parseOsRelease,
} from './system-packages.mjs';

const runtimeOnly = { desktop: false, compiler: false };

test('os-release is read with and without quotes', () => {
  const text = '# comment\nID=debian\nVERSION_ID="12"\nPRETTY_NAME=\'Debian GNU/Linux 12 (bookworm)\'\nBROKEN LINE\n';
  expect(parseOsRelease(text)).toEqual({
    ID: 'debian',
    VERSION_ID: '12',
    PRETTY_NAME: 'Debian GNU/Linux 12 (bookworm)',
  });
});

test.each([
  ['Debian 12', { ID: 'debian', VERSION_CODENAME: 'bookworm' }, 'libasound2'],
  ['Ubuntu 22.04', { ID: 'ubuntu', VERSION_CODENAME: 'jammy', UBUNTU_CODENAME: 'jammy' }, 'libasound2'],
  ['Ubuntu 24.04', { ID: 'ubuntu', VERSION_CODENAME: 'noble', UBUNTU_CODENAME: 'noble' }, 'libasound2t64'],
  ['Debian 13', { ID: 'debian', VERSION_CODENAME: 'trixie' }, 'libasound2t64'],
  ['Debian unstable', { ID: 'debian' }, 'libasound2t64'],
  ['Linux Mint 21', { ID: 'linuxmint', VERSION_CODENAME: 'vera', UBUNTU_CODENAME: 'jammy' }, 'libasound2'],
  ['Linux Mint 22', { ID: 'linuxmint', VERSION_CODENAME: 'wilma', UBUNTU_CODENAME: 'noble' }, 'libasound2t64'],
  ['LMDE 6', { ID: 'linuxmint', VERSION_CODENAME: 'faye', DEBIAN_CODENAME: 'bookworm' }, 'libasound2'],
])('%s gets the sound library by its name there', (_system, osRelease, name) => {
  expect(debianPackages(osRelease as Record<string, string>, runtimeOnly)).toContain(name);
});

test('only the four libraries that were renamed carry the new ending', () => {
  const names = debianPackages({ VERSION_CODENAME: 'trixie' }, { desktop: true, compiler: true });
  expect(names.filter((name) => name.endsWith('t64'))).toEqual([
    'libgtk-3-0t64',
    'libasound2t64',
    'libatk-bridge2.0-0t64',
    'libcups2t64',
  ]);
});

test('display, keyring and compiler come only when they are needed', () => {
  const osRelease = { VERSION_CODENAME: 'bookworm' };
  const least = debianPackages(osRelease, runtimeOnly);
  expect(least).not.toContain('xvfb');
  expect(least).not.toContain('libsecret-1-dev');
  expect(debianPackages(osRelease, { desktop: true, compiler: false })).toContain('gnome-keyring');
  expect(debianPackages(osRelease, { desktop: false, compiler: true })).toContain('libsecret-1-dev');
});

test('a package that is known but not installed is missing', () => {
  const dpkg = 'libnss3 installed\nlibgbm1 config-files\nlibdrm2 half-configured\n';
  expect(missingPackages(['libnss3', 'libgbm1', 'libdrm2', 'libcups2'], dpkg)).toEqual([
    'libgbm1',
    'libdrm2',
    'libcups2',
  ]);
});

test('a package installed for two architectures is not missing', () => {
  expect(missingPackages(['libnss3'], 'libnss3 installed\nlibnss3 installed\n')).toEqual([]);
});

test('ldd tells which libraries are missing, each once', () => {
  const ldd =
    '\tlinux-vdso.so.1 (0x00007ffc)\n\tlibnss3.so => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x7f)\n\tlibgbm.so.1 => not found\n\tlibnss3.so => not found\n';
  expect(missingLibraries(ldd)).toEqual(['libgbm.so.1', 'libnss3.so']);
});

test.each([
  ['dnf', 'sudo dnf install nss mesa-libgbm'],
  ['pacman', 'sudo pacman -S --needed nss mesa'],
  ['zypper', 'sudo zypper install mozilla-nss libgbm1'],
] as const)('%s is named with the packages in its own names', (manager, command) => {
  const advice = adviceForLibraries(['libnss3.so', 'libgbm.so.1'], manager);
  expect(advice).toContain(command);
  expect(advice).toContain('libnss3.so, libgbm.so.1');
  expect(advice).not.toContain('\n');
});

test('a library that nobody knows is named without a command', () => {
  expect(adviceForLibraries(['libstrange.so.9'], 'dnf')).toBe(
    'The Electron runtime lacks these libraries: libstrange.so.9. Install the packages that bring them, then run this again.',
  );
  expect(adviceForLibraries(['libnss3.so'], null)).not.toContain('sudo');
});
