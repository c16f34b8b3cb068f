import type { CompletionRequest, MessageContent, TokenUsage } from '../../../shared/contract/provider.ts';

/** UTF-8 bytes to a token: about right for English and code, and near enough for scripts of two or three bytes a letter. */
const bytesPerToken = 4;
/** What services count for a picture of a usual size. */
const tokensPerImage = 1_200;
/** The role and the borders of a message. */
const tokensPerMessage = 4;

/** What a completion used, where its service does not say so. */
export const estimateUsage = (request: CompletionRequest, said: MessageContent[]): TokenUsage => ({
  inputTokens: estimateTokens(request),
  outputTokens: estimateTokens({ messages: [{ role: 'assistant', content: said, cache: false }], tools: [] }),
  isEstimated: true,
});

/** A rule of thumb for how many tokens a request has, where nobody counts them. */
export function estimateTokens({ messages, tools }: Pick<CompletionRequest, 'messages' | 'tools'>): number {
  let bytes = 0;
  let images = 0;
  const addText = (text: string) => {
    bytes += Buffer.byteLength(text);
  };
  const addContent = ({ type, value }: MessageContent) => {
    if (type === 'text' || type === 'redacted-thinking') addText(value);
    else if (type === 'thinking') addText(value.text);
    else if (type === 'tool-use') addText(value.name + value.input);
    else if (type === 'image') images += 1;
    else if (value.content.type === 'image') images += 1;
    else addText(value.content.value);
  };
  for (const { content } of messages) content.forEach(addContent);
  for (const { name, description, inputSchema } of tools) addText(name + description + inputSchema);
  return Math.ceil(bytes / bytesPerToken) + images * tokensPerImage + messages.length * tokensPerMessage;
}
