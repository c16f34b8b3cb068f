/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */

/**
 * One item of an answer: it makes events of what comes for it, each character once.
 * @typedef {object} OutputItem
 * @property {boolean} isRefused the model will not answer
 * @property {(type: string, event: Json) => CompletionEvent[]} take an event, its type without "response."
 * @property {(item: Json) => CompletionEvent[]} whole the item as far as the service has it, or all of it
 * @property {() => CompletionEvent[]} end there is no more of it
 */

export {};
