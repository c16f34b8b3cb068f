import type { ThreadView, TurnView } from '../contract/thread-view.ts';

/**
 * The turns of a thread form a tree, in which the versions of the next prompt are the children of a turn. A path from
 * the root to a leaf is shown. Unchanged turns stay the same objects.
 */

type Branches = Pick<ThreadView, 'turns' | 'branches' | 'lastShown'>;

/** Shows a turn as a version of an existing one, without the turns that followed that one. */
export function addVersion<T extends Branches>(view: T, turn: TurnView, replaced: TurnView): T {
  const versions = [...replaced.versions, turn.promptId];
  const known = new Set(versions);
  const joined = (each: TurnView): TurnView => (known.has(each.promptId) ? { ...each, versions } : each);
  const own: TurnView = { ...turn, parentId: replaced.parentId, versions };
  const branches = [...view.branches.map(joined), own];
  return showBranch({ ...view, turns: view.turns.map(joined), branches }, turn.promptId);
}

/** Shows this version of a prompt and, at every place below it, the version that was shown last. */
export function showBranch<T extends Branches>(view: T, promptId: string): T {
  const all = [...view.branches, ...view.turns];
  const byId = new Map(all.map((turn) => [turn.promptId, turn]));
  const target = byId.get(promptId);
  if (!target || view.turns.includes(target)) return view;

  const turns: TurnView[] = [];
  let above: TurnView | undefined = target;
  while (above) {
    turns.unshift(above);
    above = above.parentId === null ? undefined : byId.get(above.parentId);
  }
  const below = new Map<string, TurnView>();
  const wasShown = new Set(view.lastShown);
  for (const turn of all) {
    const isOnly = turn.versions.length === 1;
    if (turn.parentId !== null && (isOnly || wasShown.has(turn.promptId))) below.set(turn.parentId, turn);
  }
  for (let next = below.get(promptId); next; next = below.get(next.promptId)) turns.push(next);

  const shown = new Set(turns);
  const branches = all.filter((turn) => !shown.has(turn)).sort((one, other) => one.at - other.at);
  const decided = new Set(turns.flatMap(({ versions }) => versions));
  const lastShown = [
    ...view.lastShown.filter((id) => !decided.has(id)),
    ...turns.filter(({ versions }) => versions.length > 1).map((turn) => turn.promptId),
  ];
  return { ...view, turns, branches, lastShown };
}
