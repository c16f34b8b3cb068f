import { join } from 'node:path';
import { app, session } from 'electron';
import { patienceOf, patient, usualDeadlines } from './deadlines.ts';
import { declareSchemes, serveApp } from './platform/app-protocol.ts';
import { showProblem } from './platform/dialogs.ts';
import { createLogFile } from './platform/log-file.ts';
import { createLogger } from './platform/logger.ts';
import { openRendererApi } from './platform/renderer-gateway.ts';
import { lockNavigation, lockSession } from './platform/security.ts';
import { installationOf } from './platform/start/installation.ts';
import { isProfileInUse, type ProfileProblem, profileProblem } from './platform/start/profile.ts';
import { type Starts, takeSingleInstance } from './platform/start/single-instance.ts';
import { createAppWindow } from './platform/window/app-window.ts';
import { suppressDefaultMenu } from './platform/window/default-menu.ts';

/**
 * The composition root, in three parts (docs/decisions/0033): this one has what a window needs, so that its page starts
 * while the services of the editor do; those of the panel are loaded on demand. No part refers to a later one.
 */

const installation = installationOf(join(import.meta.dirname, '..'));
const { userData, built } = installation;

declareSchemes();
suppressDefaultMenu();
const starts = takeSingleInstance();
// An unwritable profile also prevents the lock of the single instance.
const problem = starts || !isProfileInUse(userData) ? profileProblem(userData) : null;
if (problem) void endFor(problem);
else if (starts) void start(starts);
else app.exit();

async function endFor({ title, detail }: ProfileProblem): Promise<void> {
  console.error(`outrigger: ${title}. ${detail}`);
  await app.whenReady();
  await showProblem(title, detail);
  app.exit(1);
}

async function start(starts: Starts): Promise<void> {
  const { inspectPort } = starts.first;
  // The shared host is a worker in a page, which Chromium's remote debugging endpoint lists with the others.
  if (inspectPort) app.commandLine.appendSwitch('remote-debugging-port', String(inspectPort));
  const mainLog = createLogFile({ path: join(userData, 'logs', 'main.log') });
  const log = createLogger(mainLog, 'main');
  process.on('uncaughtException', (error) => log.error('uncaught exception', error));
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', error));
  lockNavigation(log);
  // The only place that reads the setting; others get the deadlines passed.
  const deadlines = patient(usualDeadlines, patienceOf(process.env.OUTRIGGER_PATIENCE, log.warn));
  const window = createAppWindow({
    preloadPath: join(built, 'preload', 'index.cjs'),
    aliveMs: deadlines.window.aliveMs,
    log,
  });

  await app.whenReady();
  lockSession(session.defaultSession, log);
  const pageAsked = serveApp(join(built, 'renderer'));
  const rendererApi = openRendererApi({ isOurs: window.owns, log: createLogger(mainLog, 'renderer') });
  window.show();
  app.on('activate', window.show);

  // Loading the module blocks the loop, and would delay the start of the page's process.
  await pageAsked;
  const { startEditorServices } = await import('./editor-services.ts');
  await startEditorServices({ installation, deadlines, starts, mainLog, window, rendererApi });
}
