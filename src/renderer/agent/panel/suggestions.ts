import type { ModelInfo, PromptSuggestion, ProviderSnapshot } from '../../../shared/contract/provider.ts';

/** For any model that can use tools, in an open folder. */
const aboutFolder: readonly PromptSuggestion[] = [
  { prompt: 'What does this project do, and where should I start reading?', shows: 'reads files, and links to them' },
  { prompt: 'Which part is hardest to follow? Explain it step by step.', shows: 'finds its way through the code' },
  { prompt: 'Find one small thing to improve, and change it.', shows: 'shows each change before it is made' },
];

/** For any model, with or without a folder. */
const aboutNothing: readonly PromptSuggestion[] = [
  { prompt: 'Write a script that renames photos by the day they were taken.', shows: 'code to copy or insert' },
  { prompt: 'Explain how a hash table works, with a small example.', shows: 'an explanation' },
  { prompt: 'Ask me five questions about an app I want to build, one at a time.', shows: 'a dialogue' },
];

export interface SuggestionPlace {
  readonly provider: Pick<ProviderSnapshot, 'suggestions'>;
  readonly info: Pick<ModelInfo, 'capabilities'>;
  readonly hasFolder: boolean;
}

/** The provider's suggestions, else some that suit any model. Whether their files exist is not checked. */
export function suggestionsFor({ provider, info, hasFolder }: SuggestionPlace): readonly PromptSuggestion[] {
  const { suggestions = [] } = provider;
  if (suggestions.length > 0) return suggestions.filter(({ file }) => file === undefined || hasFolder);
  return hasFolder && info.capabilities.supportsTools ? aboutFolder : aboutNothing;
}
