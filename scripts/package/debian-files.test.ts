import { expect, test } from 'vitest';
import { controlFile, copyrightFile, debianArchitecture, desktopEntry } from './debian-files.mjs';

const description = {
  name: 'outrigger-development',
  productName: 'Outrigger Development',
  version: '0.1.0',
  architecture: 'amd64',
  maintainer: 'The authors <authors@localhost>',
  description: 'A small desktop editor',
  installedKilobytes: 270_000,
};

test('every line of the control file is a field, and it ends with a newline', () => {
  const text = controlFile(description);
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.trimEnd().split('\n')) expect(line).toMatch(/^[A-Z][A-Za-z-]+: \S/);
  expect(text).toContain('Package: outrigger-development\n');
  expect(text).toContain('Installed-Size: 270000\n');
});

test('a renamed library satisfies the dependency under either name', () => {
  expect(controlFile(description)).toContain('libgtk-3-0 | libgtk-3-0t64');
});

test('the menu starts the command of this package and shows its name', () => {
  const entry = desktopEntry(description);
  expect(entry).toMatch(/^\[Desktop Entry\]\n/);
  expect(entry).toContain('Exec=/usr/bin/outrigger-development %F\n');
  expect(entry).toContain('Name=Outrigger Development\n');
});

test('the licence is in it, and where those of Electron are', () => {
  const text = copyrightFile(description, 'MIT Licence\n');
  expect(text).toContain('MIT Licence');
  expect(text).toContain('/opt/outrigger-development/LICENSES.chromium.html');
});

test('architectures have their Debian names', () => {
  expect(debianArchitecture('x64')).toBe('amd64');
  expect(debianArchitecture('arm64')).toBe('arm64');
});
