/** A selector of TextMate for one place, such as `source.css meta.selector entity.name - comment`. */
export interface ScopeSelector {
  /** From the outermost scope to the innermost one. */
  readonly parts: readonly SelectorPart[];
  /** It holds only where none of these does. */
  readonly excluded: readonly (readonly SelectorPart[])[];
}

interface SelectorPart {
  readonly scope: string;
  /** Whether the part before it must be the scope directly around it. */
  readonly isChild: boolean;
}

/** The selectors of a list with commas. Those in a form that is not read, as with brackets, are left out. */
export const parseSelectors = (text: string): ScopeSelector[] =>
  text.split(',').flatMap((each) => parseSelector(each) ?? []);

function parseSelector(text: string): ScopeSelector | null {
  const words = text
    .trim()
    .replace(/^[BLR]:/, '')
    .replace(/(^|\s)-(?=\S)/g, '$1- ')
    .split(/\s+/)
    .filter(Boolean);
  const groups: SelectorPart[][] = [[]];
  let isChild = false;
  for (const word of words) {
    if (word === '-') groups.push([]);
    else if (word === '>') isChild = true;
    else if (!/^[^\s()|&*:<>]+$/.test(word)) return null;
    else {
      groups.at(-1)?.push({ scope: word, isChild });
      isChild = false;
    }
  }
  const [parts = [], ...excluded] = groups;
  return parts.length > 0 && groups.every((group) => group.length > 0) ? { parts, excluded } : null;
}

/** `keyword` is above `keyword.control`, and above itself. */
const isAbove = (scope: string, inner: string): boolean => inner === scope || inner.startsWith(`${scope}.`);

/**
 * Whether a selector is of the innermost scope of a stack.
 * @param stack scopes from the outermost to the innermost one
 */
export function selects({ parts, excluded }: ScopeSelector, stack: readonly string[]): boolean {
  if (!partsSelect(parts, stack)) return false;
  // What is excluded may be around the place as well.
  return excluded.every((group) => stack.every((_scope, at) => !partsSelect(group, stack.slice(0, at + 1))));
}

function partsSelect(parts: readonly SelectorPart[], stack: readonly string[]): boolean {
  const [last, innermost] = [parts.at(-1), stack.at(-1)];
  if (!last || innermost === undefined || !isAbove(last.scope, innermost)) return false;
  const [before, around] = [parts.slice(0, -1), stack.slice(0, -1)];
  if (before.length === 0) return true;
  if (last.isChild) return partsSelect(before, around);
  return around.some((_scope, at) => partsSelect(before, around.slice(0, at + 1)));
}

/** Sorts what is nearer to a place last: a longer innermost scope, then longer scopes around it, then more of them. */
export function compareSelectors(one: ScopeSelector, other: ScopeSelector): number {
  const [ones, others] = [innermostFirst(one), innermostFirst(other)];
  const depth = (scope = ''): number => scope.split('.').length;
  const byDepth = depth(ones[0]) - depth(others[0]);
  if (byDepth !== 0) return byDepth;
  for (let at = 1; at < Math.min(ones.length, others.length); at++) {
    const byLength = (ones[at]?.length ?? 0) - (others[at]?.length ?? 0);
    if (byLength !== 0) return byLength;
  }
  return ones.length - others.length;
}

const innermostFirst = ({ parts }: ScopeSelector): string[] => parts.map(({ scope }) => scope).reverse();
