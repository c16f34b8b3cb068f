import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultLayout } from '../../shared/contract/app-state.ts';
import type { Workspace } from '../../shared/contract/documents/document.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import { openStateStore } from '../settings/state-store.ts';
import { temporaryFolder, writeFiles } from '../testing/temporary-folder.ts';
import { createSampleProject } from './sample-project.ts';
import { createWorkspaceService } from './workspace-service.ts';
import { createWorkspaceTrust } from './workspace-trust.ts';

/** Of a folder that nobody trusts and that brings nothing. */
const unknown = { isTrusted: false, brings: [] };

async function setUp() {
  const folder = await temporaryFolder({ 'one/a.txt': '', 'two/': '' });
  const state = await openStateStore({ path: join(folder, 'state.json'), onProblem: () => undefined });
  const events: MainEvent[] = [];
  const changes: Workspace[] = [];
  let picked: string | null = null;
  const trust = await createWorkspaceTrust({ path: join(folder, 'trusted.json'), onProblem: () => undefined });
  const service = createWorkspaceService({
    state,
    pickFolder: async () => picked,
    placeSample: createSampleProject(join(folder, 'one'), join(folder, 'sample')),
    publish: (event) => events.push(event),
    trust,
    tell: ({ workspace }) => changes.push(workspace),
    onUnwatched: () => {},
  });
  onTestFinished(async () => {
    service.dispose();
    await state.flush();
  });
  return { folder, state, events, changes, service, pick: (path: string | null) => (picked = path) };
}

