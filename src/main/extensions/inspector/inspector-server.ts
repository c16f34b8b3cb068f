import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InspectorConnection } from './inspector-connection.ts';

/**
 * Waits for the inspector thread of one host: a socket in a folder of its own that only this user can enter. The first
 * to come is the host, whose process starts with the path; then the socket and its folder are gone.
 * @param connectMs how long the thread may take to come, from the host's first extension on
 */
export function listenForInspector(connectMs: number) {
  const folder = process.platform === 'win32' ? undefined : mkdtempSync(join(tmpdir(), 'outrigger-'));
  const path = folder ? join(folder, 'inspector') : `\\\\.\\pipe\\outrigger-${crypto.randomUUID()}`;
  const connected = Promise.withResolvers<InspectorConnection>();
  // Nobody may ever ask.
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
    /** Where the host's inspector thread connects: `--inspector-socket=<path>`. */
    path,
    /** @throws when the host has ended, or has not connected in time */
    async open() {
      const connection = await inTime(connected.promise, connectMs);
      return connection.open();
    },
    /** The host has ended. */
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
