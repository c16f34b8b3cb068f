import type { ExtensionContext } from '../../shared/contract/extension-api/extension-api.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../shared/rpc/peer.ts';
import { createLineLimit } from '../line-limit.ts';

export type Log = ExtensionContext['log'];

export function createLog(main: Peer<MainMethods>): Log {
  const send = (level: keyof Log, text: string) => main.notify('log.write', { level, text });
  const limit = createLineLimit((sentence) => send('warn', sentence));
  const write = (level: keyof Log) => (text: string) => {
    const line = limit(String(text));
    if (line !== undefined) send(level, line);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

/** Logs, in the extension's own log, a failure without a caller. */
export function logFailure(log: Log, what: string, thrown: unknown): void {
  log.error(`${what} failed: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : inText(thrown)}`);
}

function inText(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'it threw what cannot be read';
  }
}
