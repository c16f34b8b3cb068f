import type { PathState } from '../../../../shared/contract/documents/document.ts';
import type { LinkEnvironment } from '../link-environment.ts';

/** Milliseconds in which changes are gathered: a command makes many files, reported by several events. */
const gatherMs = 300;
const maxKnown = 2000;

/** States of the paths on the page. Each is requested once, and a missing one again when files may have appeared. */
export type PathStates = ReturnType<typeof createPathStates>;

interface Known {
  state: PathState | undefined;
  /** Number of requests: only the answer to the last one counts. */
  asked: number;
  readonly followers: Set<() => void>;
}

export function createPathStates({ inspect, onFilesChange }: LinkEnvironment) {
  const known = new Map<string, Known>();
  let followerCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopListening: (() => void) | undefined;

  function ask(path: string, one: Known): void {
    const turn = ++one.asked;
    const show = (state: PathState | undefined) => {
      if (turn !== one.asked || state === one.state) return;
      one.state = state;
      for (const onChange of [...one.followers]) onChange();
    };
    inspect(path).then(show, () => show(undefined));
  }

  function add(path: string): Known {
    if (known.size >= maxKnown) for (const [each, { followers }] of known) if (followers.size === 0) known.delete(each);
    const one: Known = { state: undefined, asked: 0, followers: new Set() };
    known.set(path, one);
    return one;
  }

  function lookAgain(): void {
    timer = undefined;
    for (const [path, one] of known) {
      const isMissing = one.state === 'missing' || one.state === undefined;
      if (isMissing && one.followers.size > 0) ask(path, one);
    }
  }

  function listen(): void {
    stopListening = onFilesChange?.(() => {
      timer ??= setTimeout(lookAgain, gatherMs);
    });
  }

  function rest(): void {
    stopListening?.();
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    /** undefined: not known yet. */
    stateOf: (path: string) => known.get(path)?.state,
    /** @param onChange called when the state changes. @returns the undo */
    follow(path: string, onChange: () => void) {
      const one = known.get(path) ?? add(path);
      // Without followers the state was not updated; only "file" is still trusted.
      if (one.followers.size === 0 && one.state !== 'file') ask(path, one);
      one.followers.add(onChange);
      if (followerCount++ === 0) listen();
      return () => {
        if (one.followers.delete(onChange) && --followerCount === 0) rest();
      };
    },
    /** Requests the state again. */
    look(path: string) {
      const one = known.get(path);
      if (one) ask(path, one);
    },
  };
}
