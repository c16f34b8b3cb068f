import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

const partsOfWindow = readdirSync(join(root, 'src', 'renderer'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'base')
  .map(({ name }) => name);

const refused: readonly [path: string, line: string][] = [
  ['src/main/documents/a.ts', "import '../../renderer/bridge.ts';"],
  ['src/main/documents/b.ts', "import '../../preload/index.ts';"],
  ['src/main/documents/c.ts', "import '../../exthost/activator.ts';"],
  ['src/main/documents/d.ts', "import { app } from 'electron';"],
  ['src/main/documents/e.ts', "import type { App } from 'electron';"],
  ['src/main/documents/f.ts', "import keytar from 'keytar';"],
  ['src/main/documents/g.ts', "export const late = () => import('electron');"],
  ['src/main/index.ts', "import keytar from 'keytar';"],
  ['src/main/platform/a.ts', "import keytar from 'keytar';"],
  ['src/main/platform/b.ts', "import '../../renderer/bridge.ts';"],
  ['src/main/extensions/any-gateway.ts', "import '../../exthost/index.ts';"],
  ['src/main/credentials/keychain.ts', "import { app } from 'electron';"],
  ['src/main/credentials/other.ts', "import keytar from 'keytar';"],
  ['src/preload/index.ts', "import '../main/index.ts';"],
  ['src/preload/a.ts', "import { z } from 'zod/mini';"],
  ['src/preload/b.ts', "import 'node:fs';"],
  ['src/renderer/agent/a.ts', "import '../../main/index.ts';"],
  ['src/renderer/agent/b.ts', "import '../../preload/index.ts';"],
  ['src/renderer/agent/c.ts', "import { ipcRenderer } from 'electron';"],
  ['src/renderer/agent/d.ts', "import 'node:fs';"],
  ['src/renderer/agent/e.ts', 'export const api = window.outrigger;'],
  ['src/renderer/agent/f.tsx', 'export const api = globalThis.outrigger.app;'],
  ...partsOfWindow.map((part): [string, string] => [`src/renderer/base/${part}.ts`, `import '../${part}/a.ts';`]),
  ['src/renderer/base/controls/a.ts', "import type { A } from '../../editor/documents/a.ts';"],
  ['src/renderer/base/controls/b.ts', "export const late = () => import('../../shell/a.ts');"],
  ['src/renderer/agent/g.ts', "import '../shell/a.ts';"],
  ['src/renderer/agent/panel/a.ts', "import '../../shell/status/a.ts';"],
  ['src/main/documents/h.ts', 'export const both = AbortSignal.any([]);'],
  ['src/exthost/api/a.ts', "import '../../main/index.ts';"],
  ['src/exthost/api/b.ts', "import { net } from 'electron';"],
  ['src/exthost/api/c.ts', "import keytar from 'keytar';"],
  ['src/exthost/api/d.ts', "import 'node:fs';"],
  ['src/exthost/api/e.ts', "import type { MessagePortMain } from 'electron';"],
  ['src/exthost/activator.ts', "import 'node:url';"],
  ['src/exthost/worker/worker.ts', "import 'node:url';"],
  ['src/shared/rpc/a.ts', "import '../../main/index.ts';"],
  ['src/shared/rpc/b.ts', "import { app } from 'electron';"],
  ['src/shared/rpc/c.ts', "import 'node:fs';"],
  ['src/shared/rpc/d.ts', "import 'react';"],
];

/** Files with circular imports, of values or of types only. */
const circles: readonly [path: string, line: string][] = [
  ['src/shared/circle/value-a.ts', "import { b } from './value-b.ts';\n\nexport const a = () => b;"],
  ['src/shared/circle/value-b.ts', "import { a } from './value-a.ts';\n\nexport const b = () => a;"],
  ['src/shared/circle/type-a.ts', "import type { B } from './type-b.ts';\n\nexport type A = B[];"],
  ['src/shared/circle/type-b.ts', "import type { A } from './type-a.ts';\n\nexport type B = A | null;"],
];

const permitted: readonly [path: string, line: string][] = [
  ['src/main/documents/fine.ts', "import '../settings/settings-store.ts';\nimport '../../shared/contract/errors.ts';"],
  ['src/main/platform/renderer-gateway.ts', "import { ipcMain } from 'electron';\n\nipcMain.eventNames();"],
  ['src/main/extensions/process-gateway.ts', "import { app } from 'electron';\n\napp.quit();"],
  ['src/main/platform/fine.ts', "import './renderer-gateway.ts';"],
  ['src/main/credentials/fine/keychain.ts', "import '../../../shared/contract/errors.ts';"],
  ['src/preload/fine.ts', "import { contextBridge } from 'electron';\n\ncontextBridge.exposeInMainWorld('a', 1);"],
  ['src/renderer/bridge.ts', 'export const api = window.outrigger;'],
  [
    'src/renderer/shell/fine.ts',
    "import '../settings/store.ts';\nimport '../../shared/contract/errors.ts';\nimport './a.ts';\nimport 'react';",
  ],
  ['src/renderer/main.tsx', "import './shell/App.tsx';"],
  ['src/renderer/shell/status/fine.ts', "import '../App.tsx';\nimport '../notices/a.ts';"],
  ['src/renderer/agent/fine.ts', "import '../base/paths.ts';\nimport '../editor/sessions.ts';"],
  ['src/renderer/base/fine.ts', "import '../bridge.ts';\nimport '../../shared/contract/extensions/tool.ts';"],
  ['src/exthost/api/fine.test.ts', "import 'node:fs';\nimport '../../shared/rpc/peer.ts';"],
  ['src/exthost/fine.ts', "import 'node:fs';\nimport '../shared/rpc/peer.ts';"],
  ['src/exthost/port.ts', "import type { MessagePortMain } from 'electron';\n\nexport type Port = MessagePortMain;"],
  ['src/shared/rpc/fine.ts', "import '../contract/errors.ts';\nimport 'zod/mini';"],
  ['src/shared/rpc/fine.test.ts', "import 'node:fs';"],
];

describe('the import borders, as the linter keeps them', () => {
  let project = '';
  let faults = new Map<string, string[]>();

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'import-borders-'));
    const config = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'));
    await writeFile(join(project, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
    await cp(join(root, 'scripts', 'lint'), join(project, 'scripts', 'lint'), { recursive: true });
    for (const [path, line] of [...refused, ...circles, ...permitted]) {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), `${line}\n`);
    }
    faults = await lint(project);
  });

  afterAll(() => rm(project, { recursive: true, force: true }));

  it.each(refused)('refuses, in %s: %s', (path) => {
    expect(faults.get(path) ?? []).toContainEqual(expect.stringMatching(/noRestrictedImports|plugin/));
  });

  it.each(circles)('refuses a circle of imports, in %s', (path) => {
    expect(faults.get(path) ?? []).toContainEqual(expect.stringMatching(/noImportCycles/));
  });

  it.each(permitted)('permits, in %s: %s', (path) => {
    expect(faults.get(path) ?? []).toEqual([]);
  });
});

/** @returns categories of the linter's findings, by file */
async function lint(project: string): Promise<Map<string, string[]>> {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', 'src'];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: project, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  const report: { diagnostics: { category: string; location: { path: string | { file: string } } }[] } =
    JSON.parse(output);
  const found = new Map<string, string[]>();
  for (const { category, location } of report.diagnostics) {
    const path = typeof location.path === 'string' ? location.path : location.path.file;
    found.set(path, [...(found.get(path) ?? []), category]);
  }
  return found;
}
