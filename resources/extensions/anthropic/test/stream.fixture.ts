import { readers, readWhole } from '../../cut-answers.ts';

export type Payload = { type: string } & Record<string, unknown>;

export const frame = (payload: Payload, end = '\n') =>
  `event: ${payload.type}${end}data: ${JSON.stringify(payload)}${end}${end}`;
export const wireOf = (payloads: readonly Payload[]) => payloads.map((one) => frame(one)).join('');
export const read = (payloads: readonly Payload[] | string, type?: string) =>
  readWhole(readers.anthropic, typeof payloads === 'string' ? payloads : wireOf(payloads), type);

// Parts of a stream.
export const begin = (usage: unknown = { input_tokens: 20, output_tokens: 1 }, more: object = {}): Payload => ({
  type: 'message_start',
  message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], stop_reason: null, usage, ...more },
});
export const start = (index: number, content_block: object): Payload => ({
  type: 'content_block_start',
  index,
  content_block,
});
export const delta = (index: number, type: string, more: object): Payload => ({
  type: 'content_block_delta',
  index,
  delta: { type, ...more },
});
export const stop = (index: number): Payload => ({ type: 'content_block_stop', index });
export const text = (index: number, value: string) => delta(index, 'text_delta', { text: value });
export const json = (index: number, partial_json: string) => delta(index, 'input_json_delta', { partial_json });
export const ending = (stop_reason: string | null = 'end_turn', usage: unknown = { output_tokens: 9 }): Payload => ({
  type: 'message_delta',
  delta: { stop_reason, stop_sequence: null },
  usage,
});
export const over: Payload = { type: 'message_stop' };
export const said = (index: number, value: string) => [
  start(index, { type: 'text', text: '' }),
  text(index, value),
  stop(index),
];
export const called = (index: number, id: string, input: string) => [
  start(index, { type: 'tool_use', id, name: 'find', input: {} }),
  json(index, ''),
  json(index, input),
  stop(index),
];

/** A full stream of the service: thinking, text in several scripts, two interleaved calls, usage. */
export const everything: Payload[] = [
  begin({ input_tokens: 20, cache_creation_input_tokens: 3, cache_read_input_tokens: 100, output_tokens: 1 }),
  start(0, { type: 'thinking', thinking: '', signature: '' }),
  { type: 'ping' },
  delta(0, 'thinking_delta', { thinking: 'So — ' }),
  delta(0, 'thinking_delta', { thinking: '大小' }),
  delta(0, 'signature_delta', { signature: 'c2ln' }),
  stop(0),
  start(1, { type: 'redacted_thinking', data: 'aGlkZGVu' }),
  stop(1),
  start(2, { type: 'text', text: '' }),
  text(2, 'Größe, 𝄞 '),
  text(2, 'and\nmore.'),
  stop(2),
  start(3, { type: 'tool_use', id: 'a', name: 'find', input: {} }),
  start(4, { type: 'tool_use', id: 'b', name: 'open', input: {} }),
  json(3, ''),
  json(3, '{"q":'),
  json(4, '{"p":1}'),
  json(3, '"é"}'),
  stop(4),
  stop(3),
  ending('tool_use', { output_tokens: 30 }),
  over,
];
