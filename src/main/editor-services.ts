import { join } from 'node:path';
import { within } from '../shared/bounded.ts';
import { shownOf } from '../shared/contract/app-state.ts';
import type { Restored } from '../shared/contract/documents/backup.ts';
import type { BootState } from '../shared/contract/methods/editor-methods.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createAgentsAtWork } from './agent-servers/agents-at-work.ts';
import { loadLate } from './ai-services-contract.ts';
import { createBackupService } from './backups/backup-service.ts';
import { createBackupStore } from './backups/backup-store.ts';
import type { Deadlines } from './deadlines.ts';
import { createDocumentService } from './documents/document-service.ts';
import { createLongTexts } from './documents/long-texts.ts';
import { createSaveJournals } from './documents/saving/save-journals.ts';
import { createEditorConfig } from './editor-config/editor-config.ts';
import { createTrustNotice } from './extensions/catalog/trust-notice.ts';
import { createFileOperations } from './files/file-operations.ts';
import { createNoticeBoard, type NoticeBoard, warn } from './notices/notice-board.ts';
import { isThreadBusy } from './platform/asked-thread.ts';
import { createDialogs } from './platform/dialogs.ts';
import { createTrash, showInSystem } from './platform/file-manager.ts';
import { createLogFile, type LogFile } from './platform/log-file.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { setupQuit } from './platform/quit.ts';
import { callHandler, type RendererHandlers } from './platform/renderer-calls.ts';
import { createRendererEvents } from './platform/renderer-events.ts';
import type { RendererApiGateway } from './platform/renderer-gateway.ts';
import type { CommandLine } from './platform/start/command-line.ts';
import type { Installation } from './platform/start/installation.ts';
import { readLaterStart } from './platform/start/later-starts.ts';
import { createNamedTargets } from './platform/start/named-targets.ts';
import type { Starts } from './platform/start/single-instance.ts';
import type { AppWindow } from './platform/window/app-window.ts';
import { setupMenu } from './platform/window/menu.ts';
import { endLeftovers } from './processes/end-leftovers.ts';
import { endAllNow, noteProcessesIn } from './processes/process-group.ts';
import { createFolderSearch } from './search/folder-search.ts';
import type { ServiceEvent } from './service-events.ts';
import { moveState } from './settings/move-state.ts';
import { createSettingsFiles } from './settings/settings-files.ts';
import { createSettingsNotices } from './settings/settings-notices.ts';
import { openSettingsStore } from './settings/settings-store.ts';
import { openStateStore } from './settings/state-store.ts';
import { createThemeNotices } from './themes/theme-notices.ts';
import { createThemeService } from './themes/theme-service.ts';
import { createSampleProject } from './workspace/sample-project.ts';
import { createWorkspaceService } from './workspace/workspace-service.ts';
import { createWorkspaceTrust } from './workspace/workspace-trust.ts';

export interface EditorServicesDeps {
  readonly installation: Installation;
  readonly deadlines: Deadlines;
  readonly starts: Starts;
  readonly mainLog: LogFile;
  /** Its page is loading. */
  readonly window: AppWindow;
  /** Queues the page's calls until it is served. */
  readonly rendererApi: RendererApiGateway;
}

const noWatches =
  'The system refuses to watch more files. Changes by other programs are seen after two seconds. On Linux, fs.inotify.max_user_watches is the limit.';

/**
 * The second part of the composition root: the services of the editor, in the order of their start. Their files are
 * read while the page starts.
 */
