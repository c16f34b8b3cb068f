import type { Tree } from '@lezer/common';
import type { SyntaxFinding } from './bracket-errors.ts';

/**
 * What the parser of JSON says of a text, which is more than its grammar does; null when nothing is wrong.
 * @param tree says where it is when the parser does not
 */
export function jsonError(text: string, tree: Tree | null): SyntaxFinding | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const position = / at position (\d+)/.exec(said)?.[1];
    const at = position === undefined ? firstError(tree, text) : Number(position);
    const message = said.replace(/ (in JSON )?(at position .*)$|, (\.\.\.)?".* is not valid JSON$/s, '').trim();
    return { at, message: `${message.replace(/ (in|of) JSON( input)?$/, '')}.` };
  }
}

function firstError(tree: Tree | null, text: string): number {
  let at = text.length;
  tree?.iterate({
    enter: ({ type, from }) => {
      if (type.isError) at = Math.min(at, from);
    },
  });
  return at;
}
