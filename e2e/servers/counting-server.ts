import { createServer } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

export interface CountingServer {
  /** With a trailing slash. */
  readonly url: string;
  /** Paths of all requests, including WebSocket handshakes. */
  readonly requests: readonly string[];
  /** Number of connections, including those without a request. */
  connections(): number;
  close(): Promise<void>;
}

/** A loopback server that answers and records all requests, for addresses that must never be reached. */
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
