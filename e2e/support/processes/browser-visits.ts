import { connect } from 'node:net';

/** The redirect address within an authorization address. */
export const callbackOf = (authAddress: string): URL =>
  new URL(new URL(authAddress).searchParams.get('redirect_uri') ?? '');

/** Whether a server listens at the port of an address. */
export const isListening = ({ hostname, port }: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });

/** @returns the address with changed parameters; null removes one */
export function withParams(address: URL, params: Readonly<Record<string, string | null>>): URL {
  const changed = new URL(address);
  for (const [name, value] of Object.entries(params)) {
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
  }
  return changed;
}
