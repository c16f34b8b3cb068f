import { posix } from 'node:path';
import { type CodeForm, hostKinds } from '../../../shared/contract/extensions/host-kind.ts';
import type { Notice } from '../../../shared/contract/extensions/host-state.ts';
import type { Emitter } from '../../../shared/emitter.ts';
import type { NoticeBoard } from '../../notices/notice-board.ts';
import type { DiscoveredExtension } from '../catalog/discovery.ts';
import type { ExtensionHost } from './extension-host.ts';
import { formatCrashes } from './host-limits.ts';
import type { HangReport, HostNews } from './host-news.ts';

export interface HostNoticesOptions {
  readonly news: Pick<Emitter<HostNews<ExtensionHost>>, 'on'>;
  readonly board: NoticeBoard;
  /** @param extensionId absent: the log of all extensions */
  readonly showLog: (extensionId?: string) => void;
  readonly disable: (extensionId: string) => void;
  /** Tries an extension that was kept off again. */
  readonly retry: (extensionId: string) => void;
  readonly showFile: (path: string) => void;
}

const restart = { id: 'restart', label: 'Restart' };
const disable = { id: 'disable', label: 'Disable' };
const showProfile = { id: 'show-profile', label: 'Show profile' };
const showLog = { id: 'show-log', label: 'Show log' };

interface Crash {
  readonly text: string;
  /** Ids of the hosts that have to run before the crash is over. */
  readonly awaited: Set<string>;
}

/** Notices about hosts, at most one per host, and about extensions that are kept off. */
export class HostNotices {
  readonly #options: HostNoticesOptions;
  readonly #crashed = new Map<ExtensionHost, Crash>();
  /** Hosts with a notice that they hang or stay off, with its time in ms since 1970. */
  readonly #down = new Map<ExtensionHost, number>();

  constructor(options: HostNoticesOptions) {
    this.#options = options;
    options.news.on({
      'host-crashed': ({ host, reason, restartInMs, successors }) =>
        this.#crashes(host, reason, restartInMs, successors),
      'host-running': ({ host }) => this.#runs(host),
      'host-unresponsive': ({ host }) => this.#hangs(host, null),
      'hang-profiled': ({ host, report }) => this.#hangs(host, report),
      'host-responsive': ({ host }) => this.#answers(host),
      'host-split': ({ host }) => this.#answers(host),
      'host-failed': ({ host, reason }) => this.#fails(host, reason),
      'host-forgotten': ({ host }) => this.#forget(host),
      'extension-failed': ({ extension, text }) => this.#extensionFails(extension, text),
      'extension-forgiven': ({ extensionId }) => options.board.withdraw(extensionNoticeId(extensionId)),
    });
  }

