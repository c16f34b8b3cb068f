import type { SyntaxNode, SyntaxNodeRef, Tree } from '@lezer/common';
import { bracketErrors, type SyntaxFinding } from './bracket-errors.ts';

/** Reliability of the grammar of a language. */
export type GrammarTrust =
  /** Anything that it does not know is wrong. */
  | 'whole'
  /** It does not know all that may stand in types: what may be one is let pass. */
  | 'but-types'
  /** Only brackets that have no other half are wrong for sure. */
  | 'brackets'
  /** Anything that it does not know is wrong, and brackets need no other half. */
  | 'but-brackets';

/**
 * Errors of a text by the tree of its grammar, in its order and once for each line. A bracket that is missing makes
 * much of what follows wrong, so only the brackets are told of from there on.
 */
export function syntaxErrors(text: string, tree: Tree, trust: GrammarTrust): SyntaxFinding[] {
  const brackets = trust === 'but-brackets' ? [] : bracketErrors(text, tree);
  const first = brackets[0]?.at ?? text.length + 1;
  const others = trust === 'brackets' ? [] : errorNodes(text, tree, trust).filter(({ at }) => at < first);
  const lines = new Set<number>();
  return [...others, ...brackets].filter(({ at }) => {
    const line = text.lastIndexOf('\n', at - 1);
    return !lines.has(line) && lines.add(line);
  });
}

function errorNodes(text: string, tree: Tree, trust: GrammarTrust): SyntaxFinding[] {
  const errors: SyntaxFinding[] = [];
  let isBelieved = true;
  tree.iterate({
    enter(node) {
      const isTag = node.name === 'MismatchedCloseTag' || node.name === 'MissingCloseTag';
      if (!(node.type.isError || isTag) || !isBelieved || isKnownGap(node)) return;
      // Consequences of a type that it does not know may be told of further down.
      isBelieved = trust !== 'but-types' || !mayHoldType(text, node.from);
      if (isBelieved) errors.push({ at: node.from, message: messageOf(text, node) });
    },
  });
  return errors;
}

/** Correct code that a grammar takes for wrong. */
function isKnownGap({ node, name }: SyntaxNodeRef): boolean {
  const parent = node.parent?.name;
  const before = node.prevSibling?.name;
  // {/* a comment alone */} in JSX
  if (parent === 'JSXEscape') return before === 'BlockComment' || before === 'LineComment';
  // import … with { type: 'json' }
  if (parent === 'ImportDeclaration') return before === 'String';
  // [a.b] = c and ({ a: b.c } = d), and what it makes of the rest of that
  if ([node, node.prevSibling, node.prevSibling?.lastChild].some(isMemberPattern)) return true;
  // a bare yield in Python
  if (parent === 'YieldStatement') return before === 'yield';
  // the declarations of a document type in XML
  return parent === 'Document' && name !== 'MismatchedCloseTag';
}

/** Whether it is the equals sign of an assignment to members in a pattern, for which the grammar of JavaScript knows names only. */
function isMemberPattern(node: SyntaxNode | null | undefined): boolean {
  if (!node?.type.isError || node.firstChild?.name !== 'Equals') return false;
  return node.prevSibling?.name === 'ArrayExpression' || node.prevSibling?.name === 'ObjectExpression';
}

/** Syntax that only TypeScript has, or that its grammar stumbles over. */
const onlyTypeScript =
  /^\s*\[|[:<>?!@]|\b(abstract|accessor|as|asserts|catch|declare|enum|export|implements|import|infer|interface|is|keyof|module|namespace|new|out|override|private|protected|public|readonly|require|satisfies|static|type|typeof|unique)\b/;

function mayHoldType(text: string, at: number): boolean {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return onlyTypeScript.test(text.slice(start, end < 0 ? text.length : end).replaceAll('=>', ''));
}

function messageOf(text: string, { name, from, to, node }: SyntaxNodeRef): string {
  if (name === 'MissingCloseTag') {
    const tag = node.parent?.getChild('OpenTag');
    return tag ? `“${shown(text.slice(tag.from, tag.to))}” is not closed.` : 'A tag is not closed.';
  }
  if (to > from) return `Unexpected “${shown(text.slice(from, to))}”.`;
  const next = /\S+/.exec(text.slice(from, from + 1000))?.[0];
  return next === undefined ? 'Unexpected end.' : `Something is missing before “${shown(next)}”.`;
}

function shown(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line.length <= 40 ? line : `${line.slice(0, 40)}…`;
}
