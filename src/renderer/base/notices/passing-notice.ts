import type { Notice } from '../../../shared/contract/extensions/host-state.ts';

/** Milliseconds on screen of a notice that needs no answer. */
export const passesAfter = 12_000;

/** Actions that ask nothing of the person. */
const mereOffers: ReadonlySet<string> = new Set(['Show log', 'Copy address']);

/**
 * Whether a notice may leave the screen without having been dismissed, since the list still has it. An error that wants
 * an answer stays, and so does an ongoing state.
 */
export const isPassing = ({ severity, actions, since }: Pick<Notice, 'severity' | 'actions' | 'since'>): boolean =>
  since === undefined && (severity !== 'error' || actions.every(({ label }) => mereOffers.has(label)));
