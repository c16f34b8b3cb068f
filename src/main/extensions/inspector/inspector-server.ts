import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InspectorConnection } from './inspector-connection.ts';

/**
 * Accepts the connection of one host's inspector thread, on a socket in a folder that only this user can enter. The
 * first client must be the host, which gets the path as an argument; then socket and folder are removed.
 * @param connectMs limit of the wait, from `open` on
 */
export function listenForInspector(connectMs: number) {
  const folder = process.platform === 'win32' ? undefined : mkdtempSync(join(tmpdir(), 'outrigger-'));
  const path = folder ? join(folder, 'inspector') : `\\\\.\\pipe\\outrigger-${crypto.randomUUID()}`;
  const connected = Promise.withResolvers<InspectorConnection>();
  // Perhaps nobody opens a session.
  connected.promise.catch(() => undefined);

  const server = createServer((socket: Socket) => {
    if (!server.listening) return socket.destroy();
    stopListening();
    connected.resolve(new InspectorConnection(socket));
  });
  server.on('error', (error) => {
    stopListening();
    connected.reject(new Error(`The extension host cannot be inspected: ${error.message}`));
  });
  server.listen(path);
  server.unref();

  function stopListening(): void {
    server.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  }

  return {
    /** Socket for the host's inspector thread: `--inspector-socket=<path>`. */
    path,
    /** @throws when the host has ended, or has not connected in time */
    async open() {
      const connection = await inTime(connected.promise, connectMs);
      return connection.open();
    },
    /** Call when the host has ended. */
    close() {
      stopListening();
      connected.reject(new Error('The extension host has ended'));
      connected.promise.then(
        (connection) => connection.close(),
        () => undefined,
      );
    },
  };
}

function inTime<T>(promise: Promise<T>, connectMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`The extension host's inspector was not there within ${connectMs / 1_000} s`));
    const timer = setTimeout(late, connectMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
