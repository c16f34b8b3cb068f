import { fromJson, linesOf } from './text.js';

const stops = { length: 'max-tokens', content_filter: 'refusal', tool_calls: 'tool-use' };

/** The events of an answer, as they come. */
export function* readAnswer(response) {
  yield { tag: 'started' };
  const calls = [];
  let reason = '';
  for (const line of linesOf(response)) {
    if (!line.startsWith('data:')) continue;
    const data = line.slice(5).trim();
    if (data === '[DONE]') break;
    const { choices, usage, error } = fromJson(data);
    if (error) throw `The service broke off its answer: ${error.message}`;
    const { delta, finish_reason } = choices?.[0] ?? {};
    if (delta?.reasoning_content) yield { tag: 'thinking', val: { text: delta.reasoning_content } };
    if (delta?.content) yield { tag: 'text', val: delta.content };
    for (const piece of delta?.tool_calls ?? []) yield toolUse(grown(calls, piece), false);
    if (usage) yield { tag: 'usage', val: usageOf(usage) };
    reason = finish_reason ?? reason;
  }
  if (reason === '') throw 'The service broke off in the middle of its answer.';
  for (const call of calls) yield ended(call);
  yield { tag: 'stop', val: stops[reason] ?? 'end-turn' };
}

/** Adds a piece to its call. */
function grown(calls, { index, id, function: { name, arguments: input } }) {
  calls[index] ??= { id, name, input: '' };
  calls[index].input += input ?? '';
  return calls[index];
}

const toolUse = (call, isInputComplete) => ({ tag: 'tool-use', val: { ...call, isInputComplete } });

function ended({ id, name, input }) {
  try {
    JSON.parse(input || '{}');
    return toolUse({ id, name, input: input || '{}' }, true);
  } catch (error) {
    return {
      tag: 'tool-use-json-parse-error',
      val: { id, toolName: name, rawInput: input, error: String(error) },
    };
  }
}

/** The service counts cached tokens among those of the prompt, and may count thoughts apart from the answer. */
function usageOf({ prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details }) {
  const cached = prompt_tokens_details?.cached_tokens ?? 0;
  return {
    inputTokens: prompt_tokens - cached,
    outputTokens: total_tokens ? total_tokens - prompt_tokens : completion_tokens,
    cacheReadInputTokens: cached || null,
    isEstimated: false,
  };
}
