import { mkdir, readdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultLayout, settingsSchema } from '../../shared/contract/settings.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { layoutOf, openSettingsStore, withLayout, withRecentFolder } from './settings-store.ts';

async function store(content?: string) {
  const folder = await temporaryFolder();
  const path = join(folder, 'settings.json');
  if (content !== undefined) await writeFile(path, content);
  const problems: string[] = [];
  const open = () => openSettingsStore({ path, onProblem: (sentence) => problems.push(sentence) });
  return { folder, path, problems, open, settings: await open() };
}

describe('openSettingsStore', () => {
  it('begins with defaults and writes nothing before something changes', async () => {
    const { folder, settings } = await store();
    expect(settings.get()).toEqual({
      theme: 'system',
      autoTitles: true,
      sizeLimits: {},
      favouriteModels: [],
      toolRules: [],
      threadLimit: {},
      extensions: {},
      layouts: {},
      recentFolders: [],
    });
    await settings.flush();
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps a change for the next start, and keys that it does not know', async () => {
    const { path, settings, open, problems } = await store('{"theme":"dark","later":{"deep":[1]}}');
    settings.update((current) => ({ ...current, theme: 'light' }));
    await settings.flush();
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ theme: 'light', later: { deep: [1] } });
    expect((await open()).get()).toMatchObject({ theme: 'light', later: { deep: [1] } });
    expect(problems).toEqual([]);
  });

  it('writes the last of many changes, without being told to', async () => {
    const { path, settings } = await store();
    for (let count = 0; count < 100; count++) settings.update((current) => ({ ...current, model: `m${count}` }));
    await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toContain('"m99"');
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['text that is no JSON', '{"theme": "dark", private-word'],
    ['a value of the wrong kind', '{"theme":"purple"}'],
    ['a list', '[]'],
    ['nothing at all', ''],
  ])('keeps %s aside, says so, and goes on with defaults', async (_what, content) => {
    const { folder, settings, problems } = await store(content);
    expect(settings.get().theme).toBe('system');
    const [aside] = await readdir(folder);
    expect(aside).toMatch(/^settings\.json\.unreadable-\d{4}-/);
    expect(await readFile(join(folder, aside ?? ''), 'utf8')).toBe(content);
    expect(problems).toEqual([expect.stringContaining(aside ?? '?')]);
    expect(problems.join()).not.toContain('private-word');
  });

  it('tells listeners until they leave, and not when nothing changed', async () => {
    const { settings } = await store();
    const seen: string[] = [];
    const undo = settings.onChange(({ theme }) => seen.push(theme));
    settings.update((current) => ({ ...current, theme: 'dark' }));
    settings.update((current) => current);
    undo();
    settings.update((current) => ({ ...current, theme: 'light' }));
    expect(seen).toEqual(['dark']);
  });

  it('says that settings cannot be saved, and goes on', async () => {
    const { path, settings, problems } = await store();
    await mkdir(path);
    settings.update((current) => ({ ...current, theme: 'dark' }));
    await settings.flush();
    expect(settings.get().theme).toBe('dark');
    expect(problems).toEqual([expect.stringContaining('could not be saved (EISDIR)')]);
  });

  it('tries again at the next flush what could not be saved', async () => {
    const { path, settings, problems } = await store();
    await mkdir(path);
    settings.update((current) => ({ ...current, theme: 'dark' }));
    await settings.flush();
    await rmdir(path);
    await settings.flush();
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ theme: 'dark' });
    expect(problems).toHaveLength(1);
  });

  it('leaves a file alone that can neither be read nor put aside', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'blocker'), '');
    const problems: string[] = [];
    const path = join(folder, 'blocker', 'settings.json');
    const settings = await openSettingsStore({ path, onProblem: (sentence) => problems.push(sentence) });
    settings.update((current) => ({ ...current, theme: 'dark' }));
    await settings.flush();
    expect(problems).toEqual([expect.stringMatching(/could not be read \(ENOTDIR\) nor put aside/)]);
    expect(await readdir(folder)).toEqual(['blocker']);
  });
});

describe('what is kept by workspace', () => {
  const empty = settingsSchema.parse({});

  it('gives each workspace its layout, and the default to others', () => {
    const settings = withLayout(empty, '/a', { ...defaultLayout, treeWidth: 300 });
    expect(layoutOf(settings, '/a').treeWidth).toBe(300);
    expect(layoutOf(settings, '/b')).toEqual(defaultLayout);
    expect(layoutOf(settings, 'toString')).toEqual(defaultLayout);
  });

  it('forgets the layouts saved longest ago beyond a hundred', () => {
    let settings = empty;
    for (let count = 0; count < 120; count++) settings = withLayout(settings, `/${count}`, defaultLayout);
    expect(Object.keys(settings.layouts)).toHaveLength(100);
    expect(settings.layouts).toHaveProperty(['/119']);
    expect(settings.layouts).not.toHaveProperty(['/19']);
  });

  it('lists the ten last folders, the newest first, each once', () => {
    let settings = empty;
    for (const name of ['a', 'b', 'a', ...'cdefghijk']) settings = withRecentFolder(settings, `/${name}`);
    expect(settings.recentFolders).toEqual([...'kjihgfedca'].map((name) => `/${name}`));
  });
});
