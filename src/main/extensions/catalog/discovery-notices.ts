import type { LogFile } from '../../platform/log-file.ts';
import type { Discovery } from './discovery.ts';
import { type ExtensionNoticesOptions, noticeOfExtensions } from './show-extensions.ts';

export interface DiscoveryNoticesOptions extends ExtensionNoticesOptions {
  readonly log: LogFile;
}

/** Reports each omitted extension once; the Extensions view shows it permanently. */
export function createDiscoveryNotices(options: DiscoveryNoticesOptions) {
  const { log, notices } = options;
  const told = new Map<string, string>();
  const shadowedBefore = new Set<string>();
  return ({ problems, shadowed }: Discovery): void => {
    const present = new Set(problems.map(({ rootPath }) => rootPath));
    for (const rootPath of told.keys()) {
      if (present.has(rootPath)) continue;
      told.delete(rootPath);
      notices.withdraw(noticeId(rootPath));
    }
    for (const { rootPath, file, line, reason } of problems) {
      const text = `Could not load extension: ${line === undefined ? file : `${file}:${line}`}: ${reason}.`;
      if (told.get(rootPath) === text) continue;
      told.set(rootPath, text);
      log.write('error', 'extensions', text);
      noticeOfExtensions(options, { id: noticeId(rootPath), severity: 'warning', text });
    }
    const lines = shadowed.map(({ rootPath, reason }) => `${rootPath}: ${reason}`);
    for (const line of lines) if (!shadowedBefore.has(line)) log.write('info', 'extensions', line);
    shadowedBefore.clear();
    for (const line of lines) shadowedBefore.add(line);
  };
}

const noticeId = (rootPath: string): string => `manifest:${rootPath}`;
