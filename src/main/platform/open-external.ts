import { shell } from 'electron';

/** Hands an address to the system, whatever it is. */
export const openExternal = (url: string): Promise<void> => shell.openExternal(url);
