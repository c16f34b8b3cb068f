import type { ShownState } from '../../../shared/contract/app-state.ts';
import type { ProviderPage } from '../../../shared/contract/credential.ts';
import { formatModelRef } from '../../../shared/contract/provider.ts';
import { endSentence } from '../../base/format-failure.ts';

export interface ProviderStatus {
  readonly tone: 'ready' | 'wanting' | 'problem' | 'unknown';
  /** Two or three words for a list. */
  readonly word: string;
  readonly sentence: string;
}

type Told = Pick<ProviderPage, 'isAuthenticated' | 'problem' | 'offBecause'>;

const wanting = { key: 'Needs a key', account: 'Not signed in', unknown: 'Not set up' } as const;

/**
 * The status of a provider in words; whatever keeps it from answering comes first.
 * @param needs the thing it asks a person for, where that is known
 * @param isChosen a person chose one of its models; without that it is no problem when it does not answer
 */
export function statusOf(
  { isAuthenticated, problem, offBecause }: Told,
  needs: keyof typeof wanting,
  isChosen: boolean,
): ProviderStatus {
  if (offBecause !== undefined)
    return { tone: 'problem', word: 'Switched off', sentence: `Switched off. ${endSentence(offBecause)}` };
  if (problem !== undefined && !isAuthenticated && !isChosen)
    return { tone: 'unknown', word: wanting.unknown, sentence: endSentence(problem) };
  if (problem !== undefined) return { tone: 'problem', word: 'Problem', sentence: endSentence(problem) };
  if (isAuthenticated === null)
    return { tone: 'unknown', word: 'No answer yet', sentence: 'Its extension has not answered yet.' };
  if (!isAuthenticated) return { tone: 'wanting', word: wanting[needs], sentence: `${wanting[needs]}.` };
  return { tone: 'ready', word: 'Ready', sentence: 'Ready.' };
}

/** Whether a model of the provider is the chosen one or a favourite. */
export function isChosen(
  { extensionId, providerId }: Pick<ProviderPage, 'extensionId' | 'providerId'>,
  { model, favouriteModels }: Pick<ShownState, 'model' | 'favouriteModels'>,
): boolean {
  const prefix = formatModelRef({ extensionId, providerId, modelId: '' });
  return [model, ...favouriteModels].some((ref) => ref?.startsWith(prefix));
}

/** The thing that a provider still needs, as far as its page knows. */
export function needsOf(page: Pick<ProviderPage, 'credential' | 'signsIn'> | undefined): keyof typeof wanting {
  if (page?.signsIn) return 'account';
  return page?.credential ? 'key' : 'unknown';
}
