import { basename, dirname, join } from 'node:path';
import { isInside, realPathOf } from '../documents/project-border.ts';
import type { Move } from './checkpoints/change-record.ts';

/** What a call of a command says that it changes. */
export interface Claim {
  /** Its id; what it says later adds to it. */
  readonly call: string;
  /** Absolute. A folder stands for what is in it, a link for itself and for where it leads. */
  readonly paths: readonly string[];
  /** false: it was not made, so that it names nothing. Absent: as before, at first as if it is. */
  readonly isMade?: boolean | undefined;
}

/** What the calls of a command say that it changes. */
export type Claims = ReturnType<typeof createClaims>;

/** Calls of a command, and paths of them all; what is named after these is as if nobody had named it. */
const mostCalls = 10_000;
const mostPaths = 100_000;

export function createClaims() {
  let count = 0;
  const calls = new Map<string, { readonly places: Set<string>; isMade: boolean }>();
  const lookups = new Set<Promise<void>>();

  return {
    add({ call, paths, isMade }: Claim): void {
      if (count > mostPaths || (calls.size >= mostCalls && !calls.has(call))) return;
      count += paths.length;
      const known = calls.get(call) ?? { places: new Set<string>(), isMade: true };
      calls.set(call, known);
      known.isMade = isMade ?? known.isMade;
      for (const path of paths) {
        const lookup = placesOf(path).then((places) => {
          for (const place of places) known.places.add(place);
        });
        lookups.add(lookup);
        void lookup.then(() => lookups.delete(lookup));
      }
    },
    /** Once it is known where all of them are; links resolved. */
    async places(): Promise<ReadonlySet<string>> {
      await Promise.all(lookups);
      return new Set([...calls.values()].flatMap(({ places, isMade }) => (isMade ? [...places] : [])));
    },
  };
}

/** A path itself, and what is there if it is a link. None of what cannot be looked at. */
async function placesOf(path: string): Promise<string[]> {
  const itself = realPathOf(dirname(path)).then((folder) => join(folder, basename(path)));
  return (await Promise.allSettled([itself, realPathOf(path)])).flatMap((found) =>
    found.status === 'fulfilled' ? [found.value] : [],
  );
}

/** Somebody who may change what is in a folder, and what they say that they change. */
interface Changer {
  /** The folder, absolute, links resolved. */
  readonly root: string;
  readonly claims: Claims;
}

/**
 * Whose a change is, of those who worked when it was made: it is of who names its path most closely, else of each in whose
 * folder it is. Of several nobody can tell which. What was moved is of one owner, whichever of its places they name.
 */
export async function ownersOf<C extends Changer>(
  changers: readonly C[],
  moves: readonly Move[],
): Promise<(path: string) => readonly C[]> {
  const named = await Promise.all(changers.map(({ claims }) => claims.places()));
  const ends = new Map(moves.flatMap(({ from, to }) => [from, to].map((end) => [end, [from, to]] as const)));

  return (path) => {
    const places = ends.get(path) ?? [path];
    const steps = changers.map(({ root }, index) =>
      Math.min(...places.map((place) => stepsTo(place, named[index] ?? new Set(), root))),
    );
    const closest = Math.min(...steps);
    const isWatching = ({ root }: C): boolean => places.some((place) => isInside(root, place));
    const naming = changers.filter((_, index) => closest !== Number.POSITIVE_INFINITY && steps[index] === closest);
    // Named by one who works elsewhere: nobody else would have it for review.
    return naming.some(isWatching) ? naming : [...new Set([...naming, ...changers.filter(isWatching)])];
  };
}

/** How far above a path the closest named one is; infinite: there is none. That it changes its own folder says nothing. */
function stepsTo(path: string, named: ReadonlySet<string>, root: string): number {
  let steps = 0;
  for (let at = path; at !== root; at = dirname(at)) {
    if (named.has(at)) return steps;
    if (dirname(at) === at) break;
    steps++;
  }
  return Number.POSITIVE_INFINITY;
}
