import { type Failure, toFailure } from '../../shared/contract/errors.ts';
import type { SettingsChange } from '../../shared/contract/settings/settings.ts';
import { api } from '../bridge.ts';

/** Saves a change; the new settings come with an event of main. @returns the reason why it was not saved */
export async function changeSettings(change: SettingsChange): Promise<Failure | null> {
  try {
    const changed = await api.settings.change(change);
    return changed.ok ? null : changed.failure;
  } catch (thrown) {
    return toFailure(thrown);
  }
}
