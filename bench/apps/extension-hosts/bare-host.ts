import { join } from 'node:path';
import { utilityProcess, WebContentsView } from 'electron';
import type { ModuleHostKind } from '../../../src/shared/contract/extensions/host-kind.ts';

/** The least that a host of a kind can be: a process that says that it is there, or a page that is never shown. */
export interface BareHost {
  readonly pid: number;
  stop(): Promise<void>;
}

/** Resolves when it has said that it is there. */
export const openBareHost: Readonly<Record<ModuleHostKind, () => Promise<BareHost>>> = {
  process: () =>
    new Promise((resolve, reject) => {
      const child = utilityProcess.fork(join(import.meta.dirname, 'bare.js'), [], {
        env: { PATH: process.env.PATH ?? '' },
      });
      const exited = new Promise<void>((end) => child.once('exit', () => end()));
      exited.then(() => reject(new Error('the bare process ended before it spoke')));
      child.once('message', () =>
        resolve({
          pid: child.pid as number,
          stop() {
            child.kill();
            return exited;
          },
        }),
      );
    }),
  async worker() {
    const view = new WebContentsView({ webPreferences: { sandbox: true } });
    await view.webContents.loadURL('data:text/html,<!doctype html><title>Bare</title>');
    return {
      pid: view.webContents.getOSProcessId(),
      // Through the view: one that nothing refers to any more is collected, and its page with it.
      stop: () =>
        new Promise((resolve) => {
          view.webContents.once('destroyed', () => resolve());
          view.webContents.close();
        }),
    };
  },
};
