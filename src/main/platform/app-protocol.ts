import { protocol } from 'electron';
import { workerExtensionScheme, workerHostScheme } from '../extensions/hosts/worker/worker-host-files.ts';
import { appScheme, createAppFiles } from './app-files.ts';

/** Declares the schemes of the app and of the worker hosts. Must run before the app is ready, and once. */
export function declareSchemes(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true };
  // Modules are loaded from there by a page of an opaque origin, which is always another one.
  const modules = { standard: true, secure: true, corsEnabled: true };
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges },
    { scheme: workerHostScheme, privileges: modules },
    { scheme: workerExtensionScheme, privileges: modules },
  ]);
}

/**
 * Serves the renderer's files from `root` (absolute). Must run after the app is ready.
 *
 * `protocol.handle` answers with a `Response`, for which main loads all of its fetch implementation: 40 ms before the
 * first paint, measured. The older call hands the bytes over as they are.
 * @returns settles when something of it was given out: from then on the page's process is at work
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
