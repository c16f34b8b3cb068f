import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type TarEntry, tgzOf } from '../../extensions/install/test-support/packages.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { type CatalogWorld, catalogWorld } from '../catalog/agent-catalog.fixture.ts';
import { createArchiveWay } from './archive-way.ts';

const ref = 'agent/registry/one';
const archive = 'https://files.example/one.tar.gz';

const entry = (distribution: unknown, version = '1.0.0') => ({
  id: 'one',
  name: 'One',
  version,
  description: 'It answers.',
  distribution,
});

async function worldWith(distribution: unknown, more: CatalogWorld = {}) {
  const world = await catalogWorld({ list: [entry(distribution)], ...more });
  await vi.waitFor(() => expect(world.row(ref)).toBeDefined());
  return { ...world, left: () => readdir(join(world.userData, 'agents')).catch(() => []) };
}

describe('an archive', () => {
  const files: readonly TarEntry[] = [
    { name: 'one/bin/agent', content: '#!/bin/sh\n', mode: 0o755 },
    { name: 'one/main.js', content: 'x' },
  ];
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const offered = (bytes: Uint8Array, more: object = {}) => ({
    binary: {
      'linux-x86_64': {
        archive,
        cmd: './one/bin/agent',
        args: ['--acp'],
        env: { MODE: 'a' },
        sha256: hashOf(bytes),
        ...more,
      },
    },
  });

  test('is installed once it was said what comes, and started from its folder', async () => {
    const bytes = tgzOf(files);
    const { catalog, row, asked } = await worldWith(offered(bytes), { served: { [archive]: bytes } });
    expect(row(ref)).toMatchObject({ state: 'absent', origin: 'archive from files.example' });
    expect(catalog.usable(ref)).toMatchObject({ ok: false, failure: { code: 'agent-missing' } });
    expect(await catalog.calls.plan(ref)).toEqual({
      ok: true,
      value: { bytes: bytes.length, packages: 1, hosts: ['files.example'], isChecked: true },
    });
    expect(asked).toEqual([`HEAD ${archive}`]);
    expect(await catalog.calls.install(ref)).toEqual({ ok: true, value: null });
    expect(row(ref)).toMatchObject({ state: 'ready', installed: '1.0.0' });
    const launch = await catalog.launchOf(ref);
    expect(launch).toMatchObject({ value: { args: ['--acp'], environment: { MODE: 'a' } } });
    expect(launch.ok && (await readFile(launch.value.command, 'utf8'))).toBe('#!/bin/sh\n');
  });

  test('that the disk does not take is told of with the cause, and not as an error of the app', async () => {
    const { catalog, userData } = await worldWith(offered(tgzOf(files)));
    await writeFile(join(userData, 'agents'), 'no folder');
    expect(await catalog.calls.plan(ref)).toMatchObject({
      failure: {
        code: 'install-failed',
        message: expect.stringMatching(/^“agents” could not be saved: .* installed\.$/),
      },
    });
  });

  test('of another hash is deleted', async () => {
    const bytes = tgzOf(files);
    const served = { [archive]: tgzOf([...files, { name: 'more', content: '' }]) };
    const { catalog, row, left } = await worldWith(offered(bytes), { served });
    await catalog.calls.plan(ref);
    const installed = await catalog.calls.install(ref);
    expect(installed).toMatchObject({ ok: false, failure: { message: expect.stringContaining('another SHA-256') } });
    expect([row(ref)?.state, await left()]).toEqual(['absent', []]);
  });

  test.each([
    ['a path that leads out', { name: '../evil', content: 'x' }],
    ['a link that leads out', { name: 'one/link', type: '2', target: '../../../etc' }],
  ])('with %s is refused', async (_, evil) => {
    const bytes = tgzOf([...files, evil]);
    const { catalog, left } = await worldWith(offered(bytes), { served: { [archive]: bytes } });
    await catalog.calls.plan(ref);
    const installed = await catalog.calls.install(ref);
    expect(installed).toMatchObject({ ok: false, failure: { message: expect.stringContaining('leads out') } });
    expect(await left()).toEqual([]);
  });

  // What else an archive must not hold is shown where extensions are unpacked, by the same means.
  test.each([
    ['too much to download', { packedBytes: 50 }, 'The archive has more than'],
    ['too much in its files', { unpackedBytes: 5 }, 'unpacks to more than'],
    ['too many files', { entries: 1 }, 'more than 1 files'],
  ])('with %s is refused', async (_, limit, why) => {
    const bytes = tgzOf(files);
    const answer = () => Object.defineProperty(new Response(new Uint8Array(bytes)), 'url', { value: archive });
    const limits = { packedBytes: 1000, unpackedBytes: 1000, entries: 10, ...limit };
    const way = createArchiveWay({ fetch: async () => answer(), platform: 'linux' }, limits);
    const offer = {
      type: 'archive',
      url: archive,
      sha256: hashOf(bytes),
      cmd: './one/main.js',
      args: [],
      version: '1',
    } as const;
    const { signal } = new AbortController();
    const installing = { name: 'One', folder: await temporaryFolder(), signal };
    await expect(way.install(offer, installing, () => {})).rejects.toThrow(why);
  });

  test('that a program of the computer runs has its own files as arguments', async () => {
    const bytes = tgzOf(files);
    const distribution = offered(bytes, { cmd: 'node', args: ['one/main.js', '--acp'] });
    const { catalog } = await worldWith(distribution, { served: { [archive]: bytes } });
    await catalog.calls.plan(ref);
    await catalog.calls.install(ref);
    const launch = await catalog.launchOf(ref);
    const { command = '', args = [] } = launch.ok ? launch.value : {};
    expect([command.endsWith('/node'), args[1]]).toEqual([true, '--acp']);
    expect(await readFile(args[0] ?? '', 'utf8')).toBe('x');
  });

  test('is removed with its folder, and one that the list drops stays until then', async () => {
    const bytes = tgzOf(files);
    const { catalog, userData } = await worldWith(offered(bytes), { served: { [archive]: bytes } });
    await catalog.calls.plan(ref);
    await catalog.calls.install(ref);
    const later = await catalogWorld({ userData, at: 2000 });
    await vi.waitFor(() => expect(later.events.at(-1)?.list).not.toBeNull());
    expect(later.row(ref)).toMatchObject({
      name: 'One',
      state: 'ready',
      problem: expect.stringContaining('not offered'),
    });
    const program = catalog.programOf(ref);
    expect(await later.catalog.launchOf(ref)).toMatchObject({ value: { program, environment: { MODE: 'a' } } });
    await later.catalog.calls.uninstall(ref);
    expect([later.row(ref), await readdir(join(userData, 'agents'))]).toEqual([undefined, []]);
  });
});

