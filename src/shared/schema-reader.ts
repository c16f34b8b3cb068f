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
 * Reads values by a schema with the same result as its `safeParse`. Most values that come in thousands are plain and
 * valid; zod takes ten times as long to find that out as the check here does. All others are left to zod.
 */
export function readerOf<Output>(schema: z.ZodMiniType<Output>): Reader<Output> {
  const isRight = checkOf(schema);
  if (!isRight) return (value) => schema.safeParse(value);
  return (value) => (isRight(value) ? { success: true, data: value as Output } : schema.safeParse(value));
}

/** true: the schema accepts the value, unchanged. false: zod must decide. */
type Check = (value: unknown) => boolean;

/** @returns undefined if the schema has a rule that is not supported here */
function checkOf(schema: unknown): Check | undefined {
  const { def, values } = (schema as $ZodTypes)._zod;
  if (def.type === 'number') return numberCheck(def);
  // A schema of a format (such as an address) has its check in itself.
  if ('check' in def) return undefined;
  if (def.type === 'string') return stringCheck(def);
  if (def.checks?.length) return undefined;
  switch (def.type) {
    case 'unknown':
      return () => true;
    case 'null':
    case 'literal':
    case 'enum':
      return (value) => values?.has(value as null) ?? false;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    // An absent property is not checked; an explicit `undefined` is left to zod.
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
      // The first option that accepts decides; in an exclusive union the others count too.
      return def.inclusive === false ? undefined : checkOf(def.options[0]);
    default:
      return undefined;
  }
}

/** Arrays with gaps, or with keys other than indices, are left to zod, which changes them. */
function arrayCheck(element: unknown): Check | undefined {
  const check = checkOf(element);
  if (!check) return undefined;
  return (value) => {
    if (!Array.isArray(value) || Object.getPrototypeOf(value) !== Array.prototype) return false;
    for (const item of value) if (item === undefined || !check(item)) return false;
    return Object.keys(value).length === value.length;
  };
}

/** The discriminator's value chooses the option; one without a check, or claimed by two options, is left to zod. */
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
    // Zod counts code points, each of which is up to two units of `length`.
    if (check === 'min_length') least = Math.max(least, (_zod.def as $ZodCheckMinLengthDef).minimum * 2 - 1);
    else if (check === 'max_length') most = Math.min(most, (_zod.def as $ZodCheckMaxLengthDef).maximum);
    else return undefined;
  }
  return (value) => typeof value === 'string' && value.length >= least && value.length <= most;
}

/** Objects with unknown keys are left to zod, which drops or refuses them. */
function objectCheck(shape: $ZodShape): Check | undefined {
  const members = new Map<string, { readonly check: Check | undefined; readonly needed: 0 | 1 }>();
  let needed = 0;
  for (const [key, member] of Object.entries(shape)) {
    const check = checkOf(member);
    // Zod sees inherited properties too; the loop over the value's own keys would not.
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

/** Whether an absent member stays absent: optional without a default. */
function isOnlyOptional(member: $ZodType): boolean {
  const { def } = (member as $ZodTypes)._zod;
  return def.type === 'optional' && !def.checks?.length && def.innerType._zod.optin === undefined;
}