  #crashes(host: ExtensionHost, reason: string, restartInMs: number, successors: readonly string[]): void {
    const text = `${subject(host)} stopped${whereabouts(host)} (${reason}). What you typed and the answers so far are kept.`;
    this.#down.delete(host);
    this.#crashed.set(host, { text, awaited: new Set(successors) });
    const when = restartInMs === 0 ? 'Restarting now.' : `Restarting in ${restartInMs / 1000} s.`;
    this.#showHost(host, 'warning', `${text} ${when}`, [showLog]);
  }

  #runs(host: ExtensionHost): void {
    if (this.#down.delete(host)) this.#withdraw(host);
    for (const [crashed, { text, awaited }] of this.#crashed) {
      if (!awaited.delete(host.id) || awaited.size > 0) continue;
      this.#crashed.delete(crashed);
      this.#showHost(crashed, 'info', `${text} It is running again.`, [showLog]);
    }
  }

  #hangs(host: ExtensionHost, report: HangReport | null): void {
    const where = report?.culprit ? ` (it spends ${formatCulprit(report.culprit, host)})` : '';
    const text = `${subject(host)} is not responding${where}. The editor is not affected.`;
    const since = this.#down.get(host) ?? Date.now() - host.limits.silenceMs;
    this.#down.set(host, since);
    const actions = [restart, ...disabling(host), ...(report ? [showProfile] : []), showLog];
    this.#showHost(host, 'warning', text, actions, { profile: report?.path, since });
  }

  #answers(host: ExtensionHost): void {
    if (this.#down.delete(host)) this.#withdraw(host);
  }

  #fails(host: ExtensionHost, reason: string): void {
    const where = whereabouts(host) && `, the last time${whereabouts(host)},`;
    const text = `${subject(host)} stopped ${formatCrashes(host.limits.restarts)} (${reason})${where} and stays off.`;
    this.#crashed.delete(host);
    this.#down.set(host, Date.now());
    this.#showHost(host, 'error', text, [restart, ...disabling(host), showLog]);
  }

  #forget(host: ExtensionHost): void {
    if (this.#down.delete(host)) this.#withdraw(host);
    for (const [crashed, { awaited }] of this.#crashed) {
      if (!awaited.delete(host.id) || awaited.size > 0) continue;
      this.#crashed.delete(crashed);
      this.#withdraw(crashed);
    }
  }

  #extensionFails({ manifest }: DiscoveredExtension, text: string): void {
    const id = extensionNoticeId(manifest.id);
    this.#options.board.show({ id, severity: 'error', text, actions: [restart, disable, showLog] }, (actionId) => {
      if (actionId === showLog.id) return this.#options.showLog(manifest.id);
      this.#options.board.withdraw(id);
      if (actionId === restart.id) this.#options.retry(manifest.id);
      else this.#options.disable(manifest.id);
    });
  }

  #withdraw(host: ExtensionHost): void {
    this.#options.board.withdraw(hostNoticeId(host));
  }

  #showHost(
    host: ExtensionHost,
    severity: Notice['severity'],
    text: string,
    actions: Notice['actions'],
    { profile, since }: { readonly profile?: string | undefined; readonly since?: number } = {},
  ): void {
    const named = culpritOf(host);
    const notice = { id: hostNoticeId(host), severity, text, actions, ...(since !== undefined && { since }) };
    this.#options.board.show(notice, (actionId) => {
      if (actionId === showLog.id) return this.#options.showLog(named);
      if (actionId === showProfile.id && profile !== undefined) return this.#options.showFile(profile);
      this.#withdraw(host);
      if (actionId === restart.id) host.restart();
      else if (actionId === disable.id && named !== undefined) this.#options.disable(named);
    });
  }
}

const hostNoticeId = (host: ExtensionHost): string => `host:${host.id}`;
const extensionNoticeId = (extensionId: string): string => `extension:${extensionId}`;

/** Id of the only suspect; undefined if there are several. */
function culpritOf(host: ExtensionHost): string | undefined {
  const { suspects } = host.suspects();
  return suspects.length === 1 ? suspects[0]?.extension.manifest.id : undefined;
}

const disabling = (host: ExtensionHost) => (culpritOf(host) === undefined ? [] : [disable]);

/** Last known activity of the only suspect, completing "stopped". */
function whereabouts(host: ExtensionHost): string {
  const { suspects } = host.suspects();
  return suspects.length === 1 ? (suspects[0]?.whereabouts ?? '') : '';
}

const sharedHosts: Readonly<Record<CodeForm, string>> = {
  modules: 'The host of the bundled extensions',
  scripts: 'The host of the scripts',
  components: 'The host of the components',
};

/** Does not name idle extensions of a shared host: none of them need be the cause. */
function subject(host: ExtensionHost): string {
  const { suspects, areBusy } = host.suspects();
  const names = suspects.map(({ extension }) => extension.manifest.name);
  if (names.length === 1) return `The extension ${names[0]}`;
  if (areBusy) return `One of the extensions ${names.join(', ')}`;
  return sharedHosts[hostKinds[host.kind].code];
}

function formatCulprit({ share, hottest }: NonNullable<HangReport['culprit']>, { kind }: ExtensionHost): string {
  const time = `${Math.round(share * 100)} % of the time`;
  // Of others a profile knows the functions of the interpreter, or of the glue.
  if (!hottest || hostKinds[kind].code !== 'modules') return `${time} in its own code`;
  const { functionName, file, line } = hottest;
  return `${time} in ${functionName || 'a function without a name'}, ${posix.basename(file)}:${line}`;
}
