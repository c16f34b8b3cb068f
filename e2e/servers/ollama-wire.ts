import { type Answer, pieces, usageOf, type WireFormat } from './provider-server.ts';

/** Ollama's own API: one line of JSON for each piece of a message. Models with "embed" in their names do not chat. */
export const ollama: WireFormat = {
  basePath: '',
  contentType: 'application/x-ndjson',
  isCompletion: (method, path) => method === 'POST' && path === '/api/chat',
  listing(method, path, models) {
    if (method !== 'GET' || path !== '/api/tags') return null;
    return {
      models: models.map((name) => ({
        name,
        model: name,
        modified_at: '2026-01-01T00:00:00Z',
        size: 1_000_000,
        digest: `sha256:${name}`,
        details: { format: 'gguf', family: 'llama', families: ['llama'], parameter_size: '1B' },
      })),
    };
  },
  other(method, path, body) {
    if (method === 'GET' && path === '/api/version') return { version: '0.30.0' };
    return method === 'POST' && path === '/api/show'
      ? shown(String((body as { model?: unknown } | null)?.model))
      : null;
  },
  keyOf: ({ authorization }) => authorization?.replace(/^Bearer /, ''),
  error: (_status, message) => ({ error: message }),
  frames: (answer, body) =>
    (answer.payloads ?? linesOf(answer, body).map((line) => JSON.stringify(line))).map((line) => `${line}\n`),
  whole(answer, body) {
    if (body.stream !== false) return null;
    const message = {
      role: 'assistant',
      content: pieces(answer.text).join(''),
      ...(answer.thinking ? { thinking: pieces(answer.thinking).join('') } : {}),
      ...(answer.toolCalls ? { tool_calls: answer.toolCalls.map(callOf) } : {}),
    };
    return lastLine(answer, body, message);
  },
  promptOf: (body) => messagesOf(body).findLast(({ role }) => role === 'user')?.content ?? '',
  imagesOf: (body) => messagesOf(body).flatMap(({ images = [] }) => images).length,
  toolResultsOf: (body) =>
    messagesOf(body)
      .filter(({ role }) => role === 'tool')
      .map(({ content = '' }) => content),
};

interface WireMessage {
  role?: string;
  content?: string;
  images?: string[];
}

const messagesOf = (body: Record<string, unknown>): WireMessage[] =>
  Array.isArray(body.messages) ? body.messages : [];

const shown = (name: string) => ({
  details: { format: 'gguf', family: 'llama', families: ['llama'] },
  capabilities: name.includes('embed') ? ['embedding'] : ['completion', 'tools', 'vision', 'thinking'],
  model_info: { 'general.architecture': 'llama', 'llama.context_length': 131_072 },
  parameters: 'stop "<|eot|>"',
  template: '{{ .Prompt }}',
});

function linesOf(answer: Answer, body: Record<string, unknown>): unknown[] {
  const line = (message: Record<string, unknown>) => ({
    model: body.model,
    created_at: '2026-01-01T00:00:00Z',
    message: { role: 'assistant', content: '', ...message },
    done: false,
  });
  return [
    ...pieces(answer.thinking).map((thinking) => line({ thinking })),
    ...pieces(answer.text).map((content) => line({ content })),
    ...(answer.toolCalls ?? []).map((call) => line({ tool_calls: [callOf(call)] })),
    answer.error ? { error: answer.error.message } : lastLine(answer, body, { role: 'assistant', content: '' }),
  ];
}

/** Calls have no ids, and come complete. */
const callOf = ({ name, input }: { name: string; input: string }) => ({
  function: { name, arguments: JSON.parse(input) },
});

function lastLine(answer: Answer, body: Record<string, unknown>, message: unknown): unknown {
  const { input, output } = usageOf(answer);
  return {
    model: body.model,
    created_at: '2026-01-01T00:00:00Z',
    message,
    done: true,
    done_reason: answer.finishReason ?? 'stop',
    total_duration: 1_000_000,
    load_duration: 1_000,
    prompt_eval_count: input,
    prompt_eval_duration: 1_000,
    eval_count: output,
    eval_duration: 1_000,
  };
}
