/** @import { ModelEndpoint } from '../../../src/shared/contract/extension-api/extension-endpoints.ts' */
/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { Body } from './request.js' */
/** @import { Model } from './models.js' */
import { explain } from './errors.js';
import { modelsIn, usualModels } from './models.js';
import { countIn, failure, isRecord, textIn } from './reading.js';
import { countedBody, withoutRefused } from './request.js';

/**
 * Address of the service, and the means to call it.
 * @typedef {object} Service
 * @property {string} base without a trailing slash
 * @property {string} host for error messages
 * @property {string} origin of the key
 * @property {boolean} isUsual whether it is the vendor's own, which needs a key
 * @property {string | null} key
 * @property {ExtensionContext['http']} http
 * @property {Awaited<ReturnType<ModelEndpoint['open']>>} [opened] the endpoint of a script
 */

export const usualOrigin = 'https://api.anthropic.com';
const version = '2023-06-01';
/** Beta feature for `block_binding`. */
const bindingControls = 'thinking-binding-controls-2026-08-01';
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
  const path = url.pathname.replace(/(\/v1)?\/*$/, '');
  return { base: `${url.origin}${path}`, host: url.host, origin: url.origin, isUsual: url.origin === usualOrigin };
}

/**
 * @param {Service} service
 * @param {string} path
 * @param {{ json?: unknown, signal?: AbortSignal, beta?: string, onRefusal?: (status: number) => void }} options
 */
function ask({ base, key, http, opened }, path, { beta, onRefusal, ...options }) {
  return http.request(`${base}/v1/${path}`, {
    ...options,
    headers: {
      'anthropic-version': version,
      ...(key !== null && (opened?.usesAuthHeader ? { authorization: `Bearer ${key}` } : { 'x-api-key': key })),
      ...(beta && { 'anthropic-beta': [opened?.headers['anthropic-beta'], beta].filter(Boolean).join(',') }),
    },
    secrets: key === null ? [] : [key],
    explain(refusal) {
      onRefusal?.(refusal.status);
      return explain(refusal);
    },
  });
}

/**
 * Sends a body, and repeats it without each field that this service or model does not know.
 * @param {Service} service
 * @param {string} path
 * @param {Body} body
 * @param {{ signal?: AbortSignal, form?: (body: Body) => unknown }} options
 * @returns {Promise<Response>}
 */
export async function send(service, path, body, { signal, form = (whole) => whole }) {
  try {
    return await ask(service, path, {
      json: form(body),
      ...(signal && { signal }),
      ...(body.thinking?.block_binding ? { beta: bindingControls } : {}),
    });
  } catch (thrown) {
    const { code, message } = isRecord(thrown) ? thrown : {};
    const isRefused = code === 'invalid-request' || code === 'context-too-large';
    const less = isRefused ? withoutRefused(body, textIn(message)) : null;
    if (!less) throw thrown;
    return send(service, path, less, { ...(signal && { signal }), form });
  }
}

/**
 * @param {Service} service
 * @param {Body} body
 */
export async function countTokens(service, body) {
  const response = await send(service, 'messages/count_tokens', body, { form: countedBody });
  const answer = await service.http.json(response);
  const count = isRecord(answer) ? countIn(answer.input_tokens) : undefined;
  if (count === undefined) throw failure('invalid-response', `${service.host} did not answer with a number of tokens.`);
  return count;
}

/**
 * @param {Service} service
 * @param {AbortSignal} [signal]
 * @returns {Promise<Model[]>} the default ones if the service has no list
 */
export async function listModels(service, signal) {
  const timeout = AbortSignal.timeout(listTimeout);
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  /** @type {unknown[]} */
  const entries = [];
  let after = '';
  for (let page = 0; page < maxPages; page += 1) {
    const answer = await pageOf(service, after, either);
    if (answer === null) return usualModels;
    entries.push(...answer.entries);
    if (!answer.next || answer.next === after) break;
    after = answer.next;
  }
  return modelsIn(entries);
}

/**
 * @param {Service} service
 * @param {string} after
 * @param {AbortSignal} signal
 */
async function pageOf(service, after, signal) {
  let status = 200;
  try {
    const response = await ask(service, `models?limit=1000${after && `&after_id=${encodeURIComponent(after)}`}`, {
      signal,
      onRefusal(refused) {
        status = refused;
      },
    });
    const answer = await service.http.json(response);
    if (isRecord(answer) && Array.isArray(answer.data)) {
      return { entries: answer.data, next: answer.has_more === true ? textIn(answer.last_id) : '' };
    }
  } catch (thrown) {
    if (unlisted.has(status)) return null;
    throw thrown;
  }
  throw failure('invalid-response', `${service.host} did not answer with a list of models.`);
}