describe('a package of npm', () => {
  const tarball = 'https://npm.example/one/-/one-1.2.3.tgz';
  /** Does what npm does with a folder, and fails when scripts of packages would run. */
  const npm = (lock: object) => `
    const { mkdirSync, writeFileSync } = require('node:fs');
    const [command, ...flags] = process.argv.slice(2);
    if (!flags.includes('--ignore-scripts')) process.exit(9);
    if (command !== 'install') process.exit(8);
    if (flags.includes('--package-lock-only')) {
      writeFileSync('package-lock.json', ${JSON.stringify(JSON.stringify(lock))});
    } else {
      mkdirSync('node_modules/@a/one', { recursive: true });
      writeFileSync('node_modules/@a/one/package.json', JSON.stringify({ version: '1.2.3', bin: { one: 'cli.js', other: 'x.js' } }));
      writeFileSync('node_modules/@a/one/cli.js', '#!/usr/bin/env node\\n');
    }`;
  const packages = {
    '': {},
    'node_modules/@a/one': { resolved: tarball, integrity: 'sha512-AAAA' },
    'node_modules/far': { resolved: 'https://npm.example/far.tgz', integrity: 'sha512-BBBB', os: ['win32'] },
  };
  const offered = (more: object = {}) => ({ npx: { package: '@a/one@1.2.3', args: ['--acp'], ...more } });
  const served = { [tarball]: '12345' };

  test('is installed by its lockfile without scripts, and run by Node', async () => {
    const { catalog, row } = await worldWith(offered(), { served, programs: { npm: npm({ packages }) } });
    expect(await catalog.calls.plan(ref)).toEqual({
      ok: true,
      value: { bytes: 5, packages: 1, hosts: ['npm.example'], isChecked: true },
    });
    expect(await catalog.calls.install(ref)).toEqual({ ok: true, value: null });
    expect(row(ref)).toMatchObject({ state: 'ready', installed: '1.2.3', origin: 'npm package @a/one 1.2.3' });
    const launch = await catalog.launchOf(ref);
    expect(launch.ok && launch.value.args).toEqual([expect.stringMatching(/node_modules\/@a\/one\/cli\.js$/), '--acp']);
  });

  test.each([
    ['without a hash', { resolved: tarball }, 'no hash'],
    ['by http', { resolved: 'http://npm.example/one.tgz', integrity: 'sha512-AAAA' }, 'https'],
    ['with another hash than the list has', { resolved: tarball, integrity: 'sha512-CCCC' }, 'hash is another'],
  ])('that comes %s is refused', async (_, own, why) => {
    const lock = { packages: { ...packages, 'node_modules/@a/one': own } };
    const world = { served, programs: { npm: npm(lock) } };
    const { catalog, row, left } = await worldWith(offered({ integrity: 'sha512-AAAA' }), world);
    expect(await catalog.calls.plan(ref)).toMatchObject({
      ok: false,
      failure: { code: 'install-failed', message: expect.stringContaining(why) },
    });
    expect([row(ref)?.state, await left()]).toEqual(['absent', []]);
  });

  test('that is cancelled leaves nothing, and npm ends', async () => {
    const { catalog, row, left } = await worldWith(offered(), { programs: { npm: 'setTimeout(() => {}, 60_000)' } });
    const planned = catalog.calls.plan(ref);
    await vi.waitFor(() => expect(row(ref)?.state).toBe('installing'));
    await catalog.calls.cancelInstall(ref);
    expect(await planned).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    await vi.waitFor(async () => expect([row(ref)?.state, await left()]).toEqual(['absent', []]));
  });

  test('says why npm cannot have it', async () => {
    const programs = { npm: `console.error('npm error code ENOSPC\\nnpm error nospc'); process.exit(1)` };
    const { catalog } = await worldWith(offered(), { programs });
    expect(await catalog.calls.plan(ref)).toMatchObject({
      failure: { message: 'npm failed: the disk is full.', detail: expect.stringContaining('nospc') },
    });
  });
});

test('uvx runs a pinned package of Python, of which no hash is known', async () => {
  const { catalog, row } = await worldWith(
    { uvx: { package: 'agent-acp==0.10.1', args: ['x'] } },
    { programs: { uvx: '' } },
  );
  expect(await catalog.calls.plan(ref)).toMatchObject({ value: { isChecked: false, hosts: ['pypi.org'] } });
  await catalog.calls.install(ref);
  expect(row(ref)).toMatchObject({ state: 'ready', installed: '0.10.1' });
  expect(await catalog.launchOf(ref)).toMatchObject({
    value: { command: expect.stringMatching(/uvx$/), args: ['agent-acp==0.10.1', 'x'] },
  });
});
