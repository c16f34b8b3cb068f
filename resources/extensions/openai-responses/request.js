/** @import { CompletionRequest, ToolDefinition } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
import { failure } from './failures.js';
import { inputOf } from './input-items.js';
import { familyOf } from './models.js';

const toolChoices = { auto: 'auto', any: 'required', none: 'none' };
/** Minimum of the service for the limit of an answer. */
const smallestLimit = 16;

/**
 * Body of a request. The service stores nothing: reasoning is sent back and forth, encrypted.
 * @param {string} model
 * @param {CompletionRequest} request
 * @returns {Json}
 */
export function requestBody(model, request) {
  const { tools, toolChoice, temperature, maxTokens, thinkingAllowed } = request;
  const { reasons = false, output } = familyOf(model);
  const { instructions, input } = inputOf(request.messages);
  // A limit is counted as used, so that one that changes nothing is left out.
  const isLimited = maxTokens !== undefined && maxTokens < (output ?? Number.POSITIVE_INFINITY);
  return {
    model,
    ...(instructions ? { instructions } : {}),
    input,
    stream: true,
    store: false,
    ...(reasons ? { include: ['reasoning.encrypted_content'] } : {}),
    ...(reasons ? { reasoning: thinkingAllowed ? { summary: 'auto' } : { effort: leastEffort(model) } } : {}),
    ...(tools.length > 0 ? { tools: tools.map(toolOf), parallel_tool_calls: true } : {}),
    ...(tools.length > 0 && toolChoice ? { tool_choice: toolChoices[toolChoice] } : {}),
    ...(temperature === undefined || reasons ? {} : { temperature }),
    ...(isLimited ? { max_output_tokens: Math.max(smallestLimit, maxTokens) } : {}),
  };
}

/** @param {string} model that supports reasoning */
function leastEffort(model) {
  if (/gpt-5(?![.\d])/.test(model)) return 'minimal';
  return /gpt-[5-9]/.test(model) ? 'none' : 'low';
}

/** @param {ToolDefinition} tool */
function toolOf({ name, description, inputSchema }) {
  try {
    return { type: 'function', name, description, parameters: JSON.parse(inputSchema), strict: false };
  } catch {
    throw failure('invalid-request', `The input schema of the tool ${name} is not valid JSON.`);
  }
}
