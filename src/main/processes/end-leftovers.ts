import { rm } from 'node:fs/promises';
import { areGone, endTree, sendTo } from './process-group.ts';
import { isOfRun } from './process-mark.ts';
import { type ProcessNotes, readProcessNotes } from './process-notes.ts';
import { findProcesses, isSameStart, type RunningProcess } from './running-processes.ts';

/** Milliseconds between SIGTERM and SIGKILL: what is started next waits for it. */
const patienceMs = 500;
const rounds = 4;

/**
 * Ends what earlier runs of the app have noted and left behind, as they were killed. A process is ended only if it is known to be
 * one of theirs: by its mark, or by its pid and the time of its start, as a pid is given to others later; so is what has the
 * session of such a leader.
 * @param path of the notes; gone afterwards, unless something withstands
 * @returns how many processes were found
 * @throws with the reason when the notes or the processes cannot be read
 */
export async function endLeftovers(path: string): Promise<number> {
  let notes: ProcessNotes | undefined;
  try {
    notes = readProcessNotes(path);
  } catch (error) {
    // It is in the way of the notes of this run.
    await rm(path, { force: true }).catch(() => {});
    throw error;
  }
  if (!notes) return 0;
  let count = 0;
  for (let round = 0; round < rounds; round++) {
    const found = await leftoversOf(notes);
    if (found.length === 0) {
      await rm(path, { force: true });
      break;
    }
    count ||= found.length;
    if (process.platform === 'win32') {
      await Promise.all(found.map(({ pid }) => endTree(pid)));
      continue;
    }
    sendTo(found, round === 0 ? 'SIGTERM' : 'SIGKILL');
    await areGone(found, patienceMs);
  }
  return count;
}

async function leftoversOf({ runs, starts }: ProcessNotes): Promise<RunningProcess[]> {
  const isLeader = ({ pid, started }: RunningProcess) => isSameStart(started, starts.get(pid) ?? '');
  const isOfRuns = (one: RunningProcess) => runs.some((run) => isOfRun(one, run));
  const candidates = await findProcesses((one) => starts.has(one.session) || starts.has(one.group) || isOfRuns(one));
  // What is left may have started this app, whose own processes are of its session.
  const own = candidates.find(({ pid }) => pid === process.pid)?.session;
  const known = candidates.filter((one) => isLeader(one) || isOfRuns(one));
  // As long as one of it lives, the id of a session is not given to another.
  const sessions = new Set(known.map(({ session }) => session).filter((session) => starts.has(session)));
  return candidates.filter((one) => one.session !== own && (known.includes(one) || sessions.has(one.session)));
}
