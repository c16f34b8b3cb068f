import { sep } from 'node:path';
import { FailureError } from '../../shared/contract/errors.ts';
import type { FileChange } from '../../shared/contract/extension-api/extension-tool-call.ts';
import { longestPatch, type ShownChange } from '../../shared/contract/tool.ts';
import type { ChangeService } from '../changes/change-service.ts';
import { realPathOf } from '../documents/project-border.ts';
import type { CallRun } from './call-run.ts';
import { folderAt, shownPath } from './place-of-path.ts';
import { changing, takingAlong } from './rules/judge.ts';
import { patternsOfChanges } from './rules/suggested-patterns.ts';
import { refuseMoved, touchedBy } from './touched-places.ts';

export interface ChangeEffectDeps {
  readonly changes: Pick<ChangeService, 'prepare' | 'apply'>;
  readonly protectedPaths: readonly string[];
}

/** Changes files for a call: all changes or none, after each was allowed. */
export async function makeChanges(
  { changes, protectedPaths }: ChangeEffectDeps,
  run: CallRun,
  asked: readonly FileChange[],
  signal: AbortSignal,
): Promise<null> {
  const folder = await folderAt(run.at.root);
  const own = await Promise.all(protectedPaths.map((path) => realPathOf(path)));
  const touched = [];
  let places = 0;
  for (const change of asked) {
    const its = await touchedBy(folder, change, own);
    if ('denied' in its) throw run.refusal(its.denied);
    touched.push(its);
    places += its.changed.length;
    if (places > maxPlaces) throw tooMuch(`touch more than ${maxPlaces.toLocaleString('en')} files`);
  }
  if (touched.length > 1 && touched.some(({ moved, holdsLinks }) => moved.length > 0 && holdsLinks)) {
    // A later change could go through the moved link to a place that was not judged.
    const message = 'A link can only be moved by a change of its own. Make this change alone.';
    throw new FailureError({ code: 'invalid-request', message });
  }
  const subjects = [
    ...touched.flatMap(({ changed }) => changed.map(changing)),
    ...touched.flatMap(({ moved }) => moved.map(takingAlong)),
  ];
  await run.refuseDenied('change', subjects);
  const prepared = await changes.prepare(
    touched.map(({ change }) => change),
    run.at.root,
  );
  const effect = { type: 'change' as const, changes: shownOf(prepared.shown, folder.realRoot, run) };
  await run.permit(
    effect,
    subjects,
    patternsOfChanges(
      effect.changes,
      touched.flatMap(({ named }) => named),
    ),
    signal,
  );
  for (const { change, named } of touched) {
    await refuseMoved(named, change.type === 'delete' || change.type === 'move' ? 'entry' : 'content');
  }
  signal.throwIfAborted();
  await changes.apply(prepared, run.at);
  return null;
}

/** Files and folders touched by the changes together: judging each by every rule blocks main. */
const maxPlaces = 5_000;
/** Files below a deleted folder that are listed, in addition to the requested changes. */
const maxBelow = 500;

/** The changes with displayed paths, and patches cut to the size that a thread can store. */
function shownOf(changes: readonly ShownChange[], realRoot: string | null, run: CallRun): ShownChange[] {
  const told = withoutMany(changes);
  const wanted = told.map(({ patch }) => patch.length);
  const room = Math.min(
    longestPatch,
    wanted.reduce((sum, length) => sum + length, 0),
  );
  // A question that cannot show its changes must not be asked.
  if (room > run.patchBudget) throw tooMuch('change so much text');
  const lengths = shared(wanted, room);
  const shown = told.map((change, index) => {
    const patch = change.patch.slice(0, lengths[index]);
    return {
      ...change,
      path: shownPath(realRoot, change.path),
      ...(change.to !== undefined && { to: shownPath(realRoot, change.to) }),
      patch,
      isCut: change.isCut || patch.length < change.patch.length,
    };
  });
  run.patchBudget -= shown.reduce((sum, { patch }) => sum + patch.length, 0);
  return shown;
}

/** Omits files below a deleted folder beyond the limit, as the folder implies them; nothing else may be omitted. */
function withoutMany(changes: readonly ShownChange[]): readonly ShownChange[] {
  let below = 0;
  let folder: string | null = null;
  return changes.filter(({ kind, path }) => {
    const isBelow = kind === 'delete' && folder !== null && path.startsWith(folder + sep);
    if (isBelow) below += 1;
    else folder = kind === 'delete' ? path : null;
    return !isBelow || below <= maxBelow;
  });
}

/** Distributes `room` so that short texts are not cut on account of a long one. */
function shared(wanted: readonly number[], room: number): number[] {
  const got = wanted.map(() => 0);
  let left = room;
  const bySize = [...wanted.keys()].sort((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0));
  for (const [at, index] of bySize.entries()) {
    const most = Math.floor(left / (bySize.length - at));
    got[index] = Math.min(wanted[index] ?? 0, most);
    left -= got[index];
  }
  return got;
}

const tooMuch = (what: string): FailureError =>
  new FailureError({
    code: 'invalid-request',
    message: `One call may not ${what}. Nothing was changed; do it in several calls.`,
  });
