/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */
/** @import { Content, Part } from './contents.js' */
import { contentsOf, textParts } from './contents.js';
import { versionOf } from './models.js';
import { failure, isRecord, recordIn } from './reading.js';
import { reduceSchema } from './schema.js';

/**
 * @typedef {object} Body
 * @property {Content[]} contents
 * @property {{ parts: Part[] }} [systemInstruction]
 * @property {[{ functionDeclarations: Record<string, unknown>[] }]} [tools]
 * @property {unknown} [toolConfig]
 * @property {Record<string, unknown>} [generationConfig]
 */

/** The service's placeholder for the missing signature of a call by another model. */
const unsigned = 'skip_thought_signature_validator';
const maxStops = 5;
const modes = { auto: 'AUTO', any: 'ANY', none: 'NONE' };

/**
 * Body of a request for an answer.
 * @param {string} model
 * @param {CompletionRequest} request
 * @param {boolean} thinks whether the model supports thinking
 * @returns {Body}
 */
export function requestBody(model, request, thinks) {
  const { messages, tools, toolChoice, stopSequences, temperature, maxTokens, thinkingAllowed } = request;
  const system = messages.filter(({ role }) => role === 'system').flatMap(({ content }) => textParts(content));
  const thinkingConfig = thinks ? thinkingOf(model, thinkingAllowed) : null;
  const generationConfig = {
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(stopSequences.length > 0 && { stopSequences: stopSequences.slice(0, maxStops) }),
    ...(thinkingConfig && { thinkingConfig }),
  };
  return {
    contents: contentsOf(messages, versionOf(model) >= 3),
    ...(system.length > 0 && { systemInstruction: { parts: system } }),
    ...(tools.length > 0 && { tools: [{ functionDeclarations: tools.map(declarationOf) }] }),
    ...(tools.length > 0 && toolChoice && { toolConfig: { functionCallingConfig: { mode: modes[toolChoice] } } }),
    ...(Object.keys(generationConfig).length > 0 && { generationConfig }),
  };
}

/**
 * Older and newer models refuse some fields that others want. If an error message names one, the request is repeated
 * without it.
 * @param {Body} body
 * @param {string} errorMessage
 * @returns {Body | null} null if no field is left to remove
 */
export function withoutRefused(body, errorMessage) {
  if (/thought[_ ]?signature/i.test(errorMessage)) return signedAnew(body, /corrupted|invalid/i.test(errorMessage));
  const { thinkingConfig, temperature, ...rest } = body.generationConfig ?? {};
  if (thinkingConfig && /thinking|thought/i.test(errorMessage)) {
    return { ...body, generationConfig: { ...rest, ...(temperature !== undefined && { temperature }) } };
  }
  if (temperature !== undefined && /temperature/i.test(errorMessage)) {
    return { ...body, generationConfig: { ...rest, ...(thinkingConfig ? { thinkingConfig } : {}) } };
  }
  if (/schema|parameters/i.test(errorMessage)) return withReducedSchemas(body);
  return null;
}

/**
 * @param {Body} body
 * @param {boolean} isWrong present signatures are invalid too
 */
function signedAnew(body, isWrong) {
  let isChanged = false;
  const contents = body.contents.map(({ role, parts }) => {
    const first = parts.findIndex((part) => 'functionCall' in part);
    return {
      role,
      parts: parts.map((part, index) => {
        const { thoughtSignature: signature, ...bare } = part;
        const wanted =
          index === first && (isWrong || signature === undefined) ? unsigned : isWrong ? undefined : signature;
        if (wanted === signature) return part;
        isChanged = true;
        return wanted === undefined ? bare : { ...bare, thoughtSignature: wanted };
      }),
    };
  });
  return isChanged ? { ...body, contents } : null;
}

/** @param {Body} body */
function withReducedSchemas(body) {
  const declarations = body.tools?.[0].functionDeclarations ?? [];
  if (!declarations.some((one) => 'parametersJsonSchema' in one)) return null;
  const reduced = declarations.map(({ parametersJsonSchema: schema, ...one }) =>
    schema === undefined ? one : { ...one, parameters: reduceSchema(schema) },
  );
  return { ...body, tools: /** @type {Body['tools']} */ ([{ functionDeclarations: reduced }]) };
}

/**
 * @param {string} model
 * @param {boolean} isAllowed
 */
function thinkingOf(model, isAllowed) {
  if (isAllowed) return { includeThoughts: true };
  // The minimum: newer models always think a little, and so does the largest of the older ones.
  if (versionOf(model) >= 3) return { thinkingLevel: 'low' };
  return { thinkingBudget: model.includes('pro') ? 128 : 0 };
}

/** @param {CompletionRequest['tools'][number]} tool */
function declarationOf({ name, description, inputSchema }) {
  const schema = recordIn(inputSchema);
  if (!schema) throw failure('invalid-request', `The input schema of the tool ${name} is not valid JSON.`);
  const isEmpty = !isRecord(schema.properties) || Object.keys(schema.properties).length === 0;
  // An object without properties is refused; a tool without a schema takes no arguments.
  return { name, description, ...(!(isEmpty && !schema.$ref && !schema.allOf) && { parametersJsonSchema: schema }) };
}
