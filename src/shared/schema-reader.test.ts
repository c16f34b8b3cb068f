import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { mainMethods } from './contract/extensions/main-methods.ts';
import type { NamedMethod } from './contract/methods/method.ts';
import { readerOf } from './schema-reader.ts';
import { lengthOf } from './testing/soak.ts';

const text = fc.oneof(fc.string({ maxLength: 6 }), fc.string({ maxLength: 6, unit: 'grapheme' }));
const scalar = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.constantFrom<unknown>(null, undefined, true, 'a', 'b', 1, -0, 7n, 'now', '__proto__'),
);
/** Keys of the schemas, sometimes others, and inherited ones. */
const key = fc.constantFrom('a', 'b', 'c', 'd', 'toString', '__proto__');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { withCrossShrink: true },
    scalar,
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.anything({ withDate: true, withMap: true, withNullPrototype: true }),
  ),
}));

/** Discriminated by `a`; the last two options are a transform, and a union of their own. */
const chosenBy = (one: z.ZodMiniObject, other: z.ZodMiniObject) =>
  z.discriminatedUnion('a', [
    z.extend(one, { a: z.literal('a') }),
    z.extend(other, { a: z.literal(['b', 1]) }),
    z.pipe(
      z.object({ a: z.literal('now') }),
      z.transform(() => 'then'),
    ),
    z.discriminatedUnion('a', [z.object({ a: z.literal(true), b: z.optional(z.string()) })]),
  ]);

const { schema } = fc.letrec<{ schema: z.ZodMiniType; shape: Record<string, z.ZodMiniType> }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<z.ZodMiniType>(
      z.null(),
      z.unknown(),
      z.boolean(),
      z.number(),
      z.number().check(z.minimum(0)),
      z.number().check(z.maximum(1), z.gt(-2)),
      z.int(),
      z.int().check(z.nonnegative(), z.maximum(1)),
      z.int32(),
      z.pipe(
        z.optional(z.string()),
        z.transform((read) => read ?? 'made'),
      ),
      z.string(),
      z.string().check(z.trim()),
      z.string().check(z.minLength(1), z.maxLength(3), z.minLength(2)),
      z.uuid(),
      z.literal(['a', 1]),
      z.enum(['a', 'b']),
      z._default(z.string(), 'given'),
      z.array(z.string()),
      z.unknown(),
    ),
    tie('schema').map((inner) => z.optional(inner)),
    tie('schema').map((inner) => z.exactOptional(inner)),
    tie('schema').map((inner) => z.nullable(inner)),
    tie('schema').map((inner) => z.nullable(inner).check(z.refine((read) => read !== 'a'))),
    tie('schema').map((inner) => z.array(inner)),
    fc.tuple(tie('schema'), tie('schema')).map((options) => z.union(options)),
    fc.tuple(tie('schema'), tie('schema')).map((options) => z.xor(options)),
    fc.tuple(tie('shape'), tie('shape')).map(([one, other]) => chosenBy(z.object(one), z.strictObject(other))),
    tie('shape').map((shape) => z.array(chosenBy(z.looseObject(shape), z.object({})))),
    tie('shape').map((shape) => z.object(shape)),
    tie('shape').map((shape) => z.strictObject(shape)),
    tie('shape').map((shape) => z.looseObject(shape)),
    tie('shape').map((shape) => z.strictObject(shape).check(z.refine((read) => !('a' in read)))),
  ),
  shape: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'toString'), tie('schema'), { maxKeys: 4 }),
}));

/** Zod's result without the identity of its errors. */
const told = ({ success, data, error }: { success: boolean; data?: unknown; error?: z.core.$ZodError }) => ({
  success,
  data,
  issues: error?.issues,
});

describe('readerOf', () => {
  test('says what zod says, whatever the schema and the value are', { tags: ['search'] }, () => {
    fc.assert(
      fc.property(schema, fc.array(value, { maxLength: 20 }), (of, values) => {
        const read = readerOf(of);
        for (const one of values) expect(told(read(one))).toStrictEqual(told(of.safeParse(one)));
      }),
      { numRuns: lengthOf(200, 10_000) },
    );
  });

  test('leaves to zod what is absent, where an option makes something of that', () => {
    const of = z.object({ a: z.union([z.number(), z._default(z.string(), 'given')]) });
    expect(told(readerOf(of)({}))).toStrictEqual(told(of.safeParse({})));
    expect(readerOf(of)({}).data).toEqual({ a: 'given' });
  });

  test('says what zod says of what an extension may send', () => {
    for (const { params: of } of Object.values<NamedMethod>(mainMethods)) {
      const read = readerOf(of);
      fc.assert(
        fc.property(value, (one) => {
          expect(told(read(one))).toStrictEqual(told(of.safeParse(one)));
        }),
      );
    }
  });

  test('hands on what is plain and right as it came', () => {
    const event = { level: 'info', text: 'saved' };
    expect(readerOf(mainMethods['log.write'].params)(event).data).toBe(event);
    const report = { id: 'a', title: 'b', isCancellable: true };
    expect(readerOf(mainMethods['progress.start'].params)(report).data).toBe(report);
  });
});
