import type { CacheConfiguration, CompletionRequest } from '../../../shared/contract/provider.ts';

/**
 * Marks what of a request is worth caching: the tools and the last system message, which never change, then the newest
 * messages of the user backwards. Each request so marks again what was the newest in the request before, up to where
 * the service has it already.
 * @param tokens of the request, counted or estimated
 */
export function placeCacheAnchors(
  request: CompletionRequest,
  configuration: CacheConfiguration | null,
  tokens: number,
): CompletionRequest {
  if (!configuration || configuration.maxCacheAnchors === 0 || tokens < configuration.minTotalTokenCount)
    return request;
  const { messages, tools } = request;
  const cacheTools = configuration.shouldCacheToolDefinitions && tools.length > 0;
  const places = (role: 'system' | 'user') =>
    messages.flatMap((message, place) => (message.role === role ? [place] : [])).reverse();
  const left = configuration.maxCacheAnchors - (cacheTools ? 1 : 0);
  const marked = new Set([...places('system').slice(0, 1), ...places('user')].slice(0, left));
  return {
    ...request,
    messages: messages.map((message, place) => ({ ...message, cache: marked.has(place) })),
    ...(cacheTools && { cacheTools }),
  };
}
