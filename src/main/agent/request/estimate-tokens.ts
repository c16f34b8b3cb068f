import type { CompletionRequest, MessageContent, TokenUsage } from '../../../shared/contract/provider.ts';
import { countedOfContent } from './message-kinds.ts';

/** UTF-8 bytes to a token: about right for English and code, and near enough for scripts of two or three bytes a letter. */
const bytesPerToken = 4;
/** The role and the borders of a message. */
const tokensPerMessage = 4;

/** Estimated usage of a completion whose service reports none. */
export const estimateUsage = (request: CompletionRequest, said: MessageContent[]): TokenUsage => ({
  inputTokens: estimateTokens(request),
  outputTokens: estimateTokens({ messages: [{ role: 'assistant', content: said, cache: false }], tools: [] }),
  isEstimated: true,
});

/** A rule of thumb for how many tokens a request has, where nobody counts them. */
export function estimateTokens({ messages, tools }: Pick<CompletionRequest, 'messages' | 'tools'>): number {
  let bytes = 0;
  let tokens = messages.length * tokensPerMessage;
  const addText = (text: string) => {
    bytes += Buffer.byteLength(text);
  };
  const addContent = (content: MessageContent) => {
    const counted = countedOfContent(content);
    addText(counted.text);
    tokens += counted.tokens;
  };
  for (const { content } of messages) content.forEach(addContent);
  for (const { name, description, inputSchema } of tools) addText(name + description + inputSchema);
  return Math.ceil(bytes / bytesPerToken) + tokens;
}
