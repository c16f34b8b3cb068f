import { join } from 'node:path';
import { app } from 'electron';

/** The app as it is on this machine; each folder is absolute. */
export interface Installation {
  readonly version: string;
  /** The folder of what the app keeps. */
  readonly userData: string;
  /** The folder that the build writes, with the entry modules of the hosts. */
  readonly built: string;
  /** The folder of what comes with the app. */
  readonly resources: string;
}

export const installationOf = (built: string): Installation => ({
  version: app.getVersion(),
  userData: app.getPath('userData'),
  built,
  resources: app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources'),
});
