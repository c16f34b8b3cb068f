/** The common part of Electron's `UtilityProcess` and Node's `ChildProcess`. */
export interface KillableChild {
  /** undefined before the spawn and after the end. */
  readonly pid?: number | undefined;
  once(event: 'spawn', listener: () => void): unknown;
}

/**
 * Kills a child at once, also while its loop hangs: the `kill` of a utility process only requests it, which a busy loop
 * does not process on some platforms, and has no effect before the spawn. A child not yet spawned is killed then.
 * @throws the system's error, unless the process has ended already
 */
export function killChild(child: KillableChild): void {
  const { pid } = child;
  if (pid === undefined) return void child.once('spawn', () => kill(child.pid));
  kill(pid);
}

function kill(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The process ended by itself; its exit event follows.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
