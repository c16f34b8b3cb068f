import { join } from 'node:path';
import { MessageChannelMain, type MessagePortMain, WebContentsView } from 'electron';
import { extensionOpenSchema } from '../../../../shared/contract/extensions/exthost-api.ts';
import type { CodeForm } from '../../../../shared/contract/extensions/host-kind.ts';
import { fromElectronPort } from '../../../../shared/rpc/ports/electron-port.ts';
import type { Deadlines } from '../../../deadlines.ts';
import { createWorkerInspector } from '../../inspector/worker-inspector-gateway.ts';
import { metricsOf } from '../../registry/process-metrics-gateway.ts';
import type { SpawnHost } from '../host-process.ts';
import { killChild } from '../process/kill-child.ts';
import { linesOfText } from '../process/line-splitter.ts';
import { describeGone } from './worker-host-exit.ts';
import { WorkerHostFiles } from './worker-host-files.ts';
import { pageFeatures, pages, workerHostPage } from './worker-host-page.ts';
import { releaseSession, takeSession } from './worker-session-gateway.ts';

const memoryCheckMs = 1_000;

export interface WorkerHostOptions {
  readonly deadlines: Pick<Deadlines['hostProcesses'], 'inspectorMs' | 'pageReportMs'>;
  /** Limit of the JavaScript heap; a host beyond it ends as out of memory. */
  readonly maxHeapMb?: number | undefined;
  /** Limit of the process's memory, as buffers are not on the heap. */
  readonly maxMemoryMb?: number | undefined;
  readonly code?: CodeForm;
  /** Whether a host shows DevTools from the start. */
  readonly isInspected?: (hostId: string) => boolean;
}

/** References to the views: an unreferenced view is garbage-collected with its page. */
const views = new Set<WebContentsView>();

/**
 * Starts extension hosts as workers, each in a page that is never shown: a sandboxed renderer without Node, with an
 * opaque origin and a policy without network access. A view without a window does not count among the windows that keep
 * the app open, and the system gives its process a lower priority than the editor's.
 * @param folder of the built `preload.cjs` and of the page's scripts
 */
export const spawnWorkerHost =
  (
    folder: string,
    { deadlines, maxHeapMb = 1024, maxMemoryMb = 2048, code = 'modules', isInspected }: WorkerHostOptions,
  ): SpawnHost =>
  (hostId, { onExit, onOutput }) => {
    const files = new WorkerHostFiles(folder, code);
    const session = takeSession({ files, onRefused: onOutput });
    const view = new WebContentsView({
      webPreferences: {
        session,
        preload: join(folder, 'preload.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        spellcheck: false,
        backgroundThrottling: false,
        ...pageFeatures(pages[code]),
        // The second one identifies the process in process lists.
        additionalArguments: [`--js-flags=--max-old-space-size=${maxHeapMb}`, `--extension-host=${hostId}`],
      },
    });
    views.add(view);
    const contents = view.webContents;
    const { port1, port2 } = new MessageChannelMain();
    let hasExited = false;
    /** Reason when main ended it. */
    let reason: string | undefined;

    const exited = (why: string) => {
      if (hasExited) return;
      hasExited = true;
      clearInterval(memoryCheck);
      port1.close();
      views.delete(view);
      if (contents.isDestroyed()) releaseSession(session);
      else {
        contents.once('destroyed', () => releaseSession(session));
        // Deferred, as it must not run within an event of the page.
        setImmediate(() => contents.close());
      }
      onExit(reason ?? why);
    };
    const pid = () =>
      (hasExited || contents.isDestroyed() || contents.isCrashed() ? 0 : contents.getOSProcessId()) || undefined;
    const end = (why: string) => {
      if (hasExited) return;
      reason ??= why;
      const running = pid();
      if (running === undefined) exited(why);
      else killChild({ pid: running, once: () => undefined });
    };
    const memoryCheck = setInterval(() => {
      const metrics = metricsOf(pid());
      if (metrics && metrics.memoryBytes > maxMemoryMb * 1024 ** 2) end('it ran out of memory');
    }, memoryCheckMs);
    memoryCheck.unref();

    contents.on('render-process-gone', (_event, details) => exited(describeGone(details, process.platform)));
    contents.once('destroyed', () => exited('it ended by itself'));
    // Older runtimes pass the message as an argument only.
    contents.on('console-message', ({ message: text }, _level, message) => {
      for (const line of linesOfText(text ?? message)) onOutput(line);
    });
    // Either the worker closed itself, or its process is gone and that report follows.
    port1.on('close', () => setTimeout(() => exited('it ended by itself'), deadlines.pageReportMs).unref());
    contents.once('dom-ready', () => {
      // Not before there is a page, which may close them; and before an extension is loaded.
      if (isInspected?.(hostId)) contents.openDevTools({ mode: 'detach' });
      contents.postMessage('port', null, [port2]);
    });
    contents.loadURL(workerHostPage).catch((error) => {
      onOutput(`The page of the extension host could not be loaded: ${error}`);
      end('it could not be started');
    });

    return {
      get pid() {
        return pid();
      },
      control: fromElectronPort(port1),
      openPort(message, glue) {
        const { port1: near, port2: far } = new MessageChannelMain();
        const opened = extensionOpenSchema.parse(message);
        const { url, close } = files.open(opened.extensionId, opened.rootPath, opened.mainPath, glue);
        near.once('close', close);
        port1.postMessage({ ...opened, mainPath: url }, [far as MessagePortMain]);
        return fromElectronPort(near);
      },
      kill: () => end('it was ended by SIGKILL'),
      inspect: createWorkerInspector(contents, deadlines.inspectorMs),
      metrics: async () => metricsOf(pid()),
      openInspector: () => contents.openDevTools({ mode: 'detach' }),
    };
  };
