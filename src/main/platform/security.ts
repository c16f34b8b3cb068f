import { app, type Session, type WebContents } from 'electron';
import { isOwnPage } from './app-files.ts';
import type { Logger } from './logger.ts';
import { isPermittedRequest } from './request-filter.ts';

/** Locks a session: no permission, no device, no request that leaves the app. Must run before its first load. */
export function lockSession(session: Session, log: Logger): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    log.warn(`refused the permission ${permission}`);
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.on('will-download', (event) => event.preventDefault());
  // The spell checker would fetch its dictionaries from the network.
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const isPermitted = isPermittedRequest(details.url);
    if (!isPermitted) log.warn(`refused a request to ${details.url.slice(0, 200)}`);
    answer({ cancel: !isPermitted });
  });
}

/** Keeps every page of the app where it is: no other page, no new window, no webview. Must run before any window. */
export function lockNavigation(log: Logger): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents, log));
}

function lockContents(contents: WebContents, log: Logger): void {
  const refuseForeign = (event: { preventDefault(): void; url: string }): void => {
    if (isOwnPage(event.url)) return;
    log.warn(`refused to navigate to ${event.url.slice(0, 200)}`);
    event.preventDefault();
  };
  contents.on('will-navigate', refuseForeign);
  contents.on('will-frame-navigate', refuseForeign);
  contents.on('will-redirect', refuseForeign);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    log.warn(`refused a new window for ${url.slice(0, 200)}`);
    return { action: 'deny' };
  });
}
