import { createServer } from 'node:http';
import { listenOnLoopback } from '../servers/loopback.ts';

export interface CountingServer {
  /** With a slash at its end. */
  readonly url: string;
  /** The paths that were asked for, WebSocket handshakes included. */
  readonly requests: readonly string[];
  /** Connections, those included on which nothing was asked. */
  connections(): number;
  close(): Promise<void>;
}

/** A loopback server that answers everything and remembers who came: what must never be reached. */
export async function startCountingServer(): Promise<CountingServer> {
  const requests: string[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/html' });
    response.end('<!doctype html><title>elsewhere</title>');
  });
  server.on('connection', () => {
    connections++;
  });
  server.on('upgrade', (request, socket) => {
    requests.push(request.url ?? '');
    socket.destroy();
  });
  const { origin, close } = await listenOnLoopback(server);
  return {
    url: `${origin}/`,
    requests,
    connections: () => connections,
    close,
  };
}
