import type { FileOwner } from './file-owner.ts';

/** A place in a stack as the engine writes it: `at name (place:line:column)` or `at place:line:column`. */
const place = /^\s*at (?:.*? \()?((?:file:\/\/|outrigger-extension:\/\/|\/|[a-z]:\\|\\\\).*?):\d+:\d+\)?$/i;

/** @returns the id of the extension that has the innermost place of the stack, of those that an extension has */
export function stackOwner(stack: string, ownerOf: FileOwner): string | undefined {
  for (const line of stack.split('\n')) {
    const source = place.exec(line)?.[1];
    const owner = source === undefined ? undefined : ownerOf(source);
    if (owner !== undefined) return owner;
  }
  return undefined;
}
