import type { ContributedCommand } from '../../shared/contract/command.ts';
import { toFailure } from '../../shared/contract/errors.ts';
import { formatFailure } from '../base/format-failure.ts';
import { notify } from '../base/notices/notices-store.ts';
import { openOverlay } from '../base/overlay-store.ts';
import { api } from '../bridge.ts';

/** Runs a command of an extension; a failure becomes a notice. */
export async function runContributedCommand({
  extensionId,
  id,
}: Pick<ContributedCommand, 'extensionId' | 'id'>): Promise<void> {
  try {
    const result = await api.extensions.runCommand(extensionId, id);
    if (result.ok) return;
    const { code } = result.failure;
    // A stopped host has a notice of its own.
    if (code === 'cancelled' || code === 'host-crashed') return;
    const showExtensions = { label: 'Show extensions', run: () => openOverlay('extensions') };
    const actions = code === 'extension-failed' ? [showExtensions] : [];
    notify({ severity: 'warning', text: formatFailure(result.failure), actions });
  } catch (thrown) {
    notify({ severity: 'warning', text: toFailure(thrown).message });
  }
}
