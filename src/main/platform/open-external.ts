import { shell } from 'electron';

/** Passes a URL to the system without any check. */
export const openExternal = (url: string): Promise<void> => shell.openExternal(url);
