import { isDeepStrictEqual } from 'node:util';
import type { ElectronApplication, Page } from '@playwright/test';
import { defaultSettings, type Settings, settingKeys } from '../../src/shared/contract/settings/setting-table.ts';
import { untilEditable } from './processes/app-process.ts';
import type {} from './views/page-api.ts';

/** Resets the shared app before each test: the effects of the previous one are undone by the app's own means. */

export const sampleModel = 'test-provider:sample/sample';
/** Settings and state that can be changed, and so reset, while the app runs. */
const changeable: readonly string[] = [...settingKeys, 'model', 'favouriteModels'];
/** Settings of extensions are reset one by one, as the extensions are notified of each. */
const inSettings = settingKeys.filter((key) => key !== 'extensions');
const size = { width: 1280, height: 800 };

/**
 * Ends work in progress, resets settings, keys, known hosts and notices, opens the folder, and reloads the window.
 * @param prepare called when the folder is open, before the window is reloaded
 * @throws if the app cannot be reset: the next test must not use it
 */
export async function makeFresh(
  app: ElectronApplication,
  page: Page,
  folder: { readonly path: string; readonly isTrusted: boolean },
  settings: Readonly<Record<string, unknown>>,
  prepare?: () => Promise<void>,
): Promise<void> {
  const others = Object.keys(settings).filter((key) => !changeable.includes(key));
  if (others.length > 0) throw new Error(`The shared app cannot be given the settings ${others}: launch another one.`);
  await endWhatGoesOn(page);
  // A title is a further request to the model, which tests that count requests do not expect.
  await putBack(page, { ...defaultSettings, model: sampleModel, favouriteModels: [], autoTitles: false, ...settings });
  const shape = await page.evaluate(async ({ path, isTrusted }) => {
    const { workspace } = window.outrigger;
    const opened = await workspace.open(path);
    if (!opened.ok) throw new Error(opened.failure.message);
    const trusted = isTrusted ? await workspace.setTrust(true) : opened;
    if (!trusted.ok) throw new Error(trusted.failure.message);
    return { width: outerWidth, height: outerHeight, zoom: devicePixelRatio };
  }, folder);
  await prepare?.();
  await putEmulationBack(page);
  const isOfShape = isDeepStrictEqual(shape, { ...size, zoom: 1 });
  if (!isOfShape)
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      for (const window of BrowserWindow.getAllWindows()) {
        window.unmaximize();
        window.setSize(width, height);
        window.webContents.setZoomFactor(1);
      }
    }, size);
  await page.reload();
  await untilEditable(page);
}

/** Pages that were given media, and those that were given a clock, by a test. */
const withMedia = new WeakSet<Page>();
const withClock = new WeakSet<Page>();

/**
 * Notes which tests emulate media or turn the clock. Putting that back unasked would cost each test more than all that it
 * reads of it.
 */
export function noteEmulation(page: Page): void {
  const emulate = page.emulateMedia.bind(page);
  page.emulateMedia = (media) => {
    withMedia.add(page);
    return emulate(media);
  };
  const install = page.clock.install.bind(page.clock);
  page.clock.install = (options) => {
    withClock.add(page);
    return install(options);
  };
}

async function putEmulationBack(page: Page): Promise<void> {
  if (withMedia.delete(page))
    await page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null });
  if (!withClock.delete(page)) return;
  // The window would be in the future.
  await page.clock.setSystemTime(Date.now());
  await page.clock.resume();
}

async function endWhatGoesOn(page: Page): Promise<void> {
  const hasUnseen = await page.evaluate(async () => {
    const { threads, agent, credentials, addresses } = window.outrigger;
    const shown = await agent.thread();
    const ids = new Set([shown.id, ...(await threads.list()).map(({ id }) => id)]);
    await Promise.all([...ids].map((id) => agent.stop(id)));
    for (const { extensionId, providerId, keptIn } of await credentials.list()) {
      if (keptIn === 'keychain') await credentials.remove(extensionId, providerId);
    }
    for (const host of await addresses.list()) await addresses.forget(host);
    // Main keeps notices until they are dismissed.
    const dismiss =
      '[role="status"] section button[aria-label^="Dismiss"], [role="alert"] section button[aria-label^="Dismiss"]';
    for (const button of document.querySelectorAll<HTMLElement>(dismiss)) button.click();
    await new Promise((resolve) => setTimeout(resolve));
    return document.querySelector('button[aria-label^="Notifications, "]') !== null;
  });
  if (!hasUnseen) return;
  const unseen = page.getByRole('button', { name: /^Notifications, / });
  if ((await unseen.count()) === 0) return;
  await unseen.dispatchEvent('click');
  await page.getByRole('button', { name: 'Clear all' }).dispatchEvent('click');
}

interface Wanted extends Settings {
  readonly model: string;
  readonly favouriteModels: readonly string[];
}

async function putBack(page: Page, settings: Wanted): Promise<void> {
  const { model, extensions, favouriteModels } = settings;
  const values = inSettings.map((key) => {
    const isDefault = JSON.stringify(settings[key]) === JSON.stringify(defaultSettings[key]);
    return [key, isDefault ? undefined : settings[key]] as const;
  });
  await page.evaluate(
    async ([values, wanted]) => {
      const { settings, extensionSettings, app, agent, providers } = window.outrigger;
      const { user } = (await app.boot()).levels;
      const ofLanguages = Object.entries(user.languages).flatMap(([language, own]) =>
        Object.keys(own).map((key) => [language, key, undefined] as const),
      );
      // Only what differs: each one set is written, and told to the whole app.
      const isAsWanted = ([key, value]: (typeof values)[number]) =>
        JSON.stringify(user.values[key]) === JSON.stringify(value) && !user.faults.some(({ path }) => path[0] === key);
      for (const [language, key, value] of [
        ...ofLanguages,
        ...values.filter((one) => !isAsWanted(one)).map(([key, value]) => [null, key, value] as const),
      ]) {
        const set = await settings.set('user', language, key, value);
        if (!set.ok) throw new Error(set.failure.message);
      }
      for (const { extensionId, key, value, defaultValue } of await extensionSettings.list()) {
        const next = wanted.extensions[extensionId]?.[key] ?? defaultValue;
        if (JSON.stringify(next) === JSON.stringify(value)) continue;
        const set = await extensionSettings.set(extensionId, key, next);
        if (!set.ok) throw new Error(set.failure.message);
      }
      const present = (await app.boot()).state.favouriteModels;
      for (const ref of present) if (!wanted.favouriteModels.includes(ref)) await providers.setFavourite(ref, false);
      for (const ref of wanted.favouriteModels) if (!present.includes(ref)) await providers.setFavourite(ref, true);
      const chosen = await agent.chooseModel(wanted.model);
      if (!chosen.ok) throw new Error(chosen.failure.message);
    },
    [values, { model, extensions, favouriteModels }] as const,
  );
}
