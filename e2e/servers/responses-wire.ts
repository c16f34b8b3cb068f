import { type Answer, pieces, usageOf, type WireFormat } from './provider-server.ts';

/** The Responses API as its service streams it: each item with all of its events, and the whole response at the end. */
export const responses: WireFormat = {
  basePath: '/v1',
  contentType: 'text/event-stream; charset=utf-8',
  isCompletion: (method, path) => method === 'POST' && path === '/v1/responses',
  listing(method, path, models) {
    if (method !== 'GET' || path !== '/v1/models') return null;
    const data = models.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'system' }));
    return { object: 'list', data };
  },
  keyOf: ({ authorization }) => authorization?.replace(/^Bearer /, ''),
  error: (status, message, code) => ({
    error: {
      message,
      type: status >= 500 ? 'server_error' : 'invalid_request_error',
      param: null,
      code: code ?? (status === 401 ? 'invalid_api_key' : null),
    },
  }),
  frames: (answer, body) =>
    answer.payloads
      ? answer.payloads.map((payload) => `${eventLine(payload)}data: ${payload}\n\n`)
      : eventsOf(answer, body).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  whole(answer, body) {
    if (body.stream === true) return null;
    const output = itemsOf(answer, body).map(({ item }) => item);
    return responseOf(answer, body, { status: 'completed', output, usage: wireUsage(answer) });
  },
  promptOf(body) {
    if (typeof body.input === 'string') return body.input;
    return partsOf(itemsIn(body).findLast(({ role }) => role === 'user'))
      .map(({ text = '' }) => text)
      .join('');
  },
  imagesOf: (body) =>
    itemsIn(body)
      .flatMap(partsOf)
      .filter(({ type }) => type === 'input_image').length,
  toolResultsOf: (body) =>
    itemsIn(body)
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => (typeof output === 'string' ? output : JSON.stringify(output))),
};

interface InputItem {
  type?: string;
  role?: string;
  content?: unknown;
  output?: unknown;
}

const itemsIn = (body: Record<string, unknown>): InputItem[] => (Array.isArray(body.input) ? body.input : []);

function partsOf(item: InputItem = {}): { type?: string; text?: string }[] {
  if (typeof item.content === 'string') return [{ type: 'input_text', text: item.content }];
  return [item.content, item.output].flatMap((parts) => (Array.isArray(parts) ? parts : []));
}

type WireEvent = Record<string, unknown> & { type: string };

/** An item in its final and initial form, and the events in between. */
interface WireItem {
  item: Record<string, unknown>;
  begins: Record<string, unknown>;
  events: WireEvent[];
}

function eventsOf(answer: Answer, body: Record<string, unknown>): WireEvent[] {
  const items = itemsOf(answer, body);
  const begun = responseOf(answer, body, { status: 'in_progress', output: [], usage: null });
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...items.flatMap(({ item, begins, events: within }, output_index) => [
      { type: 'response.output_item.added', output_index, item: begins },
      ...within.map((event) => ({ ...event, item_id: item.id, output_index })),
      { type: 'response.output_item.done', output_index, item },
    ]),
    last(
      answer,
      body,
      items.map(({ item }) => item),
    ),
  ];
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

function last(answer: Answer, body: Record<string, unknown>, output: unknown[]): WireEvent {
  if (answer.error) {
    const { message, code = 'server_error' } = answer.error;
    return { type: 'error', code: String(code), message, param: null };
  }
  const reason = answer.finishReason;
  const status = reason === undefined ? 'completed' : 'incomplete';
  const incomplete_details = reason === undefined ? null : { reason };
  const response = responseOf(answer, body, { status, incomplete_details, output, usage: wireUsage(answer) });
  return { type: `response.${status}`, response };
}

const responseOf = (_answer: Answer, body: Record<string, unknown>, more: Record<string, unknown>) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  error: null,
  model: body.model,
  store: false,
  ...more,
});

function itemsOf(answer: Answer, body: Record<string, unknown>): WireItem[] {
  const isEncrypted = Array.isArray(body.include) && body.include.includes('reasoning.encrypted_content');
  return [
    ...(answer.thinking ? [reasoningItem(pieces(answer.thinking), isEncrypted)] : []),
    ...(answer.text ? [messageItem(pieces(answer.text))] : []),
    ...(answer.toolCalls ?? []).map(callItem),
  ];
}

function reasoningItem(thinking: readonly string[], isEncrypted: boolean): WireItem {
  const part = { type: 'summary_text', text: thinking.join('') };
  const about = { summary_index: 0 };
  const item = { id: 'rs_1', type: 'reasoning', summary: [part] };
  return {
    item: isEncrypted ? { ...item, encrypted_content: `sealed:${part.text.length}` } : item,
    begins: { id: 'rs_1', type: 'reasoning', summary: [] },
    events: [
      { type: 'response.reasoning_summary_part.added', ...about, part: { type: 'summary_text', text: '' } },
      ...thinking.map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        ...about,
        delta,
        obfuscation: 'x7Qa',
      })),
      { type: 'response.reasoning_summary_text.done', ...about, text: part.text },
      { type: 'response.reasoning_summary_part.done', ...about, part },
    ],
  };
}

function messageItem(text: readonly string[]): WireItem {
  const part = { type: 'output_text', text: text.join(''), annotations: [], logprobs: [] };
  const message = { id: 'msg_1', type: 'message', role: 'assistant' };
  const about = { content_index: 0 };
  return {
    item: { ...message, status: 'completed', content: [part] },
    begins: { ...message, status: 'in_progress', content: [] },
    events: [
      { type: 'response.content_part.added', ...about, part: { ...part, text: '' } },
      ...text.map((delta) => ({
        type: 'response.output_text.delta',
        ...about,
        delta,
        logprobs: [],
        obfuscation: 'p2',
      })),
      { type: 'response.output_text.done', ...about, text: part.text, logprobs: [] },
      { type: 'response.content_part.done', ...about, part },
    ],
  };
}

function callItem({ id, name, input }: { id: string; name: string; input: string }): WireItem {
  const call = { id: `fc_${id}`, type: 'function_call', call_id: id, name };
  const deltas = input.match(/.{1,7}/gsu) ?? [];
  return {
    item: { ...call, status: 'completed', arguments: input },
    begins: { ...call, status: 'in_progress', arguments: '' },
    events: [
      ...deltas.map((delta) => ({ type: 'response.function_call_arguments.delta', delta, obfuscation: 'k' })),
      { type: 'response.function_call_arguments.done', arguments: input },
    ],
  };
}

function wireUsage(answer: Answer): unknown {
  const { input, output, cacheRead = 0, cacheWrite } = usageOf(answer);
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: cacheRead,
      ...(cacheWrite === undefined ? {} : { cache_write_tokens: cacheWrite }),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  };
}

/** The service names the event twice: in a line of its own, and in the data. */
function eventLine(payload: string): string {
  const type = /"type":\s*"([\w.]+)"/.exec(payload)?.[1];
  return type === undefined ? '' : `event: ${type}\n`;
}
