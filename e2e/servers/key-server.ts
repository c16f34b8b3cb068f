import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyServer {
  readonly url: string;
  /**
   * With which keys it was asked since the last call of this, by their names; "none" without one, "unknown" for others.
   */
  seen(): string[];
  /** Whether a key is taken. At first every one is. */
  setTaken(name: string, isTaken: boolean): void;
  close(): Promise<void>;
}

/** A service that answers everything, when it is asked with one of these keys: which one it was is what tests want to know. */
export async function startKeyServer(keys: Readonly<Record<string, string>>, port = 0): Promise<KeyServer> {
  const seen = new Set<string>();
  const taken = new Set(Object.keys(keys));
  const server = createServer((request, response) => {
    const given = request.headers.authorization?.replace(/^Bearer /, '');
    const name = given === undefined ? 'none' : (Object.keys(keys).find((one) => keys[one] === given) ?? 'unknown');
    seen.add(name);
    const status = taken.has(name) ? 200 : 401;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ is: status }));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen() {
      const names = [...seen];
      seen.clear();
      return names;
    },
    setTaken: (name, isTaken) => void (isTaken ? taken.add(name) : taken.delete(name)),
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
