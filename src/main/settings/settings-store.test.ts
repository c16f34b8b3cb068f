import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '../../shared/contract/settings/setting-table.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { moveState } from './move-state.ts';
import { createSettingsNotices } from './settings-notices.ts';
import { openSettingsStore, type SettingsStore } from './settings-store.ts';

/** The disk of a busy machine may take its time. */
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });

const opened: SettingsStore[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.openFolder(null).then(store.flush)));
});

async function store(content?: string) {
  const folder = await temporaryFolder(content === undefined ? {} : { 'settings.json': content });
  const path = join(folder, 'settings.json');
  const problems: string[] = [];
  const open = async () => {
    const one = await openSettingsStore({ path, onProblem: (sentence) => problems.push(sentence) });
    opened.push(one);
    return one;
  };
  const text = () => readFile(path, 'utf8');
  return { folder, path, problems, open, text, settings: await open() };
}

const mine = `// What I like
{
  "theme": "dark", // at night
  "editor.tabSize": "two",
  "workbench.colorTheme": "Abyss",
  "[python]": {
    "editor.tabSize": 8,
  },
}
`;
const rule = { effect: 'command', pattern: 'ls *', decision: 'allow' } as const;

describe('openSettingsStore', () => {
  it('begins with defaults and writes nothing before something changes', async () => {
    const { folder, settings } = await store();
    expect(settings.get()).toEqual(defaultSettings);
    settings.change({ theme: 'system' });
    await settings.flush();
    expect(await readdir(folder)).toEqual([]);
  });

  it('writes one setting, and leaves comments, bad values and what it does not know as they are', async () => {
    const { settings, text, open, problems } = await store(mine);
    settings.change({ theme: 'light' });
    expect(settings.get().theme).toBe('light');
    await settings.flush();
    expect(await text()).toBe(mine.replace('"dark"', '"light"'));
    expect((await open()).get().theme).toBe('light');
    expect(problems).toEqual([]);
  });

  it('writes the last of many changes, without being told to, for the person alone', async () => {
    const { path, text, settings } = await store();
    for (let size = 10; size < 100; size++) settings.change({ 'editor.fontSize': size });
    await poll(() => text().catch(() => '')).toContain('"editor.fontSize": 99');
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('sets and resets for one language', async () => {
    const { settings, text } = await store(mine);
    expect(settings.set('user', 'python', 'editor.tabSize', 3).ok).toBe(true);
    expect(settings.set('user', 'go', 'editor.insertSpaces', false).ok).toBe(true);
    expect(settings.levels().user.languages).toEqual({
      python: { 'editor.tabSize': 3 },
      go: { 'editor.insertSpaces': false },
    });
    expect(settings.set('user', 'python', 'editor.tabSize', undefined).ok).toBe(true);
    await settings.flush();
    expect(settings.levels().user.languages).toEqual({ python: {}, go: { 'editor.insertSpaces': false } });
    expect(await text()).toContain('// at night');
  });

  it.each([
    ['editor.tabSize', null, 0, '“editor.tabSize” takes a whole number from 1 to 100. Nothing was changed.'],
    ['editor.wordwrap', null, 'on', 'There is no setting “editor.wordwrap”.'],
    ['toString', null, 1, 'There is no setting “toString”.'],
    ['theme', 'python', 'dark', '“theme” is not one of those that a language may have.'],
  ])('refuses %s for %s to be %j', async (key, language, value, message) => {
    const { settings, text } = await store(mine);
    const before = settings.get();
    expect(settings.set('user', language, key, value)).toMatchObject({
      ok: false,
      failure: { code: 'setting-refused', message },
    });
    await settings.flush();
    expect(settings.get()).toBe(before);
    expect(await text()).toBe(mine);
  });

  it('keeps a rule that it does not understand when another is added, and comments beside rules', async () => {
    const { settings, text } = await store('{ "toolRules": [\n  { "effect": "later" },\n  // no\n  5\n] }');
    settings.update((present) => ({ ...present, toolRules: [...present.toolRules, rule] }));
    expect(settings.get().toolRules).toEqual([rule]);
    await settings.flush();
    const kept = await text();
    expect(kept).toContain('// no');
    expect(JSON.parse(kept.replace('// no', '')).toolRules).toEqual([rule, { effect: 'later' }, 5]);
  });

  it('writes into what it took for an extension’s only there', async () => {
    const { settings, text } = await store('{ "extensions": { /* keep */ "one": { "url": "a", "bad": [1] } } }');
    settings.update(({ extensions, ...others }) => ({
      ...others,
      extensions: { ...extensions, one: { ...extensions.one, url: 'b' }, two: { n: 1 } },
    }));
    await settings.flush();
    expect(await text()).toContain('/* keep */');
    expect(JSON.parse((await text()).replace('/* keep */', ''))).toEqual({
      extensions: { one: { url: 'b', bad: [1] }, two: { n: 1 } },
    });
  });

  it('tells listeners until they leave', async () => {
    const { settings } = await store();
    const seen: string[] = [];
    const undo = settings.onChange(({ theme }) => seen.push(theme));
    settings.change({ theme: 'dark' });
    settings.change({ theme: 'dark' });
    undo();
    settings.change({ theme: 'light' });
    expect(seen).toEqual(['dark']);
  });

  it('follows the file, also one that is replaced, and adds its own change to what another program wrote', async () => {
    const { path, settings, text } = await store(mine);
    await writeFile(`${path}.new`, '{ "editor.fontSize": 20 }');
    await rename(`${path}.new`, path);
    await poll(() => settings.get()['editor.fontSize']).toBe(20);
    expect(settings.get().theme).toBe('system');
    await writeFile(path, '{ "editor.fontSize": 21 }');
    settings.change({ theme: 'light' });
    await settings.flush();
    expect(JSON.parse(await text())).toEqual({ 'editor.fontSize': 21, theme: 'light' });
    expect(settings.get()).toMatchObject({ 'editor.fontSize': 21, theme: 'light' });
  });

  it('keeps what held while a file cannot be read, refuses what would change it, and takes it as it is mended', async () => {
    const { path, settings, text } = await store(mine);
    const broken = mine.replace('"dark",', '"dark"');
    await writeFile(path, broken);
    await poll(() => settings.levels().user.problem).toBe('line 4: comma expected');
    expect(settings.get().theme).toBe('dark');
    const message = 'settings.json cannot be read (line 4: comma expected). Nothing was changed.';
    const refused = { ok: false, failure: { code: 'settings-unreadable', message } };
    const before = settings.get();
    expect(settings.change({ 'editor.fontSize': 30 })).toEqual(refused);
    expect(settings.set('user', 'python', 'editor.tabSize', 3)).toEqual(refused);
    await settings.flush();
    expect(settings.get()).toBe(before);
    expect(await text()).toBe(broken);
    const mended = mine.replace('"dark"', '"light"');
    await writeFile(path, mended);
    await poll(() => settings.get().theme).toBe('light');
    await settings.flush();
    expect(await text()).toBe(mended);
  });

  it('takes a change back, and says so, when the file is broken before it is written', async () => {
    const { path, settings, text, problems } = await store(mine);
    expect(settings.change({ 'editor.fontSize': 30 }).ok).toBe(true);
    await writeFile(path, '{ "theme": ');
    await settings.flush();
    expect(problems).toEqual([
      'The last change was taken back: settings.json cannot be read (line 1: value expected). Mend it first.',
    ]);
    expect(settings.get()['editor.fontSize']).toBe(defaultSettings['editor.fontSize']);
    await writeFile(path, '{ "theme": "light" }');
    await poll(() => settings.get().theme).toBe('light');
    await settings.flush();
    expect(await text()).toBe('{ "theme": "light" }');
  });

  it('says that settings cannot be saved, and tries again', async () => {
    const { folder, path, settings, problems, text } = await store();
    await symlink(join(folder, 'gone', 'settings.json'), path);
    expect(settings.change({ theme: 'dark' }).ok).toBe(true);
    await settings.flush();
    expect(settings.get().theme).toBe('dark');
    expect(problems).toEqual([expect.stringMatching(/^The settings could not be saved/)]);
    await mkdir(join(folder, 'gone'));
    await settings.flush();
    expect(await text()).toContain('dark');
  });
});

describe('the settings of a folder', () => {
  const inFolder = (content: string) => temporaryFolder({ '.outrigger/settings.json': content });

  it('hold while it is open, before the person’s, and only those that harm nobody', async () => {
    const { settings } = await store('{ "editor.tabSize": 2, "editor.fontSize": 20 }');
    const root = await inFolder('{ "editor.tabSize": 8, "toolRules": [], "asksBeforeQuit": true }');
    await settings.openFolder(root);
    expect(settings.get()).toMatchObject({ 'editor.tabSize': 8, 'editor.fontSize': 20, asksBeforeQuit: false });
    expect(settings.levels().folder?.faults.map(({ path }) => path[0])).toEqual(['toolRules', 'asksBeforeQuit']);
    await settings.openFolder(null);
    expect(settings.get()['editor.tabSize']).toBe(2);
  });

  it('are made where there are none, and are followed from then on', async () => {
    const { settings, text } = await store('{ "editor.tabSize": 2 }');
    const root = await temporaryFolder();
    await settings.openFolder(root);
    expect(settings.set('folder', null, 'theme', 'dark').ok).toBe(false);
    expect(settings.set('folder', null, 'editor.tabSize', 3).ok).toBe(true);
    await settings.flush();
    const path = join(root, '.outrigger', 'settings.json');
    expect(await readFile(path, 'utf8')).toBe('{\n  "editor.tabSize": 3\n}\n');
    expect(await text()).toBe('{ "editor.tabSize": 2 }');
    await writeFile(path, '{ "editor.tabSize": 4 }');
    await poll(() => settings.get()['editor.tabSize']).toBe(4);
    await rm(join(root, '.outrigger'), { recursive: true });
    await poll(() => settings.get()['editor.tabSize']).toBe(2);
  });

  it('cannot be set without a folder that is trusted', async () => {
    const { settings } = await store();
    expect(settings.set('folder', null, 'editor.tabSize', 3)).toMatchObject({
      ok: false,
      failure: { message: 'Only a folder you trust can have its own settings.' },
    });
  });
});

describe('what an earlier version kept in the settings', () => {
  it('goes to the state once, and the settings stay as they were written', async () => {
    const folder = await temporaryFolder();
    const [settings, state] = [join(folder, 'settings.json'), join(folder, 'state.json')];
    const before =
      '{\n  // dark\n  "theme": "dark",\n  "model": "a:b/c",\n  "recentFolders": ["/a"],\n  "layouts": 5\n}\n';
    await writeFile(settings, before);
    await moveState(settings, state);
    expect(JSON.parse(await readFile(state, 'utf8'))).toEqual({ model: 'a:b/c', recentFolders: ['/a'] });
    const after = '{\n  // dark\n  "theme": "dark",\n  "layouts": 5\n}\n';
    expect(await readFile(settings, 'utf8')).toBe(after);
    await writeFile(settings, before);
    await moveState(settings, state);
    expect(await readFile(settings, 'utf8')).toBe(before);
  });
});

it('what is wrong is told once, with its line and what holds, until it is mended', () => {
  const seen: (string | null)[] = [];
  const opened: string[] = [];
  let press = () => {};
  const tell = createSettingsNotices({
    notices: {
      show({ text }, act) {
        seen.push(text);
        press = () => act?.('open');
      },
      withdraw: () => seen.push(null),
    },
    openFile: (level) => opened.push(level),
  });
  const file = { path: '/a/settings.json', values: {}, languages: {}, faults: [], problem: null, wasRead: true };
  const fault = { path: ['theme'], message: '“theme” is bad.', from: 0, to: 1, line: 3, severity: 'error' } as const;
  tell({ user: file, folder: null });
  expect(seen).toEqual([]);
  const bad = { ...file, faults: [fault, fault, { ...fault, severity: 'unknown' as const }] };
  tell({ user: bad, folder: null });
  tell({ user: bad, folder: file });
  tell({ user: file, folder: { ...file, problem: 'line 2: comma expected' } });
  tell({ user: { ...file, problem: 'EACCES', wasRead: false }, folder: null });
  press();
  expect(opened).toEqual(['user']);
  expect(seen.filter((text) => text !== null)).toEqual([
    'The settings: settings.json, line 3: “theme” is bad. 1 more is marked there.',
    'The settings of this folder could not be read (line 2: comma expected). The file stays as it is. The previous settings stay in effect.',
    'The settings could not be read (EACCES). The file stays as it is. Until it is fixed, the defaults apply, without your approval rules.',
  ]);
});
