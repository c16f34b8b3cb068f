/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */

/**
 * One output item of an answer, which converts its events, each character once.
 * @typedef {object} OutputItem
 * @property {boolean} isRefused whether the model refuses to answer
 * @property {(type: string, event: Json) => CompletionEvent[]} take takes an event, with its type without "response."
 * @property {(item: Json) => CompletionEvent[]} whole takes the item in its present or final form
 * @property {() => CompletionEvent[]} end ends the item
 */

export {};
