/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */
/** @import { Message } from './messages.js' */
/** @import { Traits } from './traits.js' */
import { isThought, maxMarks, messagesOf, withLastMarked } from './messages.js';
import { failure, recordIn } from './reading.js';

/**
 * @typedef {object} Body
 * @property {string} model
 * @property {Message[]} messages
 * @property {number} max_tokens
 * @property {true} stream
 * @property {Record<string, unknown>[]} [system]
 * @property {Record<string, unknown>[]} [tools]
 * @property {{ type: string }} [tool_choice]
 * @property {Record<string, unknown>} [thinking]
 * @property {string[]} [stop_sequences]
 * @property {number} [temperature]
 */

/** Tokens: the service's minimum, and the maximum that is useful for an answer in a panel. */
const [leastBudget, maxBudget] = [1024, 16_000];
/** Default limit for an answer in tokens, including thinking. */
const usualOutput = 64_000;

/**
 * Body of a request for an answer.
 * @param {string} model
 * @param {CompletionRequest} request
 * @param {Traits} traits
 * @returns {Body}
 */
export function requestBody(model, request, traits) {
  const { toolChoice, stopSequences, temperature, maxTokens = usualOutput, cacheTools } = request;
  const limit = Math.max(1, Math.min(maxTokens, traits.output));
  const tools = request.tools.map(toolOf);
  const hasTools = tools.length > 0;
  const thinking = thinkingOf(request, traits, limit);
  const stops = stopSequences.filter((text) => text.trim() !== '');
  const { system, messages } = messagesOf(request, maxMarks - (hasTools && cacheTools ? 1 : 0));
  return {
    model,
    messages,
    max_tokens: limit,
    stream: true,
    ...(system.length > 0 && { system }),
    ...(hasTools && { tools: cacheTools ? withLastMarked(tools) : tools }),
    ...(hasTools &&
      toolChoice && { tool_choice: { type: toolChoice === 'any' && !traits.takesForcedTools ? 'auto' : toolChoice } }),
    ...(thinking && { thinking }),
    ...(stops.length > 0 && { stop_sequences: stops }),
    ...(temperature !== undefined &&
      traits.takesTemperature &&
      !isAsked(thinking) && { temperature: Math.min(1, Math.max(0, temperature)) }),
  };
}

/** Body of a request for counting tokens. @param {Body} body */
export function countedBody({
  max_tokens: _limit,
  stream: _stream,
  stop_sequences: _stops,
  temperature: _heat,
  ...body
}) {
  return body;
}

/**
 * Models and compatible services refuse some fields that others want. If an error message names one, the request is
 * repeated without it.
 * @param {Body} body
 * @param {string} errorMessage
 * @returns {Body | null} null if no field is left to remove
 */
export function withoutRefused(body, errorMessage) {
  const { thinking, temperature, tool_choice: choice, ...rest } = body;
  const heat = temperature === undefined ? {} : { temperature };
  const tools = choice ? { tool_choice: choice } : {};
  const limit = smallerLimit(errorMessage, body.max_tokens);
  if (limit !== null) return { ...body, max_tokens: limit, ...(thinking && budgetWithin(thinking, limit)) };
  if (thinking?.block_binding && /block_binding|anthropic-beta/i.test(errorMessage)) {
    const { block_binding: _binding, ...unbound } = thinking;
    return { ...body, thinking: unbound };
  }
  if (
    /signature|thinking.* blocks?\b/i.test(errorMessage) &&
    !/expected/i.test(errorMessage) &&
    body.messages.some(hasThoughts)
  ) {
    return { ...body, messages: body.messages.map(withoutThoughts).filter(({ content }) => content.length > 0) };
  }
  if (thinking && /thinking|budget_tokens/i.test(errorMessage)) return { ...rest, ...heat, ...tools };
  if (temperature !== undefined && /temperature/.test(errorMessage))
    return { ...rest, ...(thinking && { thinking }), ...tools };
  if (choice && /tool_choice|forced? tool/i.test(errorMessage))
    return { ...rest, ...(thinking && { thinking }), ...heat };
  return null;
}

/**
 * From "max_tokens: 64000 > 8192", or "input length and `max_tokens` exceed context limit: 190000 + 64000 > 200000".
 * @param {string} errorMessage
 * @param {number} current
 */
function smallerLimit(errorMessage, current) {
  if (!/max_tokens/.test(errorMessage)) return null;
  const [, input, most] = /(?:(\d+) \+ )?\d+ > (\d+)/.exec(errorMessage) ?? [];
  const limit = most ? Number(most) - Number(input ?? 0) : 0;
  return limit >= leastBudget && limit < current ? limit : null;
}

/**
 * @param {Record<string, unknown>} thinking
 * @param {number} limit
 */
const budgetWithin = (thinking, limit) =>
  thinking.type === 'enabled' ? { thinking: { ...thinking, budget_tokens: Math.max(leastBudget, limit >> 1) } } : {};

/** @param {Message} message */
const hasThoughts = ({ content }) => content.some(isThought);

/**
 * @param {Message} message
 * @returns {Message}
 */
const withoutThoughts = ({ role, content }) => ({ role, content: content.filter((block) => !isThought(block)) });

/**
 * @param {CompletionRequest} request
 * @param {Traits} traits
 * @param {number} limit tokens of the whole answer, of which the budget must leave some
 * @returns {Record<string, unknown> | null}
 */
function thinkingOf({ thinkingAllowed, toolChoice }, traits, limit) {
  if (!thinkingAllowed) return traits.notThinking;
  if (traits.thinking === 'adaptive') {
    return {
      type: 'adaptive',
      ...(traits.hidesThinking && { display: 'summarized' }),
      // Tools change with extensions: thinking from before such a change is dropped, not the thread.
      ...(traits.bindsThinking && { block_binding: { prefix_mismatch_behavior: 'drop_block' } }),
    };
  }
  // A thinking budget cannot be combined with a forced tool.
  if (traits.thinking === 'none' || toolChoice === 'any' || limit < 2 * leastBudget) return null;
  return { type: 'enabled', budget_tokens: Math.min(maxBudget, limit >> 1) };
}

/** @param {Record<string, unknown> | null} thinking */
const isAsked = (thinking) => thinking?.type === 'adaptive' || thinking?.type === 'enabled';

/** @param {CompletionRequest['tools'][number]} tool */
function toolOf({ name, description, inputSchema }) {
  const schema = recordIn(inputSchema);
  if (!schema) throw failure('invalid-request', `The input schema of the tool ${name} is not valid JSON.`);
  return { name, description, input_schema: schema.type === 'object' ? schema : { type: 'object', ...schema } };
}
