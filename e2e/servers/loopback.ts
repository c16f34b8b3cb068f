import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Where a server is reached. */
export interface Loopback {
  /** Without a slash at its end. */
  readonly origin: string;
  /** Cuts every connection, and refuses those that come. */
  leave(): void;
  comeBack(): Promise<void>;
  /** For good; ends open connections too. */
  close(): Promise<void>;
}

/** Lets a server be reached at a free port of this computer. It stays the server's own while that is away. */
export async function listenOnLoopback(server: Server): Promise<Loopback> {
  const door = createServer();
  const closed = new Promise<void>((resolve) => door.once('close', resolve));
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  // The system gives a port to nobody else as long as one connection to it is open.
  const outside = connect(port, '127.0.0.1');
  const [inside] = (await once(door, 'connection')) as [Socket];
  const guests = new Set<Socket>();
  door.on('connection', (guest: Socket) => {
    guests.add(guest.once('close', () => guests.delete(guest)));
    server.emit('connection', guest);
  });

  const leave = () => {
    door.close();
    for (const guest of guests) guest.destroy();
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    leave,
    async comeBack() {
      door.listen(port, '127.0.0.1');
      await once(door, 'listening');
    },
    async close() {
      leave();
      for (const end of [outside, inside]) end.destroy();
      await closed;
    },
  };
}
