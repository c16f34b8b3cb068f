import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createKnownGaps } from '../components/known-gaps.ts';
import { forkedCompiler } from '../components/test-support/forked-compiler.ts';
import { zedComponent } from '../components/test-support/zed-component.ts';
import { installerSetting } from './test-support/installer-setting.ts';
import type { TarEntry } from './test-support/packages.ts';

/** Archives as Zed's registry has them. */

const manifest = `id = "oak"
name = "Oak"
version = "0.2.0"
schema_version = 1
authors = ["Somebody <somebody@example.com>"]

[lib]
kind = "Rust"
version = "0.7.0"

[language_servers.oak-ls]
language = "Oak"

[debug_adapters.oak-dbg]

[slash_commands.oak]
description = "Tells of the oak."
requires_argument = true
`;
const theme = `id = "dusk"\nname = "Dusk"\nversion = "1"\nschema_version = 1\nthemes = ["themes/dusk.json"]\n`;
const gaps = 'calls of zed:extension/dap';

async function setting() {
  const compiler = forkedCompiler(await temporaryFolder());
  return { compiler, ...(await installerSetting({}, compiler)) };
}

test('an archive is told of before it is installed, with what it lacks here', async () => {
  const { tgz, prepared, installer, compiler } = await setting();
  const files: TarEntry[] = [
    { name: 'extension.toml', content: manifest },
    { name: 'extension.wasm', content: await zedComponent([0, 9, 0]) },
  ];
  const { token, asks, unserved } = await prepared(tgz(...files));
  expect(asks).toEqual([
    { kind: 'workspace', access: 'read' },
    { kind: 'network', hosts: ['ask'] },
  ]);
  const absent = [gaps, 'what is newer than version 0.8.0 of Zed’s interface (it has 0.9.0)'];
  expect(unserved).toEqual({ waits: ['language server oak-ls'], absent: ['debug adapter oak-dbg', ...absent] });

  // The page tells the same, also in the next run of the app.
  const committed = await installer.commit(token);
  if (!committed.ok) throw new Error(committed.failure.message);
  const found: string[] = [];
  const reads: string[] = [];
  const knownOf = (path: string) => {
    reads.push(path);
    return compiler.known(path);
  };
  const known = createKnownGaps({ known: knownOf, onFound: () => found.push('found') });
  const extension = { ...committed.value, source: 'user', unserved: { waits: [], absent: ['x'] } } as const;
  expect(known.withGaps(extension).unserved).toEqual({ waits: [], absent: ['x'] });
  for (const status of ['idle', 'idle', 'active']) await known.look([extension], () => status);
  expect(known.withGaps(extension).unserved).toEqual({ waits: [], absent: ['x', ...absent] });
  expect([found, reads.length, compiler.pids.length]).toEqual([['found'], 1, 1]);
});

test('a folder in which it is not built is refused with what to do, and a component of an old interface too', async () => {
  const { folder, tgz, refused } = await setting();
  const source = folder('source', { 'extension.toml': manifest, 'Cargo.toml': '' });
  expect(await refused(source)).toMatch(
    /extension\.toml:8: there is no extension\.wasm beside it.* published archive\.$/,
  );
  const old = tgz(
    { name: 'extension.toml', content: manifest },
    { name: 'extension.wasm', content: await zedComponent([0, 0, 4]) },
  );
  expect(await refused(old)).toMatch(/“extension\.wasm” cannot be compiled: it was built for version 0\.0\.4 of Zed/);
});

test('a theme is installed without code and asks for nothing', async () => {
  const { tgz, prepared, installer, compiler } = await setting();
  const {
    token,
    asks,
    unserved,
    manifest: read,
  } = await prepared(tgz({ name: 'extension.toml', content: theme }, { name: 'themes/dusk.json', content: '{}' }));
  expect([asks, unserved, read.runtime, compiler.pids]).toEqual([[], { waits: [], absent: [] }, undefined, []]);
  expect(await installer.commit(token)).toMatchObject({ ok: true });
});
