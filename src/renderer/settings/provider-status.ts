import type { ProviderPage } from '../../shared/contract/credential.ts';
import { endSentence } from '../app/format-failure.ts';

export interface ProviderStatus {
  readonly tone: 'ready' | 'wanting' | 'problem' | 'unknown';
  /** Two or three words for a list. */
  readonly word: string;
  readonly sentence: string;
}

type Told = Pick<ProviderPage, 'isAuthenticated' | 'problem' | 'offBecause'>;

const wanting = { key: 'Needs a key', account: 'Not signed in', unknown: 'Not set up' } as const;

/**
 * How a provider is, in words; what keeps it from answering comes first.
 * @param needs what it asks a person for, where that is known
 */
export function statusOf({ isAuthenticated, problem, offBecause }: Told, needs: keyof typeof wanting): ProviderStatus {
  if (offBecause !== undefined)
    return { tone: 'problem', word: 'Switched off', sentence: `Switched off. ${endSentence(offBecause)}` };
  if (problem !== undefined) return { tone: 'problem', word: 'Problem', sentence: endSentence(problem) };
  if (isAuthenticated === null)
    return { tone: 'unknown', word: 'No answer yet', sentence: 'Its extension has not answered yet.' };
  if (!isAuthenticated) return { tone: 'wanting', word: wanting[needs], sentence: `${wanting[needs]}.` };
  return { tone: 'ready', word: 'Ready', sentence: 'Ready.' };
}

/** What the page of a provider knows that it needs. */
export function needsOf(page: Pick<ProviderPage, 'credential' | 'signsIn'> | undefined): keyof typeof wanting {
  if (page?.signsIn) return 'account';
  return page?.credential ? 'key' : 'unknown';
}
