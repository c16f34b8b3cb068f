import type { CompletionRequest } from '../../../shared/contract/provider.ts';

/**
 * Values of a component as jco's glue has them, and as the contract has them (`provider.ts`): a variant is `{ tag, val }`
 * there and `{ type, value }` here, a u64 a BigInt and a safe integer, `none` undefined and an absent property. Names of
 * fields are the same.
 */

/**
 * @param value from the glue
 * @param name of the value, for the message
 * @returns in the forms of the contract; nobody has checked yet that it is what it should be
 * @throws for a number that JavaScript cannot hold, with the names of its fields
 */
export function fromWit(value: unknown, name: string): unknown {
  if (typeof value === 'bigint') return numberOf(value, name);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value ?? undefined;
  if (Array.isArray(value)) return value.map((member, index) => fromWit(member, `${name}[${index}]`));
  const entries = Object.entries(value);
  if (isVariant(value)) {
    const { tag, val } = value;
    return val === undefined ? { type: tag } : { type: tag, value: fromWit(val, `${name} ${tag}`) };
  }
  const present = entries.filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(present.map(([field, inner]) => [field, fromWit(inner, `${name}.${field}`)]));
}

/** @param value of the contract; records that have a u64 have functions of their own below */
export function toWit(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(toWit);
  if ('type' in value) return 'value' in value ? { tag: value.type, val: toWit(value.value) } : { tag: value.type };
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, toWit(inner)]));
}

/** The record `completion-request`. */
export function requestToWit({ maxTokens, cacheTools = false, ...request }: CompletionRequest): unknown {
  return {
    ...(toWit(request) as object),
    cacheTools,
    maxTokens: maxTokens === undefined ? undefined : BigInt(maxTokens),
  };
}

function isVariant(value: object): value is { readonly tag: string; readonly val?: unknown } {
  if (!('tag' in value) || typeof value.tag !== 'string') return false;
  return Object.keys(value).every((key) => key === 'tag' || key === 'val');
}

function numberOf(value: bigint, name: string): number {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`${name} is ${value}, which is beyond what the app counts to (2^53)`);
}
