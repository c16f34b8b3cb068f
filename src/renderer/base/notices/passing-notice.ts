import type { Notice } from '../../../shared/contract/extensions/host-state.ts';

/** Milliseconds on screen of a notice that needs no answer. */
export const passesAfter = 12_000;

/** Actions that ask nothing of the person. */
const mereOffers: ReadonlySet<string> = new Set(['Show log', 'Copy address']);

type Asking = Pick<Notice, 'severity' | 'actions'>;

const isErrorToAnswer = ({ severity, actions }: Asking): boolean =>
  severity === 'error' && actions.some(({ label }) => !mereOffers.has(label));

/**
 * Whether a notice may leave the screen without having been dismissed, since the list still has it. An error that wants
 * an answer stays, and so does an ongoing state.
 */
export const isPassing = (notice: Asking & Pick<Notice, 'since'>): boolean =>
  notice.since === undefined && !isErrorToAnswer(notice);

/** Whether a person has to decide something: it has room on the screen before what only tells. */
export const isToDecide = (notice: Asking & Pick<Notice, 'isPending'>): boolean =>
  notice.isPending === true || isErrorToAnswer(notice);
