import type { Notice } from '../../../shared/contract/extensions/host-state.ts';

/** How long a notice is there that only tells, in milliseconds. */
export const passesAfter = 12_000;

/** Actions that ask nothing of the person. */
const mereOffers: ReadonlySet<string> = new Set(['Show log', 'Copy address']);

/** Whether it only tells, so that it may leave without having been dismissed. */
export const isPassing = ({ severity, actions }: Pick<Notice, 'severity' | 'actions'>): boolean =>
  severity === 'info' && actions.every(({ label }) => mereOffers.has(label));
