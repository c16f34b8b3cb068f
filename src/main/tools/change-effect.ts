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

/** Makes changes of files for a call: all of them or none, when each is allowed. */
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
    // What follows could go through the link, to where nobody looked.
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

/** Files and folders that the changes made together touch: each is judged by every rule, and nothing else happens meanwhile. */
const maxPlaces = 5_000;
/** Of the files in a folder that is deleted so many are told, beside all that was asked for. */
const maxBelow = 500;

/** With paths as people see them, and no more text than a thread can keep. */
function shownOf(changes: readonly ShownChange[], realRoot: string | null, run: CallRun): ShownChange[] {
  const told = withoutMany(changes);
  const wanted = told.map(({ patch }) => patch.length);
  const room = Math.min(
    longestPatch,
    wanted.reduce((sum, length) => sum + length, 0),
  );
  // A question that could not show what it is about would be none.
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

/** A folder that is deleted stands for what is in it; nothing else may go untold. */
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

/** What each gets of what there is: little ones are not to be cut because of a large one. */
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
