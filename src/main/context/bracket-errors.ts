import type { Tree } from '@lezer/common';

/** Something wrong at a place of a text. */
export interface SyntaxFinding {
  /** In UTF-16 units, from 0. */
  readonly at: number;
  readonly message: string;
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Nodes without code: a bracket in them is none. */
const literal = /String|Comment|RegExp|Char|Rune|TextBlock|^JSXText$|^JSXAttributeValue$|^ParenthesizedContent$/;
/** Code inside of a text. */
const interpolation = /^(Interpolation|FormatReplacement)$/;

/**
 * Brackets without their other half, in their order. A grammar that does not know all of a language still tells what is
 * a text or a comment.
 */
export function bracketErrors(text: string, tree: Tree): SyntaxFinding[] {
  const isCode = codeOf(text, tree);
  const open: { readonly at: number; readonly bracket: string }[] = [];
  const errors: SyntaxFinding[] = [];
  const unclosed = (each: (typeof open)[number]) =>
    errors.push({ at: each.at, message: `“${each.bracket}” is not closed.` });
  for (const { index: at, 0: bracket } of text.matchAll(/[()[\]{}]/g)) {
    if (!isCode[at]) continue;
    if (Object.hasOwn(closing, bracket)) open.push({ at, bracket });
    else {
      const other = open.findLastIndex((each) => closing[each.bracket] === bracket);
      if (other < 0) errors.push({ at, message: `Unexpected “${bracket}”.` });
      else for (const each of open.splice(other).slice(1)) unclosed(each);
    }
  }
  for (const each of open) unclosed(each);
  return errors.sort((a, b) => a.at - b.at);
}

/** 1 for each letter that is neither in a text nor in a comment. */
function codeOf(text: string, tree: Tree): Uint8Array {
  const isCode = new Uint8Array(text.length).fill(1);
  tree.iterate({
    enter({ name, from, to }) {
      if (literal.test(name)) isCode.fill(0, from, to);
      else if (interpolation.test(name)) isCode.fill(1, from, to);
      // Braces have to be written otherwise there.
      if (name === 'JSXText') {
        for (let at = from; at < to; at += 1) isCode[at] = Number(text[at] === '{' || text[at] === '}');
      }
    },
  });
  return isCode;
}
