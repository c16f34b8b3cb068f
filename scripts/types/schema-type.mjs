/**
 * Prints the output type of a zod schema from the schema's source, in order to keep its comments. Supports the parts
 * of zod that the contracts use; anything else throws, and has to be added here.
 */

/** @typedef {{ readonly type: string, readonly start: number, readonly end: number, readonly [key: string]: any }} Node */

/**
 * @param {Node} schema an expression such as `z.object({ … })`
 * @param {string} source of the schema's file
 * @param {(name: string) => string} named returns the type of a schema that is a constant of that file
 * @returns {string}
 */
export function schemaType(schema, source, named) {
  const type = (/** @type {Node} */ inner) => schemaType(inner, source, named);
  if (schema.type === 'Identifier') return named(schema.name);
  if (schema.type === 'ArrayExpression') return optionsType(schema, source, named);
  const { object, property } = schema.callee ?? {};
  if (!property) throw new Error(`This is no schema: ${source.slice(schema.start, schema.end)}`);
  // Checks do not change the type.
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
      return type(first);
    case 'optional':
    case 'exactOptional':
    case '_default':
      return type(first);
    case 'nullable':
      return `${type(first)} | null`;
    case 'array':
      return `(${type(first)})[]`;
    case 'union':
      return type(first);
    case 'discriminatedUnion':
      return type(second);
    case 'object':
    case 'strictObject':
      return `{ ${first.properties.map((/** @type {Node} */ member) => memberType(member, source, type)).join(' ')} }`;
    default:
      throw new Error(`schema-type.mjs cannot print z.${property.name}`);
  }
}

/**
 * Union of literals, or of schemas, into which another list with a type may be spread: `...others`.
 * @type {(array: Node, source: string, named: (name: string) => string) => string}
 */
export function optionsType({ elements }, source, named) {
  if (elements.every((/** @type {Node} */ { type }) => type === 'Literal')) return literals(elements, source);
  return elements
    .map((/** @type {Node} */ option) => {
      const type = schemaType(option.type === 'SpreadElement' ? option.argument : option, source, named);
      return `\n${commentBefore(source, option.start)}\n| ${type}`;
    })
    .join('');
}

/** @type {(elements: Node[], source: string) => string} */
const literals = (elements, source) => elements.map(({ start, end }) => source.slice(start, end)).join(' | ');

/** @type {(member: Node, source: string, type: (schema: Node) => string) => string} */
function memberType({ start, key, value }, source, type) {
  const comment = commentBefore(source, start);
  const optional = value.callee?.property?.name;
  const mark = optional === 'optional' || optional === 'exactOptional' ? '?' : '';
  const printed = `${key.name}${mark}: ${type(value)}${optional === 'optional' ? ' | undefined' : ''};`;
  return comment ? `\n${comment}\n${printed}\n` : printed;
}

/** @type {(source: string, at: number) => string} the doc comment directly before an offset */
export const commentBefore = (source, at) =>
  /\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/.exec(source.slice(0, at))?.[0].trim() ?? '';
