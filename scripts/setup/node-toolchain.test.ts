import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isNewEnough, nodePackageFor, npmCommand } from './node-toolchain.mjs';
import { root } from './project.mjs';

const platforms = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
] as const;

test.each(platforms)('the Node package for %s %s is in package.json', (platform, arch) => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(Object.keys(optionalDependencies)).toContain(nodePackageFor(platform, arch));
});

test('a platform without such a package is told so', () => {
  expect(nodePackageFor('win32', 'arm64')).toBeNull();
  expect(nodePackageFor('freebsd', 'x64')).toBeNull();
});

test.each([
  ['20.20.2', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.0.0', true],
])('Node %s is new enough: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected);
});

test('the npm that runs us is used again, by the Node that runs it', () => {
  const env = { npm_execpath: '/opt/npm/bin/npm-cli.js', npm_node_execpath: '/opt/node' };
  expect(npmCommand(env, 'linux')).toEqual({ command: '/opt/node', args: ['/opt/npm/bin/npm-cli.js'], shell: false });
});

test('without npm around us, or inside another package manager, npm comes from the path', () => {
  expect(npmCommand({}, 'linux')).toEqual({ command: 'npm', args: [], shell: false });
  expect(npmCommand({}, 'win32')).toEqual({ command: 'npm.cmd', args: [], shell: true });
  const pnpm = { npm_execpath: '/opt/pnpm/bin/pnpm.cjs', npm_node_execpath: '/opt/node' };
  expect(npmCommand(pnpm, 'darwin').command).toBe('npm');
});
