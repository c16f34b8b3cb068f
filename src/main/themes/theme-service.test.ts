import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings, type Settings } from '../../shared/contract/settings/setting-table.ts';
import { type Files, temporaryFolder } from '../testing/temporary-folder.ts';
import { createThemeService } from './theme-service.ts';

const themeOf = (background: string): string =>
  JSON.stringify({ name: 'Mine', colors: { 'editor.background': background } });

async function setUp(files: Files, theme: (folder: string) => string, readMs = 60_000) {
  const folder = await temporaryFolder(files);
  let settings: Settings = { ...defaultSettings, theme: theme(folder) };
  const listeners = new Set<(settings: Settings) => void>();
  const service = createThemeService({
    settings: {
      get: () => settings,
      onChange(listener) {
        const hear = (next: Settings) => listener(next, {} as never);
        listeners.add(hear);
        return () => listeners.delete(hear);
      },
    },
    readMs,
  });
  onTestFinished(() => service.dispose());
  const heard = vi.fn();
  service.onChange(heard);
  await service.settled();
  const set = (next: string) => {
    settings = { ...settings, theme: next };
    for (const listener of listeners) listener(settings);
  };
  const surface = () => service.current().file?.variables['--surface-0'] ?? service.current().base;
  return { folder, service, set, surface, heard };
}

test('the look is that of the setting, at the start and after each change', async () => {
  const { folder, set, surface, service } = await setUp({ 'a.json': themeOf('#111111') }, () => 'dark');
  expect(service.current()).toEqual({ base: 'dark', file: null, problem: null, fileToMend: null, remarks: [] });
  set('highContrastLight');
  expect(surface()).toBe('highContrastLight');
  set(join(folder, 'a.json'));
  // Until it is read the look stays: nothing flashes.
  expect(surface()).toBe('highContrastLight');
  await expect.poll(surface).toBe('#111111');
  expect(service.current()).toMatchObject({ base: 'dark', file: { name: 'Mine', path: join(folder, 'a.json') } });
  set('system');
  expect(service.current()).toEqual({ base: 'system', file: null, problem: null, fileToMend: null, remarks: [] });
});

test('a theme file of the start is there when the start is over', async () => {
  const { surface } = await setUp({ 'a.json': themeOf('#111111') }, (folder) => join(folder, 'a.json'));
  expect(surface()).toBe('#111111');
});

test('of files that are set one after the other the last one is shown', async () => {
  const files = { 'a.json': themeOf('#111111'), 'b.json': themeOf('#222222') };
  const { folder, set, surface, heard } = await setUp(files, () => 'system');
  set(join(folder, 'a.json'));
  set(join(folder, 'b.json'));
  await expect.poll(surface).toBe('#222222');
  expect(heard).toHaveBeenCalledTimes(1);
});

test('the look follows the file, what it includes, and a file that is taken away and put back', async () => {
  const files = { 'themes/a.json': '{ "include": "../base.json" }', 'base.json': themeOf('#111111') };
  const { folder, surface, service } = await setUp(files, (at) => join(at, 'themes', 'a.json'));
  expect(surface()).toBe('#111111');
  await writeFile(join(folder, 'base.json'), themeOf('#222222'));
  await expect.poll(surface).toBe('#222222');
  await rm(join(folder, 'themes', 'a.json'));
  await expect.poll(surface).toBe('system');
  expect(service.current().problem).toMatch(/^The theme file “a.json” was not found\./);
  await writeFile(join(folder, 'themes', 'a.json'), themeOf('#333333'));
  await expect.poll(surface).toBe('#333333');
  expect(service.current().problem).toBeNull();
});

test('of a file that cannot be shown there is a sentence, and the system’s look until another is set', async () => {
  const { folder, service, set } = await setUp({ 'a.json': '{ "colors": ' }, (at) => join(at, 'a.json'));
  expect(service.current()).toEqual({
    base: 'system',
    file: null,
    problem:
      'The theme file “a.json” is not valid JSON: line 1, value expected. Mend it, or choose another theme. Until then the system’s colours are shown.',
    fileToMend: join(folder, 'a.json'),
    remarks: [],
  });
  set('light');
  expect(service.current()).toEqual({ base: 'light', file: null, problem: null, fileToMend: null, remarks: [] });
});

test('the start does not wait for a file that takes too long, and shows it when it is there', async () => {
  const { surface } = await setUp({ 'a.json': themeOf('#111111') }, (folder) => join(folder, 'a.json'), 0);
  await expect.poll(surface).toBe('#111111');
});

test('of a file with several themes the one that the setting names is shown, with the names of all', async () => {
  const theme = (name: string, background: string) => {
    return { name, appearance: 'dark', style: { 'editor.background': background } };
  };
  const text = JSON.stringify({ themes: [theme('One', '#111111'), theme('Two', '#222222')] });
  const { folder, service, set, surface } = await setUp({ 'a.json': text }, (at) => join(at, 'a.json#Two'));
  expect(surface()).toBe('#222222');
  expect(service.current().file).toMatchObject({ path: join(folder, 'a.json'), name: 'Two', family: ['One', 'Two'] });
  set(join(folder, 'a.json'));
  await expect.poll(surface).toBe('#111111');
  await writeFile(join(folder, 'a.json'), text.replace('#111111', '#333333'));
  await expect.poll(surface).toBe('#333333');
});
