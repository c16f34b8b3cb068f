import type { NoticeBoard } from '../notices/notice-board.ts';
import type { LogFile } from '../platform/log-file.ts';
import type { Discovery } from './discovery.ts';

/** Says once for each extension that it is left out; the Extensions view says it as long as it holds. */
export function createDiscoveryNotices({ log, notices }: { log: LogFile; notices: NoticeBoard }) {
  const told = new Map<string, string>();
  return ({ problems, shadowed }: Discovery): void => {
    const present = new Set(problems.map(({ rootPath }) => rootPath));
    for (const rootPath of told.keys()) {
      if (present.has(rootPath)) continue;
      told.delete(rootPath);
      notices.withdraw(noticeId(rootPath));
    }
    for (const { rootPath, file, line, reason } of problems) {
      const text = `An extension was left out: ${line === undefined ? file : `${file}:${line}`}: ${reason}.`;
      if (told.get(rootPath) === text) continue;
      told.set(rootPath, text);
      log.write('error', 'extensions', text);
      notices.show({ id: noticeId(rootPath), severity: 'warning', text, actions: [] });
    }
    for (const { rootPath, reason } of shadowed) log.write('info', 'extensions', `${rootPath} is not used: ${reason}`);
  };
}

const noticeId = (rootPath: string): string => `manifest:${rootPath}`;
