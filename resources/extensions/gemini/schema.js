import { isRecord } from './reading.js';

/** Limit for the depth of recursive schemas. */
const deepest = 12;

/** Keywords of JSON Schema that older versions of the service support unchanged. */
const kept = [
  'title',
  'description',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
];
const formats = new Set(['enum', 'date-time', 'int32', 'int64', 'float', 'double']);

/**
 * Reduces a JSON Schema to the subset for `parameters`. Unsupported keywords are left out: that guides the model
 * less, but no tool is refused.
 * @param {unknown} schema
 * @returns {Record<string, unknown>}
 */
export function reduceSchema(schema) {
  const root = isRecord(schema) ? schema : {};
  return reduce(root, root, 0);
}

/**
 * @param {unknown} schema
 * @param {Record<string, unknown>} root for looking up references
 * @param {number} depth
 * @returns {Record<string, unknown>}
 */
function reduce(schema, root, depth) {
  if (!isRecord(schema) || depth > deepest) return { type: 'string' };
  const whole = merged(schema, root);
  const types = [whole.type].flat().filter((type) => typeof type === 'string');
  const type = types.find((one) => one !== 'null');
  const choices = alternatives(whole.anyOf ?? whole.oneOf);
  const isNullable = types.includes('null') || choices.isNullable || whole.nullable === true;
  const values = whole.const === undefined ? whole.enum : [whole.const];
  const next = depth + 1;
  const only = choices.list.length === 1 ? reduce(choices.list[0], root, next) : {};
  return {
    ...only,
    ...(choices.list.length > 1 && { anyOf: choices.list.map((one) => reduce(one, root, next)) }),
    ...(type !== undefined && { type }),
    ...Object.fromEntries(kept.flatMap((key) => (whole[key] === undefined ? [] : [[key, whole[key]]]))),
    ...(formats.has(String(whole.format)) && { format: whole.format }),
    ...(isNullable && { nullable: true }),
    // Only strings are allowed in enums.
    ...(Array.isArray(values) &&
      values.every((value) => typeof value === 'string') && { type: 'string', enum: values }),
    ...((type === 'array' || whole.items !== undefined) && { items: reduce(whole.items, root, next) }),
    ...propertiesOf(whole, root, next),
  };
}

/**
 * @param {Record<string, unknown>} schema
 * @param {Record<string, unknown>} root
 * @param {number} depth
 */
function propertiesOf({ properties, required }, root, depth) {
  if (!isRecord(properties) || Object.keys(properties).length === 0) return {};
  const known = Array.isArray(required) ? required.filter((name) => Object.hasOwn(properties, name)) : [];
  return {
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, reduce(one, root, depth)])),
    ...(known.length > 0 && { required: known }),
  };
}

/**
 * Merges a schema with its references and all parts of `allOf`.
 * @param {Record<string, unknown>} schema
 * @param {Record<string, unknown>} root
 * @returns {Record<string, unknown>}
 */
function merged(schema, root) {
  const { $ref, allOf, ...whole } = schema;
  const parts = [...(typeof $ref === 'string' ? [lookUp($ref, root)] : []), ...(Array.isArray(allOf) ? allOf : [])];
  for (const part of parts.filter(isRecord)) {
    for (const [key, value] of Object.entries(part)) {
      const own = whole[key];
      if (own === undefined) whole[key] = value;
      else if (key === 'properties' && isRecord(own) && isRecord(value)) whole[key] = { ...value, ...own };
      else if (key === 'required' && Array.isArray(own) && Array.isArray(value)) whole[key] = [...value, ...own];
    }
  }
  return whole;
}

/**
 * @param {string} reference such as "#/$defs/point"
 * @param {Record<string, unknown>} root
 * @returns {unknown}
 */
function lookUp(reference, root) {
  const names = reference.startsWith('#/') ? reference.slice(2).split('/') : [];
  /** @type {unknown} */
  let found = names.length > 0 ? root : null;
  for (const name of names) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : null;
  }
  return found;
}

/** @param {unknown} schemas */
function alternatives(schemas) {
  const all = Array.isArray(schemas) ? schemas.filter(isRecord) : [];
  const list = all.filter(({ type }) => type !== 'null');
  return { list, isNullable: list.length < all.length };
}
