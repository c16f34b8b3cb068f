import { app, type Session, type WebContents } from 'electron';
import { isOwnPage } from './app-files.ts';
import type { Logger } from './logger.ts';
import { isPermittedRequest } from './request-filter.ts';

/** Denies a session all permissions, devices and external requests. Must run before its first load. */
export function lockSession(session: Session, log: Logger): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    log.warn(`refused the permission ${permission}`);
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.on('will-download', (event) => event.preventDefault());
  // The spell checker would download its dictionaries.
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const isPermitted = isPermittedRequest(details.url);
    if (!isPermitted) log.warn(`refused a request to ${details.url.slice(0, 200)}`);
    answer({ cancel: !isPermitted });
  });
}

/** Prevents navigation to other pages, new windows and webviews. Must run before any window is created. */
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
