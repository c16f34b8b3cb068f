import { fetchStream } from 'outrigger:extension/http-client@0.1.0';
import { fromJson, textOf, toBytes } from './text.js';

const toolChoices = { auto: 'auto', any: 'required', none: 'none' };

/** @returns the ids of the models, which the service tells those alone whose key is good */
export function listModels(base, key) {
  const { data } = fromJson(textOf(ask(`${base}/models`, key)));
  if (!Array.isArray(data)) throw 'The service lists no models.';
  return data.map((model) => String(model.id));
}

/** @returns the response, whose body is the answer as server-sent events */
export function startAnswer(base, key, model, request) {
  const { messages, tools, toolChoice, stopSequences, temperature, maxTokens } = request;
  return ask(`${base}/chat/completions`, key, {
    model,
    messages: messages.flatMap(messagesOf),
    stream: true,
    stream_options: { include_usage: true },
    // What is undefined is not sent.
    tools: tools.length > 0 ? tools.map(toolOf) : undefined,
    tool_choice: tools.length > 0 && toolChoice ? toolChoices[toolChoice] : undefined,
    stop: stopSequences.length > 0 ? stopSequences : undefined,
    temperature: temperature ?? undefined,
    max_tokens: maxTokens ?? undefined,
  });
}

function ask(url, key, json) {
  const response = fetchStream({
    method: json ? 'post' : 'get',
    url,
    headers: [
      ['authorization', `Bearer ${key}`],
      ['content-type', 'application/json'],
    ],
    body: json ? toBytes(json) : null,
    redirectPolicy: { tag: 'no-follow' },
  });
  const status = response.status();
  if (status < 400) return response;
  // The app sees the status, too: it asks for another key, or tries again, as that suggests.
  const host = url.split('/')[2];
  const why = status === 401 ? `${host} did not accept the key.` : `${host} refused with status ${status}.`;
  throw `${why} ${saidBy(response).replaceAll(key, '[key]')}`.trim();
}

/** What a service says about its refusal. */
function saidBy(response) {
  try {
    return `It says: ${fromJson(textOf(response)).error.message}`;
  } catch {
    return '';
  }
}

const toolOf = ({ name, description, inputSchema }) => ({
  type: 'function',
  function: { name, description, parameters: fromJson(inputSchema) },
});

/** A message becomes one, and one more for each result of a tool in it. */
function messagesOf({ role, content }) {
  const of = (tag) => content.filter((part) => part.tag === tag).map((part) => part.val);
  const text = of('text').join('');
  const calls = of('tool-use').map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: input },
  }));
  const results = of('tool-result').map((result) => ({
    role: 'tool',
    tool_call_id: result.toolUseId,
    content: result.content.tag === 'text' ? result.content.val : 'An image.',
  }));
  if (calls.length > 0) return [{ role, content: text || null, tool_calls: calls }];
  return text ? [...results, { role, content: text }] : results;
}
