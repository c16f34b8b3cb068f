import { create } from 'zustand';
import type { ExtensionSnapshot, InstallQuestion } from '../../shared/contract/extension-state.ts';
import { api } from '../bridge.ts';

interface Extensions {
  /** null: not asked for yet. */
  readonly extensions: readonly ExtensionSnapshot[] | null;
  /** Waits for the person's consent. */
  readonly installQuestion: InstallQuestion | null;
}

/** Every extension that was found, as main tells it. */
export const useExtensions = create<Extensions>(() => ({ extensions: null, installQuestion: null }));

export async function loadExtensions(): Promise<void> {
  const extensions = await api.extensions.list();
  useExtensions.setState({ extensions });
}
