import type { AddressSource } from '../../shared/contract/address.ts';
import { toFailure } from '../../shared/contract/errors.ts';
import { formatFailure } from '../base/format-failure.ts';
import { api } from '../bridge.ts';

/**
 * Opens an address outside the app. Main decides whether the person is asked before.
 * @returns why it was not opened, in words; null: it was, or the person wanted it so
 */
export async function openAddress(url: string, source: AddressSource): Promise<string | null> {
  try {
    const result = await api.addresses.open(url, source);
    return result.ok || result.failure.code === 'cancelled' ? null : formatFailure(result.failure);
  } catch (thrown) {
    return `The address was not opened. ${toFailure(thrown).message}`;
  }
}
