import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A loopback address that can be taken offline. */
export interface Loopback {
  /** Without a trailing slash. */
  readonly origin: string;
  /** Cuts all connections, and refuses new ones. */
  leave(): void;
  comeBack(): Promise<void>;
  /** Permanently; ends open connections too. */
  close(): Promise<void>;
}

/** Listens at a free loopback port for a server. The port stays reserved while the server is offline. */
export async function listenOnLoopback(server: Server): Promise<Loopback> {
  const door = createServer();
  const closed = new Promise<void>((resolve) => door.once('close', resolve));
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  // The system does not reassign a port while a connection to it is open.
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
