import type { MessageContent, RequestMessage } from '../../src/shared/contract/provider.ts';

/** Parts of requests. */

export const message = (role: RequestMessage['role'], ...content: MessageContent[]): RequestMessage => ({
  role,
  content,
  cache: false,
});

export const text = (value: string): MessageContent => ({ type: 'text', value });

export const image = (source: string) => ({ type: 'image' as const, value: { source } });

export const call = (id: string, input = '{"city":"Oslo"}'): MessageContent => ({
  type: 'tool-use',
  value: { id, name: 'weather', input, isInputComplete: true },
});

export const result = (toolUseId: string, value: string, isError = false): MessageContent => ({
  type: 'tool-result',
  value: { toolUseId, toolName: 'weather', isError, content: { type: 'text', value } },
});

/** A tool result with an image. */
export const shown = (toolUseId: string, source: string): MessageContent => ({
  type: 'tool-result',
  value: { toolUseId, toolName: 'camera', isError: false, content: image(source) },
});
