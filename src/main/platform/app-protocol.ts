import { protocol } from 'electron';
import { workerExtensionScheme, workerHostScheme } from '../extensions/hosts/worker/worker-host-page.ts';
import { appScheme, createAppFiles } from './app-files.ts';

/** Registers the schemes of the app and of the worker hosts. Must be called once, before the app is ready. */
export function declareSchemes(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
  // Loaded as modules by a page of an opaque origin, hence always cross-origin.
  const modules = { standard: true, secure: true, corsEnabled: true };
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges },
    { scheme: workerHostScheme, privileges: modules },
    { scheme: workerExtensionScheme, privileges: modules },
  ]);
}

/**
 * Serves the renderer's files from `root` (absolute). Must be called after the app is ready.
 *
 * Not by `protocol.handle`, whose `Response` makes main load its whole fetch implementation: 40 ms before the first
 * paint, measured. The older call passes the bytes on unchanged.
 * @returns resolves at the first request, when the page's process is running
 */
export function serveApp(root: string): Promise<void> {
  const files = createAppFiles(root);
  return new Promise((resolve) => {
    protocol.registerBufferProtocol(appScheme, ({ method, url }, answer) => {
      const { status, headers, body } = files(method, url);
      answer({ statusCode: status, headers: { ...headers }, data: body });
      resolve();
    });
  });
}
