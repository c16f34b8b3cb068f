import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { app, type BrowserWindow, session, shell } from 'electron';
import type { MainEvent } from '../shared/contract/renderer-api.ts';
import { createAddressOpener } from './addresses/check-address.ts';
import type { AiServices } from './ai-services-contract.ts';
import { createDocumentService } from './documents/document-service.ts';
import { createTrustNotice } from './extensions/catalog/trust-notice.ts';
import { createNoticeBoard, warn } from './notices/notice-board.ts';
import { isOwnPage } from './platform/app-files.ts';
import { declareSchemes, serveApp } from './platform/app-protocol.ts';
import type { CloseGuard } from './platform/close-guard.ts';
import { type CommandLine, parseCommandLine, resolveTarget, type Target } from './platform/command-line.ts';
import { createDialogs } from './platform/dialogs.ts';
import { createLogFile } from './platform/log-file.ts';
import { createLogger } from './platform/logger.ts';
import { setupMenu, suppressDefaultMenu } from './platform/menu.ts';
import { setupQuit } from './platform/quit.ts';
import { registerRendererApi } from './platform/renderer-gateway.ts';
import { lockNavigation, lockSession } from './platform/security.ts';
import { ownStart, takeSingleInstance } from './platform/single-instance.ts';
import { applyTheme, createWindow } from './platform/window.ts';
import { guardWindow } from './platform/window-guard.ts';
import { openSettingsStore } from './settings/settings-store.ts';
import { createWorkspaceService } from './workspace/workspace-service.ts';
import { createWorkspaceTrust } from './workspace/workspace-trust.ts';

/** The composition root: what exists, in the order in which it starts. */

const userData = app.getPath('userData');
const out = join(import.meta.dirname, '..');
const resources = app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources');
const commandLine = parseCommandLine(ownStart());
/** Starts that come while this one is still starting wait. */
const earlyStarts: CommandLine[] = [];
let openSecondStart = (second: CommandLine): unknown => earlyStarts.push(second);

declareSchemes();
// The shared host is a page's worker, which this endpoint of Chromium's lists with the others.
if (commandLine.inspectPort) app.commandLine.appendSwitch('remote-debugging-port', String(commandLine.inspectPort));
suppressDefaultMenu();
if (takeSingleInstance((second) => openSecondStart(second))) void start();
else app.exit();

