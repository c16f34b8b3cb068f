import { createServer } from 'node:http';
import { type Loopback, listenOnLoopback } from './loopback.ts';

export interface KeyServer extends Omit<Loopback, 'origin'> {
  readonly url: string;
  /**
   * Names of the keys in the requests since the last call of this; "none" without a key, "unknown" for other keys.
   */
  seen(): string[];
  /** Sets whether a key is accepted; initially all are. */
  setTaken(name: string, isTaken: boolean): void;
}

/** A service that answers requests with known keys, and records which one was used. */
export async function startKeyServer(keys: Readonly<Record<string, string>>): Promise<KeyServer> {
  const seen = new Set<string>();
  const taken = new Set(Object.keys(keys));
  const server = createServer((request, response) => {
    const given = request.headers.authorization?.replace(/^Bearer /, '');
    const name = given === undefined ? 'none' : (Object.keys(keys).find((one) => keys[one] === given) ?? 'unknown');
    seen.add(name);
    const status = taken.has(name) ? 200 : 401;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ is: status }));
  });
  const { origin, ...loopback } = await listenOnLoopback(server);
  return {
    ...loopback,
    url: origin,
    seen() {
      const names = [...seen];
      seen.clear();
      return names;
    },
    setTaken: (name, isTaken) => void (isTaken ? taken.add(name) : taken.delete(name)),
  };
}
