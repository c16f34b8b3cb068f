import { useCallback, useContext, useSyncExternalStore } from 'react';
import type { PathState } from '../../../../shared/contract/documents/document.ts';
import { mayInspect } from '../describe-link.ts';
import { LinkContext, type LinkEnvironment } from '../link-environment.ts';
import { createPathStates, type PathStates } from './path-states.ts';

const statesOfEnvironment = new WeakMap<LinkEnvironment, PathStates>();

function statesOf(environment: LinkEnvironment): PathStates {
  const states = statesOfEnvironment.get(environment) ?? createPathStates(environment);
  statesOfEnvironment.set(environment, states);
  return states;
}

/**
 * The present state of a path.
 * @param path undefined: nothing is requested
 * @returns the state, undefined while it is not known, and a function that requests it again
 */
export function usePathState(path: string | undefined): readonly [PathState | undefined, () => void] {
  const environment = useContext(LinkContext);
  const states = environment && path !== undefined && mayInspect(path, environment.root) ? statesOf(environment) : null;
  const follow = useCallback(
    (onChange: () => void) => (states && path !== undefined ? states.follow(path, onChange) : () => {}),
    [states, path],
  );
  const read = () => (path === undefined ? undefined : states?.stateOf(path));
  const look = useCallback(() => {
    if (path !== undefined) states?.look(path);
  }, [states, path]);
  return [useSyncExternalStore(follow, read, read), look];
}
