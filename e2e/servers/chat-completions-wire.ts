import { type Answer, pieces, usageOf, type WireFormat } from './provider-server.ts';

/** The Chat Completions API, as most services implement it. */
export const chatCompletions: WireFormat = {
  basePath: '/v1',
  contentType: 'text/event-stream; charset=utf-8',
  isCompletion: (method, path) => method === 'POST' && path === '/v1/chat/completions',
  listing(method, path, models) {
    if (method !== 'GET' || path !== '/v1/models') return null;
    const data = models.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'test' }));
    return { object: 'list', data };
  },
  keyOf: ({ authorization }) => authorization?.replace(/^Bearer /, ''),
  error: (_status, message, code) => ({ error: { message, type: 'invalid_request_error', code: code ?? null } }),
  frames(answer, body) {
    const payloads = answer.payloads ?? chunksOf(answer, body).map((chunk) => JSON.stringify(chunk));
    return [...payloads, ...(answer.error ? [] : ['[DONE]'])].map((payload) => `data: ${payload}\n\n`);
  },
  whole: (answer, body) => (body.stream === true ? null : wholeCompletion(answer, body)),
  promptOf(body) {
    const content = messagesOf(body).findLast(({ role }) => role === 'user')?.content;
    if (!Array.isArray(content)) return String(content ?? '');
    return content.map((part) => part.text ?? '').join('');
  },
  imagesOf: (body) =>
    messagesOf(body)
      .flatMap(({ content }) => (Array.isArray(content) ? content : []))
      .filter(({ type }) => type === 'image_url').length,
  toolResultsOf: (body) =>
    messagesOf(body)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => String(content)),
};

interface WireMessage {
  role?: string;
  content?: unknown;
}

const messagesOf = (body: Record<string, unknown>): WireMessage[] =>
  Array.isArray(body.messages) ? body.messages : [];

/** Response to a request without `stream`. */
export function wholeCompletion(answer: Answer, body: Record<string, unknown>): unknown {
  const message = {
    role: 'assistant',
    content: pieces(answer.text).join('') || null,
    ...(answer.thinking ? { reasoning_content: pieces(answer.thinking).join('') } : {}),
    ...(answer.toolCalls ? { tool_calls: answer.toolCalls.map(({ id, name, input }) => callOf(id, name, input)) } : {}),
  };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: body.model,
    choices: [{ index: 0, message, finish_reason: finishReason(answer) }],
    usage: wireUsage(answer),
  };
}

function chunksOf(answer: Answer, body: Record<string, unknown>): unknown[] {
  const chunk = (choices: unknown[], more: Record<string, unknown> = {}) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: body.model,
    choices,
    ...more,
  });
  const delta = (value: unknown, reason: string | null = null) =>
    chunk([{ index: 0, delta: value, finish_reason: reason }]);
  const wantsUsage = (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
  return [
    delta({ role: 'assistant', content: '' }),
    ...pieces(answer.thinking).map((text) => delta({ reasoning_content: text })),
    ...pieces(answer.text).map((text) => delta({ content: text })),
    ...callDeltas(answer).map((call) => delta({ tool_calls: [call] })),
    ...(answer.error
      ? [{ error: answer.error }]
      : [delta({}, finishReason(answer)), ...(wantsUsage ? [chunk([], { usage: wireUsage(answer) })] : [])]),
  ];
}

/** Begins all calls, then sends their arguments by turns, like services that call several tools at once. */
function callDeltas(answer: Answer): unknown[] {
  const calls = (answer.toolCalls ?? []).map((call, index) => ({
    ...call,
    index,
    parts: call.input.match(/.{1,7}/gs),
  }));
  const rounds = Math.max(0, ...calls.map(({ parts }) => parts?.length ?? 0));
  const begins = calls.map(({ id, name, index }) => ({ index, ...callOf(id, name, '') }));
  const goesOn = Array.from({ length: rounds }, (_, round) =>
    calls.flatMap(({ index, parts }) =>
      parts?.[round] === undefined ? [] : [{ index, function: { arguments: parts[round] } }],
    ),
  );
  return [...begins, ...goesOn.flat()];
}

const callOf = (id: string, name: string, input: string) => ({
  id,
  type: 'function',
  function: { name, arguments: input },
});

const finishReason = (answer: Answer): string => answer.finishReason ?? (answer.toolCalls ? 'tool_calls' : 'stop');

function wireUsage(answer: Answer): unknown {
  const { input, output, cacheRead } = usageOf(answer);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cacheRead === undefined ? {} : { prompt_tokens_details: { cached_tokens: cacheRead } }),
  };
}
