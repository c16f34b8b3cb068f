import { type Session, session } from 'electron';
import type { WorkerHostFiles } from './worker-host-files.ts';
import { workerExtensionScheme, workerHostScheme } from './worker-host-page.ts';

/** The present user of a session. */
interface Holder {
  readonly files: WorkerHostFiles;
  onRefused(sentence: string): void;
}

/** Sessions of ended hosts, to be reused, as a runtime never releases one. Nothing is stored in them. */
const free: Session[] = [];
const holders = new Map<Session, Holder>();
let made = 0;

const permitted = new Set([`${workerHostScheme}:`, `${workerExtensionScheme}:`, 'blob:', 'devtools:']);

/** A separate session per host: hosts share no process, and each loads only its own extensions' files. */
export function takeSession(holder: Holder): Session {
  const taken = free.pop() ?? makeSession();
  holders.set(taken, holder);
  return taken;
}

export function releaseSession(taken: Session): void {
  if (holders.delete(taken)) free.push(taken);
}

function makeSession(): Session {
  made += 1;
  const own = session.fromPartition(`extension-host-${made}`, { cache: false });
  const refused = (sentence: string) => holders.get(own)?.onRefused(sentence);
  own.setPermissionRequestHandler((_contents, permission, answer) => {
    refused(`Refused the permission ${permission}`);
    answer(false);
  });
  own.setPermissionCheckHandler(() => false);
  own.setDevicePermissionHandler(() => false);
  own.on('will-download', (event) => event.preventDefault());
  own.setSpellCheckerEnabled(false);
  own.webRequest.onBeforeRequest(({ url }, answer) => {
    const cancel = !permitted.has(url.slice(0, url.indexOf(':') + 1).toLowerCase());
    if (cancel) refused(`Refused a request to ${url.slice(0, 200)}`);
    answer({ cancel });
  });
  for (const scheme of [workerHostScheme, workerExtensionScheme]) {
    // Unlike `handle`, this does not make main load its whole fetch implementation.
    own.protocol.registerBufferProtocol(scheme, ({ url }, answer) => {
      void read(own, url).then(answer);
    });
  }
  return own;
}

async function read(own: Session, url: string) {
  try {
    const file = await holders.get(own)?.files.read(url);
    if (file) return { statusCode: file.status, headers: { ...file.headers }, data: file.body };
  } catch (error) {
    holders.get(own)?.onRefused(`${url} could not be read: ${error}`);
  }
  return { statusCode: 404, data: Buffer.alloc(0) };
}
