import { join } from 'node:path';
import { app } from 'electron';

/** The app's folders on this machine, all absolute. */
export interface Installation {
  readonly version: string;
  /** The folder of settings and other stored data. */
  readonly userData: string;
  /** The output folder of the build, with the entry modules of the hosts. */
  readonly built: string;
  /** The folder of bundled resources. */
  readonly resources: string;
}

export const installationOf = (built: string): Installation => ({
  version: app.getVersion(),
  userData: app.getPath('userData'),
  built,
  resources: app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources'),
});
