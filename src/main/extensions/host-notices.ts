import type { Notice } from '../../shared/contract/host-state.ts';
import type { NoticeBoard } from '../notices/notice-board.ts';
import type { ExtensionHost } from './extension-host.ts';
import { crashBudget, limits } from './host-transition.ts';

const restart = { id: 'restart', label: 'Restart' };
const showLog = { id: 'show-log', label: 'Show log' };

/** Says in words what happened to a host, one notice for each host at a time. */
export class HostNotices {
  readonly #board: NoticeBoard;
  readonly #showLog: () => void;
  /** Hosts that crashed, with what was said and the hosts that have to run before it is over. */
  readonly #crashed = new Map<ExtensionHost, { text: string; awaited: Set<string> }>();

  /** Hosts whose notice says that they do not answer or stay off. */
  readonly #down = new Set<ExtensionHost>();

  constructor(board: NoticeBoard, showExtensionLog: () => void) {
    this.#board = board;
    this.#showLog = showExtensionLog;
  }

  /** @param successors ids of the hosts in which its extensions come back */
  crashed(host: ExtensionHost, reason: string, restartInMs: number, successors: readonly string[]): void {
    const text = `${subject(host)} stopped (${reason}). What you typed and the answers so far are kept.`;
    this.#down.delete(host);
    this.#crashed.set(host, { text, awaited: new Set(successors) });
    const when = restartInMs === 0 ? 'Restarting now.' : `Restarting in ${restartInMs / 1000} s.`;
    this.#show(host, 'warning', `${text} ${when}`, [showLog]);
  }

  running(host: ExtensionHost): void {
    if (this.#down.delete(host)) this.#board.withdraw(noticeId(host));
    for (const [crashed, { text, awaited }] of this.#crashed) {
      if (!awaited.delete(host.id) || awaited.size > 0) continue;
      this.#crashed.delete(crashed);
      this.#show(crashed, 'info', `${text} It is running again.`, [showLog]);
    }
  }

  unresponsive(host: ExtensionHost): void {
    const text = `${subject(host)} has not answered for ${limits.silence / 1000} s. The editor is not affected.`;
    this.#down.add(host);
    this.#show(host, 'warning', text, [restart, showLog]);
  }

  responsive(host: ExtensionHost): void {
    this.#down.delete(host);
    this.#board.withdraw(noticeId(host));
  }

  failed(host: ExtensionHost, reason: string): void {
    const minutes = limits.crashWindow / 60_000;
    const text = `${subject(host)} stopped ${crashBudget} times in ${minutes} minutes (${reason}) and stays off.`;
    this.#down.add(host);
    this.#show(host, 'error', text, [restart, showLog]);
  }

  #show(host: ExtensionHost, severity: Notice['severity'], text: string, actions: Notice['actions']): void {
    this.#board.show({ id: noticeId(host), severity, text, actions }, (actionId) => {
      if (actionId === restart.id) {
        this.#board.withdraw(noticeId(host));
        host.restart();
      } else if (actionId === showLog.id) this.#showLog();
    });
  }
}

const noticeId = (host: ExtensionHost): string => `host:${host.id}`;

function subject(host: ExtensionHost): string {
  const names = host.suspects().map(({ manifest }) => manifest.name);
  return names.length === 1 ? `The extension ${names[0]}` : `One of the extensions ${names.join(', ')}`;
}
