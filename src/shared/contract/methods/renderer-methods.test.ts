import { describe, expect, it } from 'vitest';
import type { z } from 'zod/mini';
import { layoutSchema } from '../app-state.ts';
import type { RendererApi } from '../renderer-api.ts';
import { settingsChangeSchema } from '../settings/settings.ts';
import { type Implemented, takes } from './method.ts';
import { type EditorHandlers, methodNames, rendererMethods } from './renderer-methods.ts';

type Definition = Readonly<Record<string, unknown>> & { readonly type: string };

const definitionOf = (schema: z.core.$ZodType): Definition => schema._zod.def as unknown as Definition;
const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value;

/** A schema and all schemas in it. */
function partsOf(schema: z.core.$ZodType, found = new Set<z.core.$ZodType>()): Set<z.core.$ZodType> {
  if (found.has(schema)) return found;
  found.add(schema);
  const { shape, ...others } = definitionOf(schema);
  const inner = [...Object.values((shape as object | undefined) ?? {}), ...Object.values(others)].flat();
  for (const each of inner) if (isSchema(each)) partsOf(each, found);
  return found;
}

const refusesUnknownKeys = (schema: z.core.$ZodType): boolean => {
  const { catchall } = definitionOf(schema);
  return isSchema(catchall) && definitionOf(catchall).type === 'never';
};

describe('the table of the methods that main answers', () => {
  it('refuses unknown keys everywhere but in the parts of the settings, which keep those of a later version', () => {
    const { shape } = definitionOf(settingsChangeSchema) as unknown as { shape: Record<string, z.core.$ZodType> };
    const kept = new Set([layoutSchema, ...Object.values(shape)].flatMap((schema) => [...partsOf(schema)]));
    const methods = Object.entries(rendererMethods).flatMap(([group, table]) =>
      Object.entries(table).map(([name, method]) => [`${group}.${name}`, method.arguments] as const),
    );
    let objects = 0;
    const open = methods.filter(([, schema]) =>
      [...partsOf(schema)]
        .filter((part) => definitionOf(part).type === 'object')
        .some((part) => {
          objects += 1;
          return !refusesUnknownKeys(part) && !kept.has(part);
        }),
    );
    expect(open.map(([name]) => name)).toEqual([]);
    expect(objects).toBeGreaterThan(10);
  });

  it('gives the preload each name once, and nothing else', () => {
    const names = Object.entries(methodNames).flatMap(([group, methods]) => methods.map((name) => `${group}.${name}`));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['documents.save', 'events.connect', 'agent.send']));
    expect(names.every((name) => /^[a-zA-Z]+\.[a-zA-Z]+$/.test(name))).toBe(true);
    expect(JSON.parse(JSON.stringify(methodNames))).toEqual(methodNames);
  });

  it('does not compile where a call, its schema and its implementation part', () => {
    const table = { app: { neverDefined: takes().gives<number>(), ...rendererMethods.app } };
    const request = { path: '/a', text: '', encoding: 'utf8', hasBom: false, baseRevision: null };
    const refused = (api: RendererApi, handlers: EditorHandlers) => [
      // @ts-expect-error unknown key
      api.documents.save({ ...request, mode: 0o777 }),
      // @ts-expect-error missing key
      api.documents.save({ path: '/a', text: '', encoding: 'utf8', hasBom: false }),
      // @ts-expect-error excess argument
      api.app.setUnsavedCount(1, 2),
      // @ts-expect-error wrong result type
      api.app.paste() satisfies Promise<string>,
      // @ts-expect-error undefined method
      api.app.neverDefined(),
      // @ts-expect-error missing implementation
      { app: handlers.app } satisfies Implemented<typeof table>,
    ];
    // Checked by `npm run check`; there is nothing to run.
    expect(refused).toBeTypeOf('function');
  });
});