async function start(): Promise<void> {
  // Logs
  const mainLog = createLogFile({ path: join(userData, 'logs', 'main.log') });
  const extensionLog = createLogFile({ path: join(userData, 'logs', 'extensions.log') });
  const log = createLogger(mainLog, 'main');
  process.on('uncaughtException', (error) => log.error('uncaught exception', error));
  process.on('unhandledRejection', (error) => log.error('unhandled rejection', error));
  lockNavigation(log);

  // Services of the editor
  let window: BrowserWindow | null = null;
  let guard: CloseGuard | null = null;
  const publish = (event: MainEvent) => gateway.publish(event);
  const notices = createNoticeBoard(publish);
  // The gateway does not exist yet when the settings are read.
  const problems: string[] = [];
  let reportProblem = (sentence: string): unknown => problems.push(sentence);
  const targetsFound = Promise.all(commandLine.targets.map((target) => resolveTarget(target, kindOf)));
  const settings = await openSettingsStore({
    path: join(userData, 'settings.json'),
    onProblem: (sentence) => reportProblem(sentence),
  });
  settings.onChange((present) => publish({ type: 'settings', settings: present }));
  const dialogs = createDialogs(() => window);
  const trust = await createWorkspaceTrust({
    path: join(userData, 'trusted-folders.json'),
    onProblem: (sentence) => reportProblem(sentence),
  });
  const openView = () => publish({ type: 'command', command: 'extensions.open' });
  const tellOfTrust = createTrustNotice({ notices, openView });
  const workspace = createWorkspaceService({
    settings,
    pickFolder: dialogs.pickFolder,
    publish,
    trust,
    onChange(present) {
      tellOfTrust(present);
      void ai?.then((services) => services.workspaceChanged());
    },
  });
  const documents = createDocumentService({
    workspacePath: () => workspace.current()?.path ?? null,
    pickFile: dialogs.pickFile,
    onChanged(path, document) {
      publish({ type: 'document-changed', path, document });
      loadedAi?.fileChanged(path);
    },
  });
  const trustedFolder = () => {
    const present = workspace.current();
    return present?.isTrusted ? present.path : null;
  };
  const opened = openTargets(targetsFound);
  let hasBooted = false;

  const openAddress = createAddressOpener((url) => shell.openExternal(url));

  // Services of the panel, loaded when it first asks
  let ai: Promise<AiServices> | null = null;
  let loadedAi: AiServices | null = null;
  const aiServices = () => {
    ai ??= import('./ai-services.ts').then(({ createAiServices }) =>
      createAiServices({
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
        showFile: (path) => void showDocument(path),
        pickPackage: dialogs.pickPackage,
        pickSaveFile: dialogs.pickSaveFile,
        debug: (text) => mainLog.write('debug', 'agent', text),
        workspacePath: () => workspace.current()?.path ?? null,
        trustedFolder,
        isTrusted: trust.isTrusted,
        openDocuments: { ...documents, openPaths: () => (window ? documents.openPaths() : []) },
        publish,
        openAddress,
      }),
    );
    ai.then(
      (services) => {
        loadedAi = services;
      },
      // Whoever asked is told.
      () => undefined,
    );
    return ai;
  };

  // What the renderer may ask
  const gateway = registerRendererApi({
    log: createLogger(mainLog, 'renderer'),
    isOwnPage,
    onConnect: () => loadedAi?.documents.reset(),
    isOurs: (contents) => contents === window?.webContents,
    handlers: {
      late: async () => (await aiServices()).handlers,
      editor: {
        app: {
          boot: async () => ({
            version: app.getVersion(),
            platform: process.platform as 'darwin' | 'win32' | 'linux',
            ...(await openedAtStart()),
            workspace: workspace.current(),
            settings: settings.get(),
            layout: workspace.layout(),
          }),
          answerClose: async (mayClose) => guard?.answer(mayClose),
          setUnsavedCount: async (count) => guard?.setUnsavedCount(count),
          paste: async () => window?.webContents.paste(),
        },
        workspace,
        documents: {
          ...documents,
          async save(request) {
            const saved = await documents.save(request);
            if (saved.ok) loadedAi?.fileChanged(request.path, 'person');
            return saved;
          },
          report: async (events) => (await aiServices()).documents.report(events),
          answerBuffer: async (requestId, answer) => (await aiServices()).answerBuffer(requestId, answer),
        },
        settings: {
          async setTheme(theme) {
            applyTheme(theme);
            settings.update((present) => ({ ...present, theme }));
          },
          change: async (change) => settings.update((present) => ({ ...present, ...change })),
          extensionSettings: async () => (await aiServices()).extensionSettings.list(),
          setExtensionSetting: async (extensionId, key, value) =>
            (await aiServices()).extensionSettings.set(extensionId, key, value),
        },
        notices: {
          act: async (noticeId, actionId) => notices.act(noticeId, actionId),
          dismiss: async (noticeId) => notices.dismiss(noticeId),
        },
      },
    },
  });

  reportProblem = (sentence) => warn(notices, sentence);
  for (const sentence of problems) warn(notices, sentence);

  // The window
  await app.whenReady();
  lockSession(session.defaultSession, log);
  serveApp(join(out, 'renderer'));
  showWindow();
  if (commandLine.installPaths.length > 0) void offerToInstall(commandLine.installPaths);
  setupMenu({
    platform: process.platform,
    appName: app.getName(),
    isDevelopment: !app.isPackaged,
    run: (command) => publish({ type: 'command', command }),
  });
  app.on('activate', showWindow);
  openSecondStart = openAgain;
  for (const second of earlyStarts) void openAgain(second);

  // The end
  let isKeychainBusy = () => false;
  const quit = setupQuit({
    async shutdown() {
      documents.dispose();
      workspace.dispose();
      const [services] = await Promise.all([ai?.catch(() => null), settings.flush()]);
      if (services) isKeychainBusy = services.isKeychainBusy;
      await services?.close();
      await Promise.all([settings.flush(), mainLog.flush(), extensionLog.flush()]);
    },
    isHeldUp: () => isKeychainBusy(),
    log,
  });

  function showWindow(): void {
    if (window) {
      if (window.isMinimized()) window.restore();
      return window.focus();
    }
    applyTheme(settings.get().theme);
    window = createWindow({
      preloadPath: join(out, 'preload', 'index.cjs'),
      settings: settings.get(),
      onBounds: (bounds) => settings.update((present) => ({ ...present, window: bounds })),
    });
    guard = guardWindow({
      window,
      askRenderer: () => publish({ type: 'close-requested' }),
      onStay: () => quit.stay(),
      onCrash: sayWindowCrashed,
      log,
    });
    window.on('focus', () => documents.checkForChanges());
    window.on('closed', () => {
      window = null;
      guard = null;
    });
  }

  function sayWindowCrashed(lostDocuments: number): void {
    const files = lostDocuments === 1 ? 'one file' : `${lostDocuments} files`;
    const lost = lostDocuments === 0 ? 'Nothing was unsaved.' : `Unsaved changes in ${files} are lost.`;
    const text = `The window stopped and was loaded again. ${lost} Saved files are as they were.`;
    notices.show({ id: 'window-crashed', severity: 'warning', text, actions: [] });
  }

  /** What the command line opened. A page that loads again gets the file as it is by then, not as it was at the start. */
  async function openedAtStart() {
    const first = await opened;
    const isAgain = hasBooted;
    hasBooted = true;
    if (!isAgain || !first.document?.ok) return first;
    return { ...first, document: await documents.open(first.document.value.path) };
  }

  /** Opens what the command line names: the last folder as the workspace, the last file as the document. */
  async function openTargets(targets: Promise<readonly Target[]>) {
    const found = await targets;
    const folder = found.findLast(({ kind }) => kind === 'directory');
    if (folder) await workspace.open(folder.path);
    const file = found.findLast((target) => target.kind === 'file');
    if (!file) return { document: null };
    return { document: await documents.openNamed(file.path), position: file.position };
  }

  async function openAgain(second: CommandLine): Promise<void> {
    showWindow();
    if (second.installPaths.length > 0) void offerToInstall(second.installPaths);
    const { document, position } = await openTargets(
      Promise.all(second.targets.map((target) => resolveTarget(target, kindOf))),
    );
    if (document) publish({ type: 'document-opened', document, position });
  }

  async function offerToInstall(paths: readonly string[]): Promise<void> {
    await (await aiServices()).offer(paths);
  }

  async function showDocument(path: string): Promise<void> {
    await extensionLog.flush();
    publish({ type: 'document-opened', document: await documents.openNamed(path) });
  }
}

async function kindOf(path: string): Promise<'file' | 'directory' | null> {
  const found = await stat(path).catch(() => null);
  if (!found) return null;
  return found.isDirectory() ? 'directory' : 'file';
}
