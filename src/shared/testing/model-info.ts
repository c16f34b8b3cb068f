import type { ModelInfo } from '../contract/provider.ts';

/** A model without optional capabilities. */
export const modelInfo = (id: string, more: Partial<ModelInfo> = {}): ModelInfo => ({
  id,
  name: `Model ${id}`,
  maxTokenCount: 8192,
  capabilities: {
    supportsImages: false,
    supportsTools: false,
    supportsToolChoiceAuto: false,
    supportsToolChoiceAny: false,
    supportsToolChoiceNone: false,
    supportsThinking: false,
    toolInputFormat: 'json-schema',
  },
  isDefault: false,
  isDefaultFast: false,
  ...more,
});
