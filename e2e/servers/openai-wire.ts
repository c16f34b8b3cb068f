/** What a scripted model says. */
export interface Answer {
  /** One piece for each chunk; a single string is cut into words. */
  text?: string | readonly string[];
  thinking?: string | readonly string[];
  toolCalls?: readonly { id: string; name: string; input: string }[];
  /** Default: "tool_calls" after tool calls, else "stop". */
  finishReason?: string;
  /** Default: 10 in, one out for each piece. */
  usage?: { prompt_tokens: number; completion_tokens: number };
  /** Breaks the answer off with this error after the text. */
  error?: { message: string; code?: string | number; type?: string };
  /** Sends these payloads instead of all the above, one event each. */
  payloads?: readonly string[];
}

/** The server-sent events of an answer, `[DONE]` included, each with the blank line that ends it. */
export function framesOf(answer: Answer, body: Record<string, unknown>): string[] {
  const payloads = answer.payloads ?? chunksOf(answer, body).map((chunk) => JSON.stringify(chunk));
  return [...payloads, ...(answer.error ? [] : ['[DONE]'])].map((payload) => `data: ${payload}\n\n`);
}

/** The answer to a request without `stream`. */
export function wholeCompletion(answer: Answer, body: Record<string, unknown>): unknown {
  const message = {
    role: 'assistant',
    content: pieces(answer.text).join('') || null,
    ...(answer.toolCalls ? { tool_calls: answer.toolCalls.map(({ id, name, input }) => callOf(id, name, input)) } : {}),
  };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: body.model,
    choices: [{ index: 0, message, finish_reason: finishReason(answer) }],
    usage: usageOf(answer),
  };
}

/** The text of the last user message. */
export function promptOf(body: Record<string, unknown>): string {
  const messages = Array.isArray(body.messages) ? body.messages : [];
  const content: unknown = messages.findLast((message) => message.role === 'user')?.content;
  if (!Array.isArray(content)) return String(content ?? '');
  return content.map((part) => part.text ?? '').join('');
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
      : [delta({}, finishReason(answer)), ...(wantsUsage ? [chunk([], { usage: usageOf(answer) })] : [])]),
  ];
}

/** Begins all calls, then sends their arguments in turns, as services do that call several tools at once. */
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

const usageOf = (answer: Answer) =>
  answer.usage ?? { prompt_tokens: 10, completion_tokens: pieces(answer.text).length };

function pieces(text: string | readonly string[] = []): readonly string[] {
  return typeof text === 'string' ? text.split(/(?<= )/u) : text;
}
