/** Keywords of JSON Schema whose value is an array. */
const arrays = ['required', 'enum', 'anyOf', 'oneOf', 'allOf', 'prefixItems', 'examples'];
/** Those whose value is a schema, or an array of them. */
const schemas = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', ...arrays];
/** Those whose value has a schema for each name. */
const namedSchemas = ['properties', 'patternProperties', '$defs', 'definitions'];

/** A JSON schema from Lua, in which an empty table may be either. */
export function toolSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toolSchema);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (arrays.includes(key) && isEmpty(inner)) return [key, []];
      if (schemas.includes(key) && key !== 'enum' && key !== 'examples') return [key, toolSchema(inner)];
      if (namedSchemas.includes(key) && typeof inner === 'object' && inner !== null) {
        return [key, Object.fromEntries(Object.entries(inner).map(([name, schema]) => [name, toolSchema(schema)]))];
      }
      return [key, inner];
    }),
  );
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
