import type { HostProfile } from '../cpu-profile/profile-host.ts';
import type { ExtensionHost } from './extension-host.ts';
import type { HostNews } from './host-news.ts';
import type { HostProcess } from './host-process.ts';

/** Profiles a hanging host; `signal` aborts when it answers again. @throws when it cannot be profiled */
export type ProfileHang = (
  host: { readonly id: string } & Pick<HostProcess, 'inspect'>,
  extensions: readonly { readonly id: string; readonly rootPath: string }[],
  signal: AbortSignal,
) => Promise<HostProfile>;

export interface HangInquiryOptions {
  readonly profile: ProfileHang;
  readonly tell: (event: HostNews<ExtensionHost>) => void;
}

/** Finds the extension that makes a host hang, once per hang. */
export class HangInquiry {
  readonly #options: HangInquiryOptions;
  readonly #running = new Map<ExtensionHost, AbortController>();

  constructor(options: HangInquiryOptions) {
    this.#options = options;
  }

  async begin(host: ExtensionHost): Promise<void> {
    const { profile, tell } = this.#options;
    const episode = new AbortController();
    this.end(host);
    this.#running.set(host, episode);
    const extensions = host.members.map(({ id, extension: { rootPath } }) => ({ id, rootPath }));
    try {
      const { path, shares, hottest } = await profile(
        { id: host.id, inspect: () => host.inspect() },
        extensions,
        episode.signal,
      );
      if (episode.signal.aborted) return;
      const [most] = shares;
      const culprit = most && most.share > 0.5 && host.has(most.id) ? { ...most, hottest } : null;
      host.blamedId = culprit?.id;
      tell({ type: 'hang-profiled', host, report: { path, culprit } });
    } catch (error) {
      if (episode.signal.aborted) return;
      const text = `could not be profiled: ${error instanceof Error ? error.message : error}`;
      tell({ type: 'log', source: host.id, text, level: 'warn' });
    }
  }

  /** Call when the host answers again or its process is gone: later results are dropped. */
  end(host: ExtensionHost): void {
    host.blamedId = undefined;
    this.#running.get(host)?.abort();
    this.#running.delete(host);
  }
}
