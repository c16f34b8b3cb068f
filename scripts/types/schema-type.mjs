/**
 * Prints the type of what a zod schema gives, from the schema's own source, so that its comments come along. Knows
 * what the contracts use; anything else throws, and is added here.
 */

/** @typedef {{ readonly type: string, readonly start: number, readonly end: number, readonly [key: string]: any }} Node */

/**
 * @param {Node} schema an expression such as `z.object({ … })`
 * @param {string} source of the file it is in
 * @param {(name: string) => string} named the type of a schema that is a constant of that file
 * @returns {string}
 */
export function schemaType(schema, source, named) {
  const type = (/** @type {Node} */ inner) => schemaType(inner, source, named);
  if (schema.type === 'Identifier') return named(schema.name);
  const { object, property } = schema.callee ?? {};
  if (!property) throw new Error(`This is no schema: ${source.slice(schema.start, schema.end)}`);
  // A check says nothing about the type.
  if (property.name === 'check') return type(object);
  const [first, second] = schema.arguments;
  switch (property.name) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return property.name;
    case 'int':
      return 'number';
    case 'literal':
      return source.slice(first.start, first.end);
    case 'enum':
      return first.type === 'Identifier' ? named(first.name) : literals(first, source);
    case 'optional':
    case 'exactOptional':
    case '_default':
      return type(first);
    case 'nullable':
      return `${type(first)} | null`;
    case 'array':
      return `(${type(first)})[]`;
    case 'union':
      return options(first, source, type);
    case 'discriminatedUnion':
      return options(second, source, type);
    case 'object':
    case 'strictObject':
      return `{ ${first.properties.map((/** @type {Node} */ member) => memberType(member, source, type)).join(' ')} }`;
    default:
      throw new Error(`schema-type.mjs cannot print z.${property.name}`);
  }
}

/** @type {(array: Node, source: string) => string} */
export const literals = (array, source) =>
  array.elements.map((/** @type {Node} */ element) => source.slice(element.start, element.end)).join(' | ');

/** @type {(array: Node, source: string, type: (schema: Node) => string) => string} */
const options = (array, source, type) =>
  array.elements
    .map((/** @type {Node} */ option) => `\n${commentBefore(source, option.start)}\n| ${type(option)}`)
    .join('');

/** @type {(member: Node, source: string, type: (schema: Node) => string) => string} */
function memberType({ start, key, value }, source, type) {
  const comment = commentBefore(source, start);
  const optional = value.callee?.property?.name;
  const mark = optional === 'optional' || optional === 'exactOptional' ? '?' : '';
  const printed = `${key.name}${mark}: ${type(value)}${optional === 'optional' ? ' | undefined' : ''};`;
  return comment ? `\n${comment}\n${printed}\n` : printed;
}

/** @type {(source: string, at: number) => string} the doc comment that ends where something begins */
export const commentBefore = (source, at) =>
  /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(source.slice(0, at))?.[0].trim() ?? '';
