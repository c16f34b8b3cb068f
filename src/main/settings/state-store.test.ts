import { mkdir, readdir, readFile, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appStateSchema, defaultLayout } from '../../shared/contract/app-state.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { layoutOf, openStateStore, withLayout, withRecentFolder } from './state-store.ts';

async function store(content?: string) {
  const folder = await temporaryFolder(content === undefined ? {} : { 'state.json': content });
  const path = join(folder, 'state.json');
  const problems: string[] = [];
  const open = () => openStateStore({ path, onProblem: (sentence) => problems.push(sentence) });
  return { folder, path, problems, open, state: await open() };
}

describe('openStateStore', () => {
  it('begins with defaults and writes nothing before something changes', async () => {
    const { folder, state } = await store();
    expect(state.get()).toEqual({ favouriteModels: [], layouts: {}, recentFolders: [] });
    await state.flush();
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps a change for the next start, and keys that it does not know', async () => {
    const { path, state, open, problems } = await store('{"model":"a","later":{"deep":[1]}}');
    state.update((current) => ({ ...current, model: 'b' }));
    await state.flush();
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ model: 'b', later: { deep: [1] } });
    expect((await open()).get()).toMatchObject({ model: 'b', later: { deep: [1] } });
    expect(problems).toEqual([]);
  });

  it('writes the last of many changes, without being told to', async () => {
    const { path, state } = await store();
    for (let count = 0; count < 100; count++) state.update((current) => ({ ...current, model: `m${count}` }));
    await expect.poll(() => readFile(path, 'utf8').catch(() => ''), { timeout: 20_000 }).toContain('"m99"');
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['text that is no JSON', '{"model": "a", private-word'],
    ['a value of the wrong kind', '{"model":5}'],
    ['a list', '[]'],
    ['nothing at all', ''],
  ])('keeps %s aside, says so, and goes on with defaults', async (_what, content) => {
    const { folder, state, problems } = await store(content);
    expect(state.get().model).toBeUndefined();
    const [aside] = await readdir(folder);
    expect(aside).toMatch(/^state\.json\.unreadable-\d{4}-/);
    expect(await readFile(join(folder, aside ?? ''), 'utf8')).toBe(content);
    expect(problems).toEqual([expect.stringContaining(aside ?? '?')]);
    expect(problems.join()).not.toContain('private-word');
  });

  it('tells listeners until they leave, and not when nothing changed', async () => {
    const { state } = await store();
    const seen: unknown[] = [];
    const undo = state.onChange(({ model }) => seen.push(model));
    state.update((current) => ({ ...current, model: 'a' }));
    state.update((current) => current);
    undo();
    state.update((current) => ({ ...current, model: 'b' }));
    expect(seen).toEqual(['a']);
  });

  it('says that it cannot be saved, and goes on', async () => {
    const { path, state, problems } = await store();
    await mkdir(path);
    state.update((current) => ({ ...current, model: 'a' }));
    await state.flush();
    expect(state.get().model).toBe('a');
    expect(problems).toEqual([expect.stringContaining('could not be saved (EISDIR)')]);
  });

  it('tries again at the next flush what could not be saved', async () => {
    const { path, state, problems } = await store();
    await mkdir(path);
    state.update((current) => ({ ...current, model: 'a' }));
    await state.flush();
    await rmdir(path);
    await state.flush();
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ model: 'a' });
    expect(problems).toHaveLength(1);
  });

  it('leaves a file alone that can neither be read nor put aside', async () => {
    const folder = await temporaryFolder({ blocker: '' });
    const problems: string[] = [];
    const path = join(folder, 'blocker', 'state.json');
    const state = await openStateStore({ path, onProblem: (sentence) => problems.push(sentence) });
    state.update((current) => ({ ...current, model: 'a' }));
    await state.flush();
    expect(problems).toEqual([expect.stringMatching(/could not be read \(ENOTDIR\) or set aside/)]);
    expect(await readdir(folder)).toEqual(['blocker']);
  });
});

describe('what is kept by workspace', () => {
  const empty = appStateSchema.parse({});

  it('gives each workspace its layout, and the default to others', () => {
    const state = withLayout(empty, '/a', { ...defaultLayout, treeWidth: 300 });
    expect(layoutOf(state, '/a').treeWidth).toBe(300);
    expect(layoutOf(state, '/b')).toEqual(defaultLayout);
    expect(layoutOf(state, 'toString')).toEqual(defaultLayout);
  });

  it('forgets the layouts saved longest ago beyond a hundred', () => {
    let state = empty;
    for (let count = 0; count < 120; count++) state = withLayout(state, `/${count}`, defaultLayout);
    expect(Object.keys(state.layouts)).toHaveLength(100);
    expect(state.layouts).toHaveProperty(['/119']);
    expect(state.layouts).not.toHaveProperty(['/19']);
  });

  it('lists the ten last folders, the newest first, each once', () => {
    let state = empty;
    for (const name of ['a', 'b', 'a', ...'cdefghijk']) state = withRecentFolder(state, `/${name}`);
    expect(state.recentFolders).toEqual([...'kjihgfedca'].map((name) => `/${name}`));
  });
});
