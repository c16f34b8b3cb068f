import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { commentBefore, optionsType, schemaType } from './schema-type.mjs';

/**
 * @typedef {import('./schema-type.mjs').Node} Node
 * @typedef {object} File
 * @property {string} source
 * @property {Map<string, Node>} types statements that declare a type or an interface
 * @property {Map<string, { value: Node, comment: string }>} constants
 */

/**
 * Parses the declarations in the files of a folder and its subfolders.
 * @param {string} folder
 * @returns {File[]}
 */
export function readDeclarations(folder) {
  const names = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  return names.sort().map((name) => {
    const source = readFileSync(join(folder, name), 'utf8');
    const types = new Map();
    const constants = new Map();
    for (const statement of /** @type {Node[]} */ (parseAst(source, { lang: 'ts' }).body)) {
      const declared = statement.declaration ?? statement;
      if (declared.type.startsWith('TS')) types.set(declared.id.name, statement);
      const comment = commentBefore(source, statement.start);
      for (const { id, init } of declared.declarations ?? []) constants.set(id.name, { value: bare(init), comment });
    }
    return { source, types, constants };
  });
}

/**
 * The types that the roots need, without imports and schemas, in the order of discovery.
 * @param {readonly File[]} files
 * @param {readonly string[]} roots
 */
export function printDeclarations(files, roots) {
  const printed = [];
  // Elements added to a set during iteration are visited too.
  const needed = new Set(roots);
  for (const name of needed) printed.push(printType(name, files, (other) => needed.add(other)));
  return printed.join('\n\n');
}

/** @type {(name: string, files: readonly File[], need: (name: string) => void) => string} */
function printType(name, files, need) {
  const file = files.find(({ types }) => types.has(name));
  const statement = file?.types.get(name);
  if (!file || !statement) throw new Error(`The contracts declare no type ${name}`);
  const { source, types, constants } = file;
  /** @param {string} constant @returns {string} name of its type, or the type itself if it has none */
  const typeOf = (constant) => {
    const [alias] = [...types].find(([, other]) => constantOf(declarationOf(other).typeAnnotation) === constant) ?? [];
    if (!alias || alias === name) return expanded(constant);
    need(alias);
    return alias;
  };
  /** @param {string} constant */
  const expanded = (constant) => {
    const value = constants.get(constant)?.value;
    if (!value) throw new Error(`The file of ${name} declares no constant ${constant}`);
    return value.type === 'ArrayExpression' ? optionsType(value, source, typeOf) : schemaType(value, source, typeOf);
  };
  let comment = commentBefore(source, statement.start);
  let text = '';
  let end = statement.start;
  walk(statement, (node) => {
    const constant = constantOf(node);
    if (constant) {
      comment ||= constants.get(constant)?.comment ?? '';
      text += source.slice(end, node.start) + typeOf(constant);
      end = node.end;
    } else if (node.type === 'TSTypeReference' && files.some((other) => other.types.has(node.typeName.name))) {
      need(node.typeName.name);
    }
    return !constant;
  });
  return `${comment}\n${text}${source.slice(end, statement.end)}`;
}

/** @type {(statement: Node) => Node} */
const declarationOf = (statement) => statement.declaration ?? statement;

/** Strips `as const` and `satisfies`. @type {(value: Node) => Node} */
const bare = (value) => (value?.type.startsWith('TS') ? bare(value.expression) : value);

/**
 * The constant that a type is derived from: `z.output<typeof constant>`, `(typeof constant)[number]`, or both
 * combined.
 * @type {(type: Node | undefined) => string | undefined}
 */
function constantOf(type) {
  if (type?.type === 'TSTypeReference' && type.typeName.right?.name === 'output') {
    const [of] = type.typeArguments.params;
    return of.exprName?.name ?? constantOf(of);
  }
  if (type?.type !== 'TSIndexedAccessType') return undefined;
  const { objectType } = type;
  return (objectType.typeAnnotation ?? objectType).exprName?.name;
}

/** @type {(node: Node, visit: (node: Node) => boolean) => void} `visit` returns whether to descend */
function walk(node, visit) {
  if (!visit(node)) return;
  for (const value of Object.values(node).flat()) {
    if (value && typeof value === 'object' && 'type' in value) walk(value, visit);
  }
}
