import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RunningProcess } from './running-processes.ts';

/**
 * What the app starts has a mark in its environment, and so has what that starts in turn, also in a session of its own,
 * where nothing else tells whose it is.
 */
const variable = 'OUTRIGGER_STARTED_BY';

/** Whose marks they are. */
export interface MarkedRun {
  /** Prefix of its marks. */
  readonly mark: string;
  readonly controlGroup: string;
}

let own: MarkedRun | undefined;
let groups = 0;

/** This run of the app. */
export function thisRun(): MarkedRun {
  own ??= { mark: `${randomBytes(12).toString('hex')}.`, controlGroup: ownControlGroup() };
  return own;
}

/** One group of this run. */
export const newMark = (): MarkedRun => ({ ...thisRun(), mark: `${thisRun().mark}${++groups}.` });

/** The environment with the mark, and without what a desktop started the app itself with. */
export function markedEnvironment(environment: NodeJS.ProcessEnv, { mark }: MarkedRun): NodeJS.ProcessEnv {
  const rest = Object.entries(environment).filter(([name]) => !name.startsWith(desktopVariable));
  return { ...Object.fromEntries(rest), [variable]: mark };
}

const desktopVariable = 'GIO_LAUNCHED_DESKTOP_FILE';

/** Whether the run has started it, or what it has started; an app that a desktop opened, such as a browser, is the person's. */
export function isOfRun(process: RunningProcess, { mark, controlGroup }: MarkedRun): boolean {
  const environment = process.environment();
  return (
    environment.includes(`${variable}=${mark}`) &&
    !environment.includes(`${desktopVariable}=`) &&
    process.controlGroup() === controlGroup
  );
}

function ownControlGroup(): string {
  try {
    return readFileSync('/proc/self/cgroup', 'latin1');
  } catch {
    return '';
  }
}
