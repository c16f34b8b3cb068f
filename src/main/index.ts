import { join } from 'node:path';
import { app, session, shell } from 'electron';
import { createEmitter } from '../shared/emitter.ts';
import { createAddressOpener } from './addresses/check-address.ts';
import { loadLate } from './ai-services-contract.ts';
import { createDocumentService } from './documents/document-service.ts';
import { createTrustNotice } from './extensions/catalog/trust-notice.ts';
import { createNoticeBoard, type NoticeBoard, warn } from './notices/notice-board.ts';
import { isOwnPage } from './platform/app-files.ts';
import { declareSchemes, serveApp } from './platform/app-protocol.ts';
import { createAppWindow } from './platform/app-window.ts';
import { type CommandLine, parseCommandLine } from './platform/command-line.ts';
import { createDialogs, showProblem } from './platform/dialogs.ts';
import { createLogFile } from './platform/log-file.ts';
import { createLogger } from './platform/logger.ts';
import { setupMenu, suppressDefaultMenu } from './platform/menu.ts';
import { createNamedTargets } from './platform/named-targets.ts';
import { isProfileInUse, type ProfileProblem, profileProblem } from './platform/profile.ts';
import { setupQuit } from './platform/quit.ts';
import { createRendererEvents } from './platform/renderer-events.ts';
import { registerRendererApi } from './platform/renderer-gateway.ts';
import { lockNavigation, lockSession } from './platform/security.ts';
import { ownStart, type SecondStarts, takeSingleInstance } from './platform/single-instance.ts';
import { applyTheme } from './platform/window.ts';
import type { ServiceEvent } from './service-events.ts';
import { openSettingsStore } from './settings/settings-store.ts';
import { createWorkspaceService } from './workspace/workspace-service.ts';
import { createWorkspaceTrust } from './workspace/workspace-trust.ts';

/** The composition root: what exists, in the order in which it starts. Nothing names what comes after it. */

const userData = app.getPath('userData');
const out = join(import.meta.dirname, '..');
const resources = app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources');
const commandLine = parseCommandLine(ownStart());

declareSchemes();
// The shared host is a page's worker, which this endpoint of Chromium's lists with the others.
if (commandLine.inspectPort) app.commandLine.appendSwitch('remote-debugging-port', String(commandLine.inspectPort));
suppressDefaultMenu();
const secondStarts = takeSingleInstance();
// Where the profile cannot be written to there is no lock either.
const problem = secondStarts || !isProfileInUse(userData) ? profileProblem(userData) : null;
if (problem) void endFor(problem);
else if (secondStarts) void start(secondStarts);
else app.exit();

async function endFor({ title, detail }: ProfileProblem): Promise<void> {
  console.error(`outrigger: ${title}. ${detail}`);
  await app.whenReady();
  await showProblem(title, detail);
  app.exit(1);
}

