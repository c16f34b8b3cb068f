/** What Electron's `UtilityProcess` and Node's `ChildProcess` have in common. */
export interface KillableChild {
  /** undefined until it was spawned and after it ended. */
  readonly pid?: number | undefined;
  once(event: 'spawn', listener: () => void): unknown;
}

/**
 * Ends a child at once, also when its loop hangs: the `kill` of a utility process asks politely, which a busy loop on
 * some platforms does not hear, and does nothing before the process was spawned. Such a child ends when it is.
 * @throws the system's error other than that the process has ended
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
    // It ended by itself; the exit event is on its way.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
