/** @import { ModelEndpoint } from '../../../src/shared/contract/extension-api/extension-endpoints.ts' */
/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { ModelInfo } from '../../../src/shared/contract/provider.ts' */
/** @import { Body } from './request.js' */
import { explain } from './errors.js';
import { modelsIn, usualModels } from './models.js';
import { countIn, failure, isRecord, textIn } from './reading.js';
import { withoutRefused } from './request.js';

/**
 * Address of the service, and the means to call it.
 * @typedef {object} Service
 * @property {string} base with the version, without a trailing slash
 * @property {string} host for error messages
 * @property {string} origin of the key
 * @property {boolean} isUsual whether it is the vendor's own, which needs a key
 * @property {string | null} key
 * @property {ExtensionContext['http']} http
 * @property {Awaited<ReturnType<ModelEndpoint['open']>>} [opened] the endpoint of a script
 */

export const usualOrigin = 'https://generativelanguage.googleapis.com';
/** Milliseconds; less than the app's limit for a list. */
const listTimeout = 8_000;
const maxPages = 20;
/** Status of a service without a list, which may answer requests all the same. */
const unlisted = new Set([404, 405, 501]);

/**
 * @param {string} text the setting `base_url`
 * @returns {Pick<Service, 'base' | 'host' | 'origin' | 'isUsual'>}
 */
export function addressIn(text) {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw failure('invalid-request', 'The base URL in Settings is not an http or https address.');
  }
  if (url.username || url.password) {
    throw failure('invalid-request', 'The base URL in Settings holds a name or password. Leave it out.');
  }
  const path = url.pathname.replace(/\/+$/, '') || '/v1beta';
  return { base: `${url.origin}${path}`, host: url.host, origin: url.origin, isUsual: url.origin === usualOrigin };
}

/**
 * @param {Service} service
 * @param {string} path
 * @param {{ json?: unknown, signal?: AbortSignal, onRefusal?: (status: number) => void }} options
 */
function ask({ base, key, http, opened }, path, { onRefusal, ...options }) {
  return http.request(`${base}/${path}`, {
    ...options,
    headers:
      key === null ? {} : opened?.usesAuthHeader ? { authorization: `Bearer ${key}` } : { 'x-goog-api-key': key },
    secrets: key === null ? [] : [key],
    explain(refusal) {
      onRefusal?.(refusal.status);
      return explain(refusal);
    },
  });
}

/** A tuned model has its own folder. @param {string} model */
const pathOf = (model) =>
  `${model.includes('/') ? '' : 'models/'}${model.split('/').map(encodeURIComponent).join('/')}`;

/**
 * Sends a body, and repeats it without each field that this service or model does not know.
 * @param {Service} service
 * @param {string} model
 * @param {Body} body
 * @param {AbortSignal} signal
 * @returns {Promise<Response>}
 */
export async function send(service, model, body, signal) {
  try {
    return await ask(service, `${pathOf(model)}:streamGenerateContent?alt=sse`, { json: body, signal });
  } catch (thrown) {
    const { code, message } = isRecord(thrown) ? thrown : {};
    const less = code === 'invalid-request' ? withoutRefused(body, textIn(message)) : null;
    if (!less) throw thrown;
    return send(service, model, less, signal);
  }
}

/**
 * @param {Service} service
 * @param {string} model
 * @param {Body} body
 */
export async function countTokens(service, model, body) {
  const path = pathOf(model);
  const response = await ask(service, `${path}:countTokens`, {
    json: { generateContentRequest: { model: path, ...body } },
  });
  const answer = await service.http.json(response);
  const count = isRecord(answer) ? countIn(answer.totalTokens) : undefined;
  if (count === undefined) throw failure('invalid-response', `${service.host} did not answer with a number of tokens.`);
  return count;
}

/**
 * @param {Service} service
 * @param {AbortSignal} [signal]
 * @returns {Promise<ModelInfo[]>} the default ones if the service has no list
 */
export async function listModels(service, signal) {
  const timeout = AbortSignal.timeout(listTimeout);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  /** @type {unknown[]} */
  const entries = [];
  let token = '';
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await pageOf(service, token, either);
    if (answer === null) return usualModels;
    entries.push(...answer.entries);
    if (!answer.next || answer.next === token) break;
    token = answer.next;
  }
  return modelsIn(entries);
}

/**
 * @param {Service} service
 * @param {string} token
 * @param {AbortSignal} signal
 */
async function pageOf(service, token, signal) {
  let status = 200;
  try {
    const response = await ask(service, `models?pageSize=1000${token && `&pageToken=${encodeURIComponent(token)}`}`, {
      signal,
      onRefusal(refused) {
        status = refused;
      },
    });
    const answer = await service.http.json(response);
    if (isRecord(answer) && Array.isArray(answer.models)) {
      return { entries: answer.models, next: textIn(answer.nextPageToken) };
    }
  } catch (thrown) {
    if (unlisted.has(status)) return null;
    throw thrown;
  }
  throw failure('invalid-response', `${service.host} did not answer with a list of models.`);
}