describe('createWorkspaceService', () => {
  it('opens a folder, tells the renderer, and remembers it as recent', async () => {
    const { folder, state, events, service } = await setUp();
    const path = join(folder, 'one');
    expect(await service.open(`${path}/`)).toEqual({
      ok: true,
      value: { path, realPath: path, name: 'one', ...unknown },
    });
    expect(service.current()).toEqual({ path, realPath: path, name: 'one', ...unknown });
    expect(events).toEqual([
      { type: 'workspace', workspace: { path, realPath: path, name: 'one', ...unknown }, layout: defaultLayout },
    ]);
    expect(state.get().recentFolders).toEqual([path]);
  });

  it('lists all files of the tree; hidden ones too, ignored ones and links not', async () => {
    const { service } = await setUp();
    expect(await service.files()).toEqual({ ok: true, value: { paths: [], isPartial: false } });
    const root = await temporaryFolder({
      'a.ts': '',
      'src/deep/b.ts': '',
      'src/out/c.js': '',
      '.config/d.json': '',
      '.gitignore': 'out/\n',
      '.git/HEAD': '',
    });
    await symlink('/etc', join(root, 'etc'));
    await service.open(root);
    const files = await service.files();
    expect(files.ok && files.value.paths.toSorted()).toEqual(['.config/d.json', '.gitignore', 'a.ts', 'src/deep/b.ts']);
  });

  it('refuses what is no folder and keeps the one that is open', async () => {
    const { folder, service } = await setUp();
    await service.open(join(folder, 'one'));
    for (const path of [join(folder, 'none'), join(folder, 'one', 'a.txt'), 'one']) {
      expect(await service.open(path)).toMatchObject({ ok: false, failure: { code: 'file-not-found' } });
    }
    expect(service.current()?.name).toBe('one');
  });

  it('opens the folder that was named last, though it was found sooner', async () => {
    const { folder, service, events } = await setUp();
    // Links that each take a long way round make a folder that is found slowly.
    const detour = 'one/../'.repeat(120);
    await symlink('one', join(folder, 'link-0'));
    for (let count = 1; count < 20; count++) await symlink(`${detour}link-${count - 1}`, join(folder, `link-${count}`));
    await Promise.all([service.open(join(folder, 'link-19')), service.open(join(folder, 'two'))]);
    expect(service.current()?.name).toBe('two');
    expect(events.map((event) => event.type === 'workspace' && event.workspace?.name)).toEqual(['link-19', 'two']);
  });

  it('keeps the layout of each folder', async () => {
    const { folder, service } = await setUp();
    await service.open(join(folder, 'one'));
    await service.saveLayout({ ...defaultLayout, treeWidth: 333 });
    await service.open(join(folder, 'two'));
    expect(service.layout().treeWidth).toBe(defaultLayout.treeWidth);
    await service.open(join(folder, 'one'));
    expect(service.layout().treeWidth).toBe(333);
  });

  it('opens what the person picked, and stays when the dialog was cancelled', async () => {
    const { folder, service, pick } = await setUp();
    expect(await service.pickFolder()).toEqual({ ok: true, value: null });
    pick(join(folder, 'two'));
    expect(await service.pickFolder()).toMatchObject({ ok: true, value: { name: 'two', ...unknown } });
  });

  it('opens a copy of the sample project, and the same one again', async () => {
    const { folder, service } = await setUp();
    const path = join(folder, 'sample');
    expect(await service.openSample()).toMatchObject({ ok: true, value: { path, isTrusted: false } });
    expect(await readdir(path)).toEqual(['a.txt']);
    await writeFile(join(path, 'a.txt'), 'mine');
    await service.open(join(folder, 'two'));
    expect(await service.openSample()).toMatchObject({ ok: true, value: { path } });
    expect(await readFile(join(path, 'a.txt'), 'utf8')).toBe('mine');
    // Nothing is left of making it.
    expect((await readdir(folder)).filter((name) => name.startsWith('sample'))).toEqual(['sample']);
  });

  it('lists a folder and tells when its listing changed', async () => {
    const { folder, events, service } = await setUp();
    expect(await service.list('.')).toMatchObject({ ok: false });
    const path = join(folder, 'one');
    await service.open(path);
    expect(await service.list(path)).toMatchObject({ ok: true, value: { directories: [], files: ['a.txt'] } });
    await writeFile(join(path, 'b.txt'), '');
    await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'tree-changed', directories: [path] }));
    expect(await service.list(folder)).toMatchObject({ ok: false, failure: { code: 'file-outside-project' } });
  });

  it('trusts the open folder when asked to, and knows it again', async () => {
    const { folder, changes, service } = await setUp();
    const path = join(folder, 'two');
    writeFiles(path, { '.outrigger/extensions/x/': '' });
    expect((await service.setTrust(true)).ok).toBe(false);
    await service.open(path);
    expect(service.current()).toMatchObject({ isTrusted: false, brings: ['extensions'] });
    expect((await service.setTrust(true)).ok).toBe(true);
    expect(service.current()).toMatchObject({ isTrusted: true, brings: ['extensions'] });
    expect(changes.map(({ isTrusted }) => isTrusted)).toEqual([false, true]);
    await service.open(join(folder, 'one'));
    await service.open(path);
    expect(service.current()?.isTrusted).toBe(true);
    expect((await service.setTrust(false)).ok).toBe(true);
    expect(changes.at(-1)?.isTrusted).toBe(false);
    await service.open(path);
    expect(service.current()?.isTrusted).toBe(false);
  });

  it('knows what it brings, also when that comes while it is open', async () => {
    const { folder, changes, service } = await setUp();
    const path = join(folder, 'one');
    await writeFile(join(path, 'AGENTS.md'), 'Be brief.');
    await service.open(path);
    expect(service.current()?.brings).toEqual(['rules']);
    await service.list(path);
    writeFiles(path, { '.outrigger/prompts/a.md': 'A' });
    await vi.waitFor(() => expect(changes.at(-1)?.brings).toEqual(['rules', 'prompts']));
    await rm(join(path, 'AGENTS.md'));
    await vi.waitFor(() => expect(changes.at(-1)?.brings).toEqual(['prompts']));
  });

  it('knows that it brings settings', async () => {
    const { folder, service } = await setUp();
    const path = join(folder, 'one');
    writeFiles(path, { '.outrigger/settings.json': '{}' });
    await service.open(path);
    expect(service.current()?.brings).toEqual(['settings']);
  });
});
