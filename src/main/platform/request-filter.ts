import { appScheme } from './app-files.ts';

const permitted: ReadonlySet<string> = new Set([`${appScheme}:`, 'devtools:', 'data:', 'blob:']);

/** Whether the renderer may load a URL. Network requests of the app are made by extension hosts. */
export const isPermittedRequest = (url: string): boolean =>
  permitted.has(url.slice(0, url.indexOf(':') + 1).toLowerCase());
