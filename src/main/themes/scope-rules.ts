import type { Colour } from './colour.ts';
import { compareSelectors, parseSelectors, type ScopeSelector, selects } from './scope-selector.ts';

/** A rule of a theme file for scopes. */
export interface ScopeRule {
  /** Lists of selectors with commas. */
  readonly scopes: readonly string[];
  readonly foreground?: Colour | undefined;
  /** Such as `italic bold`; empty: none. */
  readonly fontStyle?: string | undefined;
}

export interface ScopeLook {
  readonly foreground?: Colour | undefined;
  readonly fontStyle?: string | undefined;
}

interface Entry extends ScopeLook {
  readonly selector: ScopeSelector;
}

/** At most so many selectors of a theme are read. Large themes have about two thousand. */
const mostSelectors = 20_000;

/**
 * Finds what a theme says of a stack of scopes, as editors with TextMate grammars do: for colour and font style apart
 * the longest selector, then the later rule; what is not said of a scope is taken from the one around it.
 */
export function createScopeLookup(rules: readonly ScopeRule[]) {
  /** By the first word of the innermost scope. Nearest last. */
  const entries = new Map<string, Entry[]>();
  let count = 0;
  for (const { scopes, foreground, fontStyle } of rules) {
    for (const selector of scopes.flatMap(parseSelectors)) {
      count++;
      if (count > mostSelectors) break;
      const word = firstWord(selector.parts.at(-1)?.scope);
      const list = entries.get(word) ?? [];
      list.push({ selector, foreground, fontStyle });
      entries.set(word, list);
    }
  }
  // Sorting is stable: of equals the later rule stays last.
  for (const list of entries.values()) list.sort((one, other) => compareSelectors(one.selector, other.selector));

  /** By the innermost scope of a stack. */
  function lookAt(stack: readonly string[]): ScopeLook {
    const found = (entries.get(firstWord(stack.at(-1))) ?? []).filter(({ selector }) => selects(selector, stack));
    return {
      foreground: found.findLast(({ foreground }) => foreground !== undefined)?.foreground,
      fontStyle: found.findLast(({ fontStyle }) => fontStyle !== undefined)?.fontStyle,
    };
  }

  /** By the scopes around it too. */
  function lookWithin(stack: readonly string[]): ScopeLook {
    let { foreground, fontStyle } = lookAt(stack);
    for (let length = stack.length - 1; length > 1; length--) {
      const around = lookAt(stack.slice(0, length));
      foreground ??= around.foreground;
      fontStyle ??= around.fontStyle;
    }
    return { foreground, fontStyle };
  }

  return {
    /**
     * @param stacks of scopes that a thing may have, the likeliest first: one that a theme has a colour for goes before
     * one that has it from around it
     */
    find(stacks: readonly (readonly string[])[]): ScopeLook {
      const own = stacks.find((stack) => lookAt(stack).foreground !== undefined);
      const stack = own ?? stacks.find((each) => lookWithin(each).foreground !== undefined);
      if (stack) return lookWithin(stack);
      // Italic and bold come without a colour at times.
      return { fontStyle: stacks.map(lookWithin).find(({ fontStyle }) => fontStyle !== undefined)?.fontStyle };
    },
  };
}

const firstWord = (scope = ''): string => scope.split('.', 1)[0] ?? '';
