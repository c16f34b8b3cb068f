import { describe, expect, test } from 'vitest';
import type { ModelInfo } from '../../../shared/contract/provider.ts';
import { type SuggestionPlace, suggestionsFor } from './suggestions.ts';

const withTools = { capabilities: { supportsTools: true } as ModelInfo['capabilities'] };
const withoutTools = { capabilities: { supportsTools: false } as ModelInfo['capabilities'] };

const prompts = (place: Partial<SuggestionPlace>): string[] =>
  suggestionsFor({
    provider: { suggestions: [] },
    model: withTools,
    hasFolder: true,
    hasFile: () => false,
    ...place,
  }).map(({ prompt }) => prompt);

describe('what to ask first', () => {
  const provider = {
    suggestions: [
      { prompt: 'Where?', shows: 'a link', file: 'src/a.ts' },
      { prompt: 'Slowly', shows: 'a pause' },
      { prompt: 'Think', shows: 'thoughts' },
      { prompt: 'Last', shows: 'nothing' },
    ],
  };

  test('is what the provider says, and what needs a file only where it is', () => {
    expect(prompts({ provider, hasFile: (path) => path === 'src/a.ts' })).toEqual(['Where?', 'Slowly', 'Think']);
    expect(prompts({ provider })).toEqual(['Slowly', 'Think', 'Last']);
    expect(prompts({ provider, hasFolder: false, hasFile: () => true })).toEqual(['Slowly', 'Think', 'Last']);
  });

  test('is about the folder only where the model can read it', () => {
    const aboutFolder = prompts({});
    const aboutNothing = prompts({ hasFolder: false });
    expect(aboutFolder).toHaveLength(3);
    expect(aboutFolder.join()).toMatch(/this project/);
    expect(aboutNothing).toHaveLength(3);
    expect(aboutNothing.join()).not.toMatch(/project|file|code/);
    expect(prompts({ model: withoutTools })).toEqual(aboutNothing);
    expect(prompts({ model: undefined })).toEqual(aboutNothing);
  });
});
