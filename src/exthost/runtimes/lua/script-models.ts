import type { Registering } from '../../../shared/contract/extensions/manifest.ts';
import { singleLine } from '../../../shared/harmless-text.ts';

/** A model as `zi.register_provider` takes it, after the prelude has put its names right. */
export interface ScriptModel {
  readonly id: string;
  readonly name?: string;
  readonly context_window?: number;
  readonly max_tokens?: number;
  readonly supports_images?: boolean;
  readonly supports_tools?: boolean;
  readonly supports_thinking?: boolean;
  readonly default?: boolean;
  readonly default_fast?: boolean;
  /** Dollars per million tokens. */
  readonly cost?: {
    readonly input: number;
    readonly output: number;
    readonly cache_read?: number;
    readonly cache_write?: number;
  };
}

export const usualWindow = 8192;
export const currency = 'USD';

type ManifestModel = NonNullable<NonNullable<Registering['language_model_providers']>[string]['models']>[number];

/** In the form of the manifest. */
export const manifestModel = ({ id, name, context_window, max_tokens, cost, ...more }: ScriptModel): ManifestModel => ({
  id,
  name: label(name ?? id, id),
  max_token_count: context_window ?? usualWindow,
  ...(max_tokens !== undefined && { max_output_tokens: max_tokens }),
  ...(cost && { prices: { currency, ...cost } }),
  ...more,
});

/** A text as the manifest has labels: one line, without hidden marks, at most 200 characters. */
export const label = (text: string, other: string): string =>
  singleLine(text).replace(/\s+/g, ' ').slice(0, 200) || other;
