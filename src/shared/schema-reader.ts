import type { z } from 'zod/mini';
import type {
  $ZodCheckGreaterThanDef,
  $ZodCheckLessThanDef,
  $ZodCheckMaxLengthDef,
  $ZodCheckMinLengthDef,
  $ZodDiscriminatedUnionDef,
  $ZodNumberDef,
  $ZodShape,
  $ZodStringDef,
  $ZodType,
  $ZodTypes,
} from 'zod/v4/core';

export type Reader<Output> = (value: unknown) => z.core.util.SafeParseResult<Output>;

/**
 * Reads values by a schema as its `safeParse` does, and with the same result. Most of what comes in thousands is plain and
 * right, and to find that out zod takes ten times as long as a look at it; all else is left to zod.
 */
export function readerOf<Output>(schema: z.ZodMiniType<Output>): Reader<Output> {
  const isRight = checkOf(schema);
  if (!isRight) return (value) => schema.safeParse(value);
  return (value) => (isRight(value) ? { success: true, data: value as Output } : schema.safeParse(value));
}

/** true: the schema passes the value, and as it is. false: zod has to say. */
type Check = (value: unknown) => boolean;

/** @returns undefined: the schema says more than is known here */
function checkOf(schema: unknown): Check | undefined {
  const { def, values } = (schema as $ZodTypes)._zod;
  if (def.type === 'number') return numberCheck(def);
  // A format is a check of its own kind.
  if ('check' in def) return undefined;
  if (def.type === 'string') return stringCheck(def);
  if (def.checks?.length) return undefined;
  switch (def.type) {
    case 'null':
    case 'literal':
    case 'enum':
      return (value) => values?.has(value as null) ?? false;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    // What is absent is not looked at, and an `undefined` that is there is for zod.
    case 'optional':
      return checkOf(def.innerType);
    case 'nullable': {
      const inner = checkOf(def.innerType);
      return inner && ((value) => value === null || inner(value));
    }
    case 'object':
      return objectCheck(def.shape);
    case 'array':
      return arrayCheck(def.element);
    case 'union':
      if ('discriminator' in def) return chosenCheck(def as $ZodDiscriminatedUnionDef);
      // The first that passes is the one; of an exclusive union the others have a say.
      return def.inclusive === false ? undefined : checkOf(def.options[0]);
    default:
      return undefined;
  }
}

/** What has gaps, or keys of another kind, is not passed as it is. */
function arrayCheck(element: unknown): Check | undefined {
  const check = checkOf(element);
  if (!check) return undefined;
  return (value) => {
    if (!Array.isArray(value) || Object.getPrototypeOf(value) !== Array.prototype) return false;
    for (const item of value) if (item === undefined || !check(item)) return false;
    return Object.keys(value).length === value.length;
  };
}

/** The value of the discriminator chooses the option; what no check is known of, or two options claim, is for zod. */
function chosenCheck({ discriminator, options }: $ZodDiscriminatedUnionDef): Check {
  const checks = new Map<unknown, Check | undefined>();
  for (const option of options) {
    const check = checkOf(option);
    for (const value of option._zod.propValues?.[discriminator] ?? []) {
      checks.set(value, checks.has(value) ? undefined : check);
    }
  }
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    return checks.get((value as Record<string, unknown>)[discriminator])?.(value) ?? false;
  };
}

function numberCheck(def: $ZodNumberDef): Check | undefined {
  const isInteger = 'format' in def;
  if (isInteger && def.format !== 'safeint') return undefined;
  let least = Number.NEGATIVE_INFINITY;
  let most = Number.POSITIVE_INFINITY;
  for (const { _zod } of def.checks ?? []) {
    const { check, inclusive, value } = _zod.def as $ZodCheckGreaterThanDef | $ZodCheckLessThanDef;
    if (!inclusive || typeof value !== 'number') return undefined;
    if (check === 'greater_than') least = Math.max(least, value);
    else if (check === 'less_than') most = Math.min(most, value);
    else return undefined;
  }
  const isRight = isInteger ? Number.isSafeInteger : Number.isFinite;
  return (value) => isRight(value) && (value as number) >= least && (value as number) <= most;
}

function stringCheck({ checks = [] }: $ZodStringDef): Check | undefined {
  let least = 0;
  let most = Number.POSITIVE_INFINITY;
  for (const { _zod } of checks) {
    const { check } = _zod.def;
    // Zod counts code points, and one may be two of `length`.
    if (check === 'min_length') least = Math.max(least, (_zod.def as $ZodCheckMinLengthDef).minimum * 2 - 1);
    else if (check === 'max_length') most = Math.min(most, (_zod.def as $ZodCheckMaxLengthDef).maximum);
    else return undefined;
  }
  return (value) => typeof value === 'string' && value.length >= least && value.length <= most;
}

/** Also of one that drops other keys: what has others is not passed as it is. */
function objectCheck(shape: $ZodShape): Check | undefined {
  const members = new Map<string, { readonly check: Check | undefined; readonly needed: 0 | 1 }>();
  let needed = 0;
  for (const [key, member] of Object.entries(shape)) {
    const check = checkOf(member);
    // What is inherited is there for zod, and a look at the value's own keys would not find it.
    if ((!check && !isOnlyOptional(member)) || key in Object.prototype) return undefined;
    const one = { check, needed: isOnlyOptional(member) ? 0 : 1 } as const;
    members.set(key, one);
    needed += one.needed;
  }
  return (value) => {
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
    let missing = needed;
    for (const key in value) {
      const member = members.get(key);
      if (!member?.check?.((value as Record<string, unknown>)[key])) return false;
      missing -= member.needed;
    }
    return missing === 0;
  };
}

/** Where it is absent nothing is made of that. */
function isOnlyOptional(member: $ZodType): boolean {
  const { def } = (member as $ZodTypes)._zod;
  return def.type === 'optional' && !def.checks?.length && def.innerType._zod.optin === undefined;
}
