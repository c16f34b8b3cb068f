import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { appNodeRef } from '../../../shared/contract/agent-servers/app-node.ts';
import { type TarEntry, tgzOf } from '../../extensions/install/test-support/packages.ts';
import { runInShell } from '../../tools/commands/run-in-shell.ts';
import { type CatalogWorld, catalogWorld, type Served } from '../catalog/agent-catalog.fixture.ts';
import type { NodeDistribution, PinnedPackage } from './node-release.ts';

const ref = 'agent/registry/one';
const registry = 'https://registry.npmjs.org';
const mirror = 'https://mirror.example/npm';
const tarball = 'https://npm.example/one/-/one-1.2.3.tgz';

/** An npm that puts the agent into place, whose package names a range of Node.js. */
const npmCode = (range: string) => {
  const entry = { resolved: tarball, integrity: 'sha512-AAAA', engines: { node: range } };
  const lock = JSON.stringify({ packages: { '': {}, 'node_modules/one': entry } });
  return `
    const { mkdirSync, writeFileSync } = require('node:fs');
    writeFileSync('package-lock.json', ${JSON.stringify(lock)});
    mkdirSync('node_modules/one', { recursive: true });
    writeFileSync('node_modules/one/package.json', '{ "version": "1.2.3", "bin": "cli.js" }');
    writeFileSync('node_modules/one/cli.js', '#!/usr/bin/env node\\n');`;
};
const says = (version: string) => `console.log('${version}')`;

/** Packages of the registry, in which a Node.js runs whatever runs this test, but calls itself 30.1.0. */
function released(range = '>=22', node: TarEntry = { name: 'package/bin/node', content: nodeScript, mode: 0o755 }) {
  const npm = { name: 'package/bin/npm-cli.js', content: `#!/usr/bin/env node\n${npmCode(range)}`, mode: 0o755 };
  const archives = {
    node: tgzOf([{ name: 'package/LICENSE', content: 'MIT' }, { name: 'package/include/x.h', content: 'x' }, node]),
    npm: tgzOf([{ name: 'package/bin/npx-cli.js', content: '', mode: 0o755 }, npm]),
  };
  const pin = (name: 'node' | 'npm', version: string): PinnedPackage => ({
    name,
    version,
    sha512: createHash('sha512').update(archives[name]).digest('base64'),
    bytes: archives[name].length,
  });
  const release: NodeDistribution = {
    type: 'node',
    version: '30.1.0',
    node: pin('node', '30.1.0'),
    npm: pin('npm', '40.0.0'),
  };
  const servedBy = (base: string): Served =>
    Object.fromEntries(
      [release.node, release.npm].flatMap(({ name, version, sha512 }) => {
        const url = `${base}/archives/${name}.tgz`;
        const dist = { tarball: url, integrity: `sha512-${sha512}` };
        return [
          [`${base}/${name}/${version}`, JSON.stringify({ dist })],
          [url, archives[name as 'node' | 'npm']],
        ];
      }),
    );
  return { release, servedBy };
}
const nodeScript = `#!/bin/sh\nif [ "$1" = --version ]; then echo v30.1.0; else exec '${process.execPath}' "$@"; fi`;

async function worldWith({ programs = { node: null }, served = {}, release = released(), ...more }: NodeWorld) {
  const list = [
    { id: 'one', name: 'One', version: '1', description: '', distribution: { npx: { package: 'one@1.2.3' } } },
  ];
  const world = await catalogWorld({
    list,
    programs,
    release: release.release,
    served: { ...release.servedBy(registry), [tarball]: '12345', ...served },
    ...more,
  });
  await vi.waitFor(() => expect(world.row(ref)).toBeDefined());
  const { calls } = world.catalog;
  const install = async (what: string) => {
    const planned = await calls.plan(what);
    return planned.ok ? calls.install(what) : planned;
  };
  return { ...world, calls, install, node: () => world.events.at(-1)?.node };
}
type NodeWorld = Omit<CatalogWorld, 'release'> & { readonly release?: ReturnType<typeof released> };

const messageOf = (result: object) => (result as { failure?: { message?: string } }).failure?.message;

describe('without Node.js', () => {
  test('an agent of npm says so, and is installed and run by the app’s own', async () => {
    const { calls, catalog, install, node, asked, userData } = await worldWith({});
    expect(await calls.findNode()).toBeNull();
    expect(await calls.plan(ref)).toMatchObject({
      failure: { code: 'node-missing', message: 'One needs Node.js, which was not found in your PATH.' },
    });
    expect(node()).toEqual({ available: '30.1.0', installed: null, progress: null });

    const plan = await calls.plan(appNodeRef);
    expect(plan).toMatchObject({ value: { packages: 2, hosts: ['registry.npmjs.org'], isChecked: true } });
    // Nothing comes before a person agrees.
    expect(asked.filter((each) => each.endsWith('.tgz'))).toEqual([]);
    const [installed, again] = await Promise.all([calls.install(appNodeRef), calls.install(appNodeRef)]);
    expect(installed).toEqual({ ok: true, value: null });
    expect(again).toMatchObject({ failure: { code: 'install-failed' } });
    expect(node()).toEqual({ available: '30.1.0', installed: '30.1.0', progress: null });

    expect(await install(ref)).toEqual({ ok: true, value: null });
    const launch = await catalog.launchOf(ref);
    if (!launch.ok) throw new Error(launch.failure.message);
    const own = dirname(launch.value.command);
    expect(own.startsWith(join(userData, 'agents'))).toBe(true);
    // What the agent starts finds it too.
    expect(launch.value.environment.PATH?.split(':')[0]).toBe(own);
    expect((await readdir(own)).toSorted()).toEqual(['node', 'npm', 'npx']);
    expect((await readdir(dirname(own))).toSorted()).toEqual(['LICENSE', 'bin', 'lib']);

    await calls.uninstall(appNodeRef);
    expect(node()?.installed).toBeNull();
    expect(await catalog.launchOf(ref)).toMatchObject({
      failure: { code: 'node-missing', message: 'One needs Node.js >=22, which was not found in your PATH.' },
    });
  });

  test('a command of npx says so too', async () => {
    const { catalog, install } = await worldWith({ settings: { mine: { command: 'npx', args: ['one'] } } });
    expect(await catalog.launchOf('agent/settings/mine')).toMatchObject({ failure: { code: 'node-missing' } });
    await install(appNodeRef);
    const launch = await catalog.launchOf('agent/settings/mine');
    const { command, environment } = launch.ok ? launch.value : { command: '', environment: {} };
    const line = `command -v ${command}`;
    const signal = new AbortController().signal;
    const found = await runInShell({ line, cwd: '/', environment, timeoutMs: 60_000, signal, onOutput: () => {} });
    expect(found.output.trim()).toMatch(/\/content\/bin\/npx$/);
  });
});

