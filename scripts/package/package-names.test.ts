import { expect, test } from 'vitest';
import { builderTargets, packageNames, unpackedFolderName } from './package-names.mjs';

test('the official runtime alone gives the plain name', () => {
  expect(packageNames('official', { inspectable: false })).toEqual({
    isRelease: true,
    productName: 'Outrigger',
    packageName: 'outrigger',
    outputFolder: 'dist',
  });
});

test.each([
  ['fallback', false],
  ['override', false],
  ['official', true],
  ['fallback', true],
] as const)('a package from the %s runtime, inspectable: %s, says development in every name', (kind, inspectable) => {
  const names = packageNames(kind, { inspectable });
  expect(names.isRelease).toBe(false);
  expect(names.productName).toContain('Development');
  expect(names.packageName).toContain('development');
});

test('an inspectable package never lands where another one is', () => {
  const kinds = ['official', 'fallback'] as const;
  const folders = kinds.flatMap((kind) =>
    [true, false].map((inspectable) => packageNames(kind, { inspectable }).outputFolder),
  );
  expect(new Set(folders).size).toBe(folders.length);
});

test.each([
  ['linux', 'x64', 'linux-unpacked', '--linux'],
  ['linux', 'arm64', 'linux-arm64-unpacked', '--linux'],
  ['darwin', 'x64', 'mac', '--mac'],
  ['darwin', 'arm64', 'mac-arm64', '--mac'],
  ['win32', 'x64', 'win-unpacked', '--win'],
])('%s %s is unpacked to %s', (platform, arch, folder, flag) => {
  expect(unpackedFolderName(platform, arch)).toBe(folder);
  expect(builderTargets(platform, false)).toEqual([flag, 'dir']);
  expect(builderTargets(platform, true)).toEqual([flag]);
});