async function start(laterStarts: SecondStarts): Promise<void> {
  // Logs
  const mainLog = createLogFile({ path: join(userData, 'logs', 'main.log') });
  const extensionLog = createLogFile({ path: join(userData, 'logs', 'extensions.log') });
  const log = createLogger(mainLog, 'main');
  process.on('uncaughtException', (error) => log.error('uncaught exception', error));
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', error));
  lockNavigation(log);

  // What is told: to the page, to the person, and among services
  const events = createEmitter<ServiceEvent>((error, { type }) => log.error(`after ${type}`, error));
  const page = createRendererEvents(() => events.emit({ type: 'page-connected' }));
  const { publish } = page;
  const notices = createNoticeBoard(publish);
  const onProblem = (sentence: string) => warn(notices, sentence);
  const openView = () => publish({ type: 'command', command: 'extensions.open' });

  // Services of the editor
  const settings = await openSettingsStore({
    path: join(userData, 'settings.json'),
    onProblem,
  });
  settings.onChange((present) => publish({ type: 'settings', settings: present }));
  const window = createAppWindow({
    preloadPath: join(out, 'preload', 'index.cjs'),
    settings,
    askRenderer: () => publish({ type: 'close-requested' }),
    log,
  });
  const dialogs = createDialogs(window.current);
  const trust = await createWorkspaceTrust({
    path: join(userData, 'trusted-folders.json'),
    onProblem,
  });
  const tellOfTrust = createTrustNotice({ notices, openView });
  events.on({ 'folder-changed': ({ workspace }) => tellOfTrust(workspace) });
  const workspace = createWorkspaceService({
    settings,
    pickFolder: dialogs.pickFolder,
    publish,
    trust,
    tell: events.emit,
  });
  const workspacePath = () => workspace.current()?.path ?? null;
  const documents = createDocumentService({
    workspacePath,
    pickFile: dialogs.pickFile,
    publish,
    tell: events.emit,
  });
  const named = createNamedTargets({ workspace, documents }, commandLine.targets);
  const openAddress = createAddressOpener((url) => shell.openExternal(url));
  window.on({
    focused: () => documents.checkForChanges(),
    crashed: ({ lostDocuments }) => sayWindowCrashed(notices, lostDocuments),
  });

  // Services of the panel, loaded when it first asks
  const late = loadLate(async () => {
    const { createAiServices } = await import('./ai-services.ts');
    const trustedFolder = () => (workspace.current()?.isTrusted ? workspacePath() : null);
    return createAiServices({
      events,
      userData,
      built: out,
      inspectPort: commandLine.inspectPort,
      places: async () => ({
        development: commandLine.developmentPaths,
        explicit: commandLine.extensionPaths,
        trustedWorkspace: trustedFolder(),
        bundled: join(resources, 'extensions'),
      }),
      settings,
      notices,
      extensionLog,
      isTraced: commandLine.isTraced,
      async showFile(path) {
        await extensionLog.flush();
        publish({ type: 'document-opened', document: await documents.openNamed(path) });
      },
      openView,
      pickPackage: dialogs.pickPackage,
      pickSaveFile: dialogs.pickSaveFile,
      debug: (text) => mainLog.write('debug', 'agent', text),
      workspacePath,
      trustedFolder,
      isTrusted: trust.isTrusted,
      openDocuments: { ...documents, openPaths: () => (window.current() ? documents.openPaths() : []) },
      publish,
      openAddress,
    });
  });

  // What the renderer may ask
  registerRendererApi({
    log: createLogger(mainLog, 'renderer'),
    isOwnPage,
    isOurs: window.owns,
    events: page,
    handlers: {
      late: async () => (await late.get()).handlers,
      editor: {
        app: {
          boot: async () => ({
            version: app.getVersion(),
            platform: process.platform as 'darwin' | 'win32' | 'linux',
            ...(await named.atStart()),
            workspace: workspace.current(),
            settings: settings.get(),
            layout: workspace.layout(),
          }),
          answerClose: async (mayClose) => window.answerClose(mayClose),
          setUnsavedCount: async (count) => window.setUnsavedCount(count),
          paste: async () => window.paste(),
        },
        workspace,
        documents: {
          ...documents,
          async save(request) {
            const saved = await documents.save(request);
            if (saved.ok) events.emit({ type: 'file-changed', path: request.path, by: 'person' });
            return saved;
          },
          report: async (changes) => (await late.get()).report(changes),
          answerBuffer: async (requestId, answer) => (await late.get()).answerBuffer(requestId, answer),
        },
        settings: {
          async setTheme(theme) {
            applyTheme(theme);
            settings.update((present) => ({ ...present, theme }));
          },
          change: async (change) => settings.update((present) => ({ ...present, ...change })),
          extensionSettings: async () => (await late.get()).extensionSettings.list(),
          setExtensionSetting: async (...setting) => (await late.get()).extensionSettings.set(...setting),
        },
        notices: {
          act: async (noticeId, actionId) => notices.act(noticeId, actionId),
          dismiss: async (noticeId) => notices.dismiss(noticeId),
        },
      },
    },
  });

  // The end
  const quit = setupQuit({
    async shutdown() {
      documents.dispose();
      workspace.dispose();
      const [services] = await Promise.all([late.begun(), settings.flush()]);
      await services?.close();
      await Promise.all([settings.flush(), mainLog.flush(), extensionLog.flush()]);
    },
    isHeldUp: () => late.loaded()?.isKeychainBusy() ?? false,
    log,
  });
  window.on({ stays: quit.stay });

  // The window
  await app.whenReady();
  lockSession(session.defaultSession, log);
  serveApp(join(out, 'renderer'));
  window.show();
  setupMenu({
    platform: process.platform,
    appName: app.getName(),
    isDevelopment: !app.isPackaged,
    run: (command) => publish({ type: 'command', command }),
  });
  app.on('activate', window.show);

  // What command lines ask for besides
  const offerToInstall = async ({ installPaths }: CommandLine) => {
    if (installPaths.length > 0) await (await late.get()).offer(installPaths);
  };
  void offerToInstall(commandLine);
  laterStarts.follow(async (second) => {
    window.show();
    void offerToInstall(second);
    const { document, position } = await named.open(second.targets);
    if (document) publish({ type: 'document-opened', document, position });
  });
}

function sayWindowCrashed(notices: NoticeBoard, lostDocuments: number): void {
  const files = lostDocuments === 1 ? 'one file' : `${lostDocuments} files`;
  const lost = lostDocuments === 0 ? 'Nothing was unsaved.' : `Unsaved changes in ${files} are lost.`;
  const text = `The window stopped and was loaded again. ${lost} Saved files are as they were.`;
  notices.show({ id: 'window-crashed', severity: 'warning', text, actions: [] });
}