describe('the Node.js in the PATH', () => {
  test('is used while it is what an agent names, and the app’s own is not', async () => {
    const programs = { npm: npmCode('>=18') };
    const { calls, catalog, install } = await worldWith({ programs });
    await install(appNodeRef);
    expect(await install(ref)).toEqual({ ok: true, value: null });
    const launch = await catalog.launchOf(ref);
    expect(launch.ok && dirname(launch.value.command)).toBe(dirname(process.execPath));
    expect(await calls.findNode()).toEqual({
      path: join(dirname(process.execPath), 'node'),
      version: process.versions.node,
    });
  });

  test.each([
    [
      'too old',
      { node: says('v18.1.0'), npm: npmCode('>=22') },
      'One needs Node.js >=22, and the one in your PATH, /bin/node, is 18.1.0.',
      /content\/bin\/node$/,
    ],
    [
      'broken',
      { node: 'console.log("no such library"); process.exit(127)' },
      'One needs Node.js, and the one in your PATH, /bin/node, does not run: “no such library”.',
      /content\/bin\/node$/,
    ],
    [
      'without npm',
      { node: says('v24.0.0') },
      'One needs Node.js with npm: the one in your PATH, /bin/node 24.0.0, has no npm beside it.',
      // It does run what npm of the app has installed.
      /(?<!content)\/bin\/node$/,
    ],
  ])('that is %s is said with its version, and the app’s own is used', async (_, programs, message, runs) => {
    const { calls, catalog, install, folder } = await worldWith({ programs });
    expect(messageOf(await calls.plan(ref))?.replace(folder, '')).toBe(message);
    await install(appNodeRef);
    expect(await install(ref)).toEqual({ ok: true, value: null });
    expect(await catalog.launchOf(ref)).toMatchObject({
      value: { command: expect.stringMatching(runs) },
    });
  });

  test('is named beside the app’s own when both are too old', async () => {
    const { calls, install, folder } = await worldWith({
      programs: { node: says('v18.1.0') },
      release: released('>=99'),
    });
    await install(appNodeRef);
    expect(messageOf(await calls.plan(ref))?.replace(folder, '')).toBe(
      'One needs Node.js >=99, and the one in your PATH, /bin/node, is 18.1.0. The app’s own is 30.1.0.',
    );
  });
});

describe('the app’s own Node.js', () => {
  test('comes from the person’s registry of npm', async () => {
    const release = released();
    const { calls, asked, install } = await worldWith({
      release,
      served: release.servedBy(mirror),
      files: { '.npmrc': `registry = "\${HOST}/npm"\n` },
      environment: { HOST: 'https://mirror.example' },
    });
    expect(await calls.plan(appNodeRef)).toMatchObject({ value: { hosts: ['mirror.example'] } });
    expect(await install(appNodeRef)).toEqual({ ok: true, value: null });
    expect(asked.every((each) => each.includes('//mirror.example/'))).toBe(true);
  });

  const { node } = released().release;
  const pinned = `sha512-${node.sha512}`;
  const dist = (tarballUrl: string, integrity = pinned) => JSON.stringify({ dist: { tarball: tarballUrl, integrity } });
  test.each([
    ['that the registry does not have', '', '404'],
    ['of another hash', dist(`${registry}/x.tgz`, 'sha512-AAAA'), 'its hash is another'],
    ['by http', dist('http://registry.npmjs.org/x.tgz'), 'without https'],
    ['of which the archive is another', dist(tarball), 'another SHA-512'],
  ])('is not installed from a package %s', async (_, answer, why) => {
    const address = `${registry}/node/30.1.0`;
    const { install, node, userData } = await worldWith({ served: { [address]: answer === '' ? undefined : answer } });
    expect(messageOf(await install(appNodeRef))).toContain(why);
    expect([node()?.installed, await readdir(join(userData, 'agents'))]).toEqual([null, []]);
  });

  test('that does not run on this computer is not kept', async () => {
    const broken = { name: 'package/bin/node', content: '#!/bin/sh\necho no libc; exit 1', mode: 0o755 };
    const { install, userData } = await worldWith({ release: released('*', broken) });
    expect(messageOf(await install(appNodeRef))).toContain('does not run on this computer: “no libc”');
    expect(await readdir(join(userData, 'agents'))).toEqual([]);
  });
});
