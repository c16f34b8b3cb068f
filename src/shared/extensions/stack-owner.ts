import type { FileOwner } from './file-owner.ts';

/** A stack frame in the engine's format: `at name (place:line:column)` or `at place:line:column`. */
const place = /^\s*at (?:.*? \()?((?:file:\/\/|outrigger-extension:\/\/|\/|[a-z]:\\|\\\\).*?):\d+:\d+\)?$/i;

/** @returns the id of the extension with the innermost frame that belongs to an extension */
export function stackOwner(stack: string, ownerOf: FileOwner): string | undefined {
  for (const line of stack.split('\n')) {
    const source = place.exec(line)?.[1];
    const owner = source === undefined ? undefined : ownerOf(source);
    if (owner !== undefined) return owner;
  }
  return undefined;
}
