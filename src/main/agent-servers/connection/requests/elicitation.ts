import { z } from 'zod/mini';
import type { Elicitation, ElicitationField } from '../../../../shared/contract/agent-servers/elicitation.ts';
import { cut, fields, idSchema, limits, listOf, oneLine, readAs } from '../updates/fields.ts';

const enumOption = z.object({ const: z.string(), title: fields.text });
const propertySchema = z.object({
  type: z.string(),
  title: fields.text,
  description: fields.text,
  format: fields.text,
  minLength: fields.number,
  maxLength: fields.number,
  minimum: fields.number,
  maximum: fields.number,
  minItems: fields.number,
  maxItems: fields.number,
  enum: fields.list(z.string()),
  oneOf: fields.list(enumOption),
  items: fields.of(z.object({ enum: fields.list(z.string()), anyOf: fields.list(enumOption) })),
  default: fields.of(z.union([z.string(), z.number(), z.boolean(), listOf(z.string())])),
});
type Property = z.output<typeof propertySchema>;

const elicitationSchema = z.object({
  mode: z.string(),
  message: z.string(),
  url: fields.text,
  requestedSchema: fields.of(
    z.object({
      title: fields.text,
      properties: fields.of(z.record(idSchema, z.unknown())),
      required: fields.list(z.string()),
    }),
  ),
});

/** @returns the session that it is asked in; null: none, as while a person signs in */
export const elicitationScope = (params: unknown): string | null =>
  readAs(z.object({ sessionId: fields.id }), params)?.sessionId ?? null;

/** What an `elicitation/create` asks. @returns undefined if it cannot be asked, as a required field is of no known type */
export function readElicitation(params: unknown): Elicitation | undefined {
  const asked = readAs(elicitationSchema, params);
  if (!asked) return undefined;
  const message = cut(asked.message, limits.json);
  if (asked.mode === 'url') return asked.url ? { type: 'url', message, url: asked.url } : undefined;
  if (asked.mode !== 'form' || !asked.requestedSchema) return undefined;
  const { title, properties, required } = asked.requestedSchema;
  const read: ElicitationField[] = [];
  for (const [name, value] of Object.entries(properties ?? {}).slice(0, limits.items)) {
    const isRequired = required?.includes(name) ?? false;
    const field = readField(name, value, isRequired);
    if (field) read.push(field);
    else if (isRequired) return undefined;
  }
  return { type: 'form', message, title: oneLine(title ?? '') || undefined, fields: read };
}

function readField(name: string, value: unknown, isRequired: boolean): ElicitationField | undefined {
  const property = readAs(propertySchema, value);
  const takes = property && taken(property);
  if (!takes) return undefined;
  return {
    name,
    title: oneLine(property.title || name, limits.name),
    description: oneLine(property.description ?? '') || undefined,
    isRequired,
    takes,
    value: property.default ?? undefined,
  };
}

const formats = ['email', 'uri', 'date', 'date-time'] as const;

function taken(property: Property): ElicitationField['takes'] | undefined {
  switch (property.type) {
    case 'string': {
      const options = choices(property.enum, property.oneOf);
      if (options.length > 0) return { type: 'choice', options };
      return {
        type: 'text',
        format: formats.find((one) => one === property.format),
        least: property.minLength ?? undefined,
        most: property.maxLength ?? undefined,
      };
    }
    case 'number':
    case 'integer':
      return {
        type: 'number',
        isWhole: property.type === 'integer',
        least: property.minimum ?? undefined,
        most: property.maximum ?? undefined,
      };
    case 'boolean':
      return { type: 'switch' };
    case 'array': {
      const options = choices(property.items?.enum, property.items?.anyOf);
      if (options.length === 0) return undefined;
      return { type: 'choices', options, least: property.minItems ?? undefined, most: property.maxItems ?? undefined };
    }
    default:
      return undefined;
  }
}

const choices = (
  values: readonly string[] | null | undefined,
  titled: readonly z.output<typeof enumOption>[] | null | undefined,
) => [
  ...(titled ?? []).map((one) => ({ value: one.const, title: oneLine(one.title || one.const, limits.name) })),
  ...(values ?? []).map((value) => ({ value, title: oneLine(value, limits.name) })),
];
