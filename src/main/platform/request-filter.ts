import { appScheme } from './app-files.ts';

const permitted: ReadonlySet<string> = new Set([`${appScheme}:`, 'devtools:', 'data:', 'blob:']);

/** Whether the renderer may load a URL. What the app needs from a network is fetched by extension hosts. */
export const isPermittedRequest = (url: string): boolean =>
  permitted.has(url.slice(0, url.indexOf(':') + 1).toLowerCase());
