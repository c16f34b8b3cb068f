import { randomUUID } from 'node:crypto';
import { type Answer, pieces, usageOf, type WireFormat } from './provider-server.ts';

/** The Messages API. */
export const anthropicMessages: WireFormat = {
  basePath: '',
  contentType: 'text/event-stream; charset=utf-8',
  isCompletion: (method, path) => method === 'POST' && path === '/v1/messages',
  listing(method, path, models) {
    if (method !== 'GET' || path !== '/v1/models') return null;
    const data = models.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' }));
    return { data, has_more: false, first_id: models[0] ?? null, last_id: models.at(-1) ?? null };
  },
  other(method, path, body) {
    if (method !== 'POST' || path !== '/v1/messages/count_tokens') return null;
    return { input_tokens: Math.ceil(JSON.stringify(body).length / 4) };
  },
  keyOf: (headers) => headers['x-api-key']?.toString(),
  error: (status, message, code) => ({
    type: 'error',
    error: { type: code ?? errorTypes[status] ?? 'api_error', message },
    request_id: 'req_test',
  }),
  frames(answer, body) {
    const payloads = answer.payloads?.map((payload) => JSON.parse(payload)) ?? eventsOf(answer, body);
    return payloads.map((payload) => `event: ${payload.type}\ndata: ${JSON.stringify(payload)}\n\n`);
  },
  promptOf(body) {
    const content = messagesOf(body).findLast(({ role }) => role === 'user')?.content;
    if (!Array.isArray(content)) return String(content ?? '');
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  },
  imagesOf: (body) =>
    blocksOf(body)
      .flatMap((block) => [block, ...(Array.isArray(block.content) ? block.content : [])])
      .filter(({ type }) => type === 'image').length,
  toolResultsOf: (body) =>
    blocksOf(body)
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) =>
        Array.isArray(content) ? content.map(({ text }) => text ?? '').join('') : String(content ?? ''),
      ),
};

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

interface Block {
  type: string;
  text?: string;
  content?: unknown;
}

const messagesOf = (body: Record<string, unknown>): { role: string; content: unknown }[] =>
  Array.isArray(body.messages) ? body.messages : [];

const blocksOf = (body: Record<string, unknown>): Block[] =>
  messagesOf(body).flatMap(({ content }) => (Array.isArray(content) ? content : []));

interface WireEvent extends Record<string, unknown> {
  type: string;
}

function eventsOf(answer: Answer, body: Record<string, unknown>): WireEvent[] {
  const { input, output, cacheRead = 0, cacheWrite = 0 } = usageOf(answer);
  const usage = {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: 1,
  };
  const message = { id: `msg_${randomUUID()}`, type: 'message', role: 'assistant', model: body.model, content: [] };
  const blocks = blockEvents(answer);
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } },
    ...blocks.slice(0, 1),
    { type: 'ping' },
    ...blocks.slice(1),
    ...(answer.error
      ? [{ type: 'error', error: { type: answer.error.code ?? 'api_error', message: answer.error.message } }]
      : [
          {
            type: 'message_delta',
            delta: { stop_reason: stopReason(answer), stop_sequence: null },
            usage: { ...usage, output_tokens: output },
          },
          { type: 'message_stop' },
        ]),
  ];
}

/** Thinking with its signature, the text, then each call: one block after the other, as the service writes them. */
function blockEvents(answer: Answer): WireEvent[] {
  const blocks: { start: object; deltas: object[] }[] = [];
  const thinking = pieces(answer.thinking).map((text) => ({ type: 'thinking_delta', thinking: text }));
  if (answer.thinking !== undefined) {
    const signed = { type: 'signature_delta', signature: 'c2lnbmVk' };
    blocks.push({ start: { type: 'thinking', thinking: '', signature: '' }, deltas: [...thinking, signed] });
  }
  if (answer.text !== undefined) {
    const deltas = pieces(answer.text).map((text) => ({ type: 'text_delta', text }));
    blocks.push({ start: { type: 'text', text: '' }, deltas });
  }
  for (const { id, name, input } of answer.toolCalls ?? []) {
    // The service sends an empty piece first, and nothing else for a call without arguments.
    const parts = ['', ...(input === '{}' ? [] : (input.match(/.{1,7}/gs) ?? []))];
    const deltas = parts.map((partial_json) => ({ type: 'input_json_delta', partial_json }));
    blocks.push({ start: { type: 'tool_use', id, name, input: {} }, deltas });
  }
  return blocks.flatMap(({ start, deltas }, index) => [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]);
}

const stopReason = (answer: Answer): string => answer.finishReason ?? (answer.toolCalls ? 'tool_use' : 'end_turn');
