import { describe, expect, test } from 'vitest';
import type { ModelInfo } from '../../../shared/contract/provider.ts';
import { type SuggestionPlace, suggestionsFor } from './suggestions.ts';

const withTools = { capabilities: { supportsTools: true } as ModelInfo['capabilities'] };
const withoutTools = { capabilities: { supportsTools: false } as ModelInfo['capabilities'] };

const prompts = (place: Partial<SuggestionPlace>): string[] =>
  suggestionsFor({ provider: {}, info: withTools, hasFolder: true, ...place }).map(({ prompt }) => prompt);

describe('what to ask first', () => {
  test('is what the provider says, and what needs a file only in a folder', () => {
    const provider = {
      suggestions: [
        { prompt: 'Where?', shows: 'a link', file: 'src/a.ts' },
        { prompt: 'Slowly', shows: 'a pause' },
      ],
    };
    expect(prompts({ provider })).toEqual(['Where?', 'Slowly']);
    expect(prompts({ provider, hasFolder: false })).toEqual(['Slowly']);
  });

  test('is about the folder only where the model can read it', () => {
    const aboutFolder = prompts({});
    const aboutNothing = prompts({ hasFolder: false });
    expect(aboutFolder).toHaveLength(3);
    expect(aboutFolder.join()).toMatch(/this project/);
    expect(aboutNothing).toHaveLength(3);
    expect(aboutNothing.join()).not.toMatch(/project|file|code/);
    expect(prompts({ info: withoutTools })).toEqual(aboutNothing);
  });
});
