import type { Notice } from '../../../shared/contract/extensions/host-state.ts';

/** How long a notice is there that need not be answered, in milliseconds. */
export const passesAfter = 12_000;

/** Actions that ask nothing of the person. */
const mereOffers: ReadonlySet<string> = new Set(['Show log', 'Copy address']);

/**
 * Whether it may leave without having been dismissed, as the list has it still. An error that wants an answer stays, and
 * so does what goes on.
 */
export const isPassing = ({ severity, actions, since }: Pick<Notice, 'severity' | 'actions' | 'since'>): boolean =>
  since === undefined && (severity !== 'error' || actions.every(({ label }) => mereOffers.has(label)));
