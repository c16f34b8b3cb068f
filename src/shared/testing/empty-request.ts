import type { CompletionRequest } from '../contract/provider.ts';

export const emptyRequest: CompletionRequest = { messages: [], tools: [], stopSequences: [], thinkingAllowed: false };
