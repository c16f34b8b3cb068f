import { access, readFile } from 'node:fs/promises';
import { getNodeValue } from 'jsonc-parser';
import { appStateSchema } from '../../shared/contract/app-state.ts';
import { parseSettingsTree } from '../../shared/settings/read-settings.ts';
import { atomicWrite } from '../documents/saving/atomic-write.ts';
import { editSettings } from './edit-settings.ts';

/** The part of the state kept in one file, and the settings kept in another. */
const keys = Object.keys(appStateSchema.shape);

/**
 * Takes what the app remembers out of the settings, where earlier versions kept it. What is not as it should be stays
 * there. The state is written first, so that an end in between loses nothing. Done once: never when there is a state.
 */
export async function moveState(settingsPath: string, statePath: string): Promise<void> {
  const hasState = await access(statePath).then(
    () => true,
    () => false,
  );
  const text = hasState ? null : await readFile(settingsPath, 'utf8').catch(() => null);
  if (text === null) return;
  const plain = text.replace(/^\uFEFF/, '');
  const { root, errors } = parseSettingsTree(plain);
  if (errors.length > 0 || root?.type !== 'object') return;
  const stored: Record<string, unknown> = getNodeValue(root);
  const moved = keys.filter(
    (key) => Object.hasOwn(stored, key) && appStateSchema.safeParse({ [key]: stored[key] }).success,
  );
  if (moved.length === 0) return;
  const state = Object.fromEntries(moved.map((key) => [key, stored[key]]));
  await atomicWrite(statePath, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  const edits = moved.map((key) => ({ path: [key], value: undefined }));
  await atomicWrite(settingsPath, editSettings(plain, edits), { mode: 0o600 });
}