export async function startEditorServices({
  installation,
  deadlines,
  starts,
  mainLog,
  window,
  rendererApi,
}: EditorServicesDeps): Promise<void> {
  const { userData } = installation;
  const log = createLogger(mainLog, 'main');
  const extensionLog = createLogFile({ path: join(userData, 'logs', 'extensions.log') });

  /** Times of crashes of the window's process, in ms since 1970. */
  const crashes: number[] = [];

  // Events and notices: to the page, to the person, and among services
  const events = createEmitter<ServiceEvent>((error, { type }) => log.error(`after ${type}`, error));
  const page = createRendererEvents(() => events.emit({ type: 'page-connected' }));
  const { publish } = page;
  const notices = createNoticeBoard(publish);
  const onProblem = (sentence: string) => warn(notices, sentence);
  const openView = () => publish({ type: 'command', command: 'extensions.open' });

  // Services of the editor
  const settingsPath = join(userData, 'settings.json');
  const statePath = join(userData, 'state.json');
  // State that cannot be moved stays in the settings file, and is marked there.
  await moveState(settingsPath, statePath).catch((error) => log.error('what the app remembers was not moved', error));
  const [settings, state] = await Promise.all([
    openSettingsStore({ path: settingsPath, onProblem }),
    openStateStore({ path: statePath, onProblem }),
  ]);
  state.onChange((present) => publish({ type: 'state', state: shownOf(present) }));
  const themes = createThemeService({ settings, readMs: deadlines.files.themeMs });
  window.follow({ themes, state });
  const dialogs = createDialogs(window.current);
  const trust = await createWorkspaceTrust({
    path: join(userData, 'trusted-folders.json'),
    onProblem,
  });
  const tellOfTrust = createTrustNotice({ notices, openView });
  events.on({ 'folder-changed': ({ workspace }) => tellOfTrust(workspace) });
  let isToldOfWatches = false;
  const onUnwatched = () => {
    if (!isToldOfWatches) onProblem(noWatches);
    isToldOfWatches = true;
  };
  const workspace = createWorkspaceService({
    state,
    pickFolder: dialogs.pickFolder,
    placeSample: createSampleProject(join(installation.resources, 'sample-project'), join(userData, 'sample-project')),
    publish,
    trust,
    tell: events.emit,
    onUnwatched,
  });
  const workspacePath = () => workspace.current()?.path ?? null;
  const journals = createSaveJournals(join(userData, 'saves'));
  // Before any of these files is read; a drive that does not answer is left to the next start.
  await within(journals.recover(onProblem), deadlines.app.recoveryMs, () => 'a save that was cut off').catch((error) =>
    log.error('after a save that was cut off', error),
  );
  const texts = createLongTexts();
  const agentsAtWork = createAgentsAtWork();
  const documents = createDocumentService({
    texts,
    journals,
    rulesOf: createEditorConfig(deadlines.files.rulesMs),
    workspacePath,
    pickFile: dialogs.pickFile,
    pickSaveFile: (start) => dialogs.pickSaveFile('Save As', start),
    publish: (event) => publish({ ...event, by: agentsAtWork.changer() ?? undefined }),
    tell: events.emit,
    onUnwatched,
  });
  const search = createFolderSearch({ root: workspacePath, publish });
  const files = createFileOperations({
    workspacePath,
    documents,
    trash: createTrash(join(userData, 'trashed')),
    showInSystem,
    tell: events.emit,
  });
  const settingsFiles = createSettingsFiles({
    levels: settings.levels,
    async show(path) {
      publish({ type: 'document-opened', document: await documents.openNamed(path) });
    },
  });
  const tellOfTheme = createThemeNotices({
    notices,
    openFile: (path) => void settingsFiles.show(path),
    openSettings: () => publish({ type: 'command', command: 'settings.open' }),
  });
  themes.onChange((theme) => {
    publish({ type: 'theme', theme });
    tellOfTheme(theme);
  });
  tellOfTheme(themes.current());
  const tellOfSettings = createSettingsNotices({ notices, openFile: (level) => void settingsFiles.openFile(level) });
  settings.onChange((present, levels) => {
    publish({ type: 'settings', settings: present, levels });
    tellOfSettings(levels);
  });
  tellOfSettings(settings.levels());
  events.on({
    'folder-changed': ({ workspace: { path, isTrusted } }) => void settings.openFolder(isTrusted ? path : null),
  });
  const store = createBackupStore(join(userData, 'backups'));
  const backups = createBackupService({
    store,
    documents,
    texts,
    workspacePath,
    reopenMs: deadlines.files.reopenMs,
    onProblem,
  });
  const lastFolder = async () => {
    const last = await store.lastFolder();
    return last === undefined ? (state.get().recentFolders[0] ?? null) : last;
  };
  const named = createNamedTargets({ workspace, documents, lastFolder }, starts.first.targets);
  window.on({
    'close-asked': () => publish({ type: 'close-requested' }),
    focused: () => documents.checkForChanges(),
    crashed({ unsavedDocuments }) {
      crashes.push(Date.now());
      sayWindowCrashed(notices, unsavedDocuments);
    },
  });

  const leftoversEnded = endLeftoversOf(join(userData, 'processes.jsonl'), log);

  // Services of the panel, loaded with its first call
  const late = loadLate(async () => {
    const [{ createAiServices }] = await Promise.all([import('./ai-services.ts'), leftoversEnded]);
    const trustedFolder = () => (workspace.current()?.isTrusted ? workspacePath() : null);
    return createAiServices({
      events,
      installation,
      deadlines,
      commandLine: starts.first,
      settings,
      state,
      notices,
      extensionLog,
      async showFile(path, how) {
        await extensionLog.flush();
        publish({ type: 'document-opened', document: await documents.openNamed(path), ...how });
      },
      openView,
      pickPackage: dialogs.pickPackage,
      pickSaveFile: (name) => dialogs.pickSaveFile('Export', name),
      debug: (text) => mainLog.write('debug', 'agent', text),
      workspacePath,
      openFolder: (path) =>
        void workspace.open(path).then((opened) => {
          if (!opened.ok) onProblem(opened.failure.message);
        }),
      trustedFolder,
      isTrusted: trust.isTrusted,
      agentsAtWork,
      openDocuments: { ...documents, openPaths: () => (window.current() ? documents.openPaths() : []) },
      publish,
    });
  });

  /** The session to restore; null, leaving it stored, if the window crashed twice within a minute. */
  async function whatWasOpen(named?: string): Promise<Restored | null> {
    const isSafe = crashes.filter((at) => at > Date.now() - 60_000).length < 2;
    if (isSafe) return backups.restore(workspace.current()?.realPath ?? null, named);
    onProblem(
      'The window stopped twice, so your open files were not reopened. They are kept and reopened at the next start.',
    );
    return null;
  }

  /** Each comes next to the tab in front: the last one goes first. */
  async function openBehind(behind: () => Promise<readonly Pick<BootState, 'document' | 'position'>[]>): Promise<void> {
    for (const { document, position } of (await behind()).toReversed()) {
      if (document) publish({ type: 'document-opened', document, position, isBehind: true });
    }
  }

  async function boot(): Promise<BootState> {
    const { first: start, behind } = await named.atStart();
    const restored = await whatWasOpen(start.document?.ok ? start.document.value.path : undefined);
    void openBehind(behind);
    await settings.settled();
    await themes.settled();
    return {
      version: installation.version,
      platform: process.platform as BootState['platform'],
      ...start,
      restored,
      workspace: workspace.current(),
      settings: settings.get(),
      levels: settings.levels(),
      theme: themes.current(),
      state: shownOf(state.get()),
      layout: workspace.layout(),
    };
  }

  // Handlers of the renderer's calls
  const handlers: RendererHandlers = {
    late: late.get,
    editor: {
      app: { ...window, boot },
      workspace,
      search,
      documents: { ...documents, piece: texts.piece, keepPiece: texts.keep },
      files,
      backups,
      settings: { ...settings, ...settingsFiles, pickThemeFile: dialogs.pickThemeFile },
      notices,
    },
  };
  rendererApi.serve({ call: (channel, args) => callHandler(handlers, channel, args), events: page });

  // Shutdown
  const quit = setupQuit({
    async shutdown() {
      documents.dispose();
      workspace.dispose();
      search.dispose();
      themes.dispose();
      const [services] = await Promise.all([late.begun(), settings.flush(), state.flush()]);
      await Promise.all([services?.close(), store.close()]);
      await Promise.all([settings.flush(), state.flush(), mainLog.flush(), extensionLog.flush()]);
    },
    endProcesses: endAllNow,
    isHeldUp: () => isThreadBusy() || (late.loaded()?.isKeychainBusy() ?? false),
    closeMs: deadlines.app.closeMs,
    log,
  });
  window.on({ stays: quit.stay });

  setupMenu(settings, (command) => publish({ type: 'command', command }));

  // Other requests of command lines
  const offerToInstall = async ({ installPaths }: CommandLine) => {
    if (installPaths.length > 0) await (await late.get()).offer(installPaths);
  };
  void offerToInstall(starts.first);
  const openLater = async (later: CommandLine) => {
    window.show();
    void offerToInstall(later);
    const { first, behind } = await named.open(later.targets);
    const { document, position } = first;
    if (document) publish({ type: 'document-opened', document, position });
    await openBehind(behind);
  };
  starts.follow((start) => {
    const later = readLaterStart(start);
    if (later) void openLater(later);
  });
}

/** Nothing is started before what a run that was killed has left behind is ended. */
async function endLeftoversOf(notes: string, log: Logger): Promise<void> {
  const count = await endLeftovers(notes).catch((error) => log.error('what an earlier run left was not ended', error));
  if (count) log.warn(`ended ${count} processes that an earlier run had left`);
  noteProcessesIn(notes, (problem, error) => log.error(problem, error));
}

function sayWindowCrashed(notices: NoticeBoard, unsavedDocuments: number): void {
  const files = unsavedDocuments === 1 ? 'one file' : `${unsavedDocuments} files`;
  const kept = unsavedDocuments === 0 ? 'Nothing was unsaved.' : `Unsaved text in ${files} was restored.`;
  const text = `The window stopped and was reloaded. ${kept} Saved files are as they were.`;
  notices.show({ id: 'window-crashed', severity: 'warning', text, actions: [] });
}
