import { z } from 'zod/mini';
import type { KnownHost } from '../../shared/contract/address.ts';
import { type KeptAt, openJsonFile } from '../documents/saving/json-file.ts';

/** Hosts that a person named, and those that they let the browser go to. They outlive the app. */
export type KnownHosts = Awaited<ReturnType<typeof openKnownHosts>>;

export type AddressExtension = NonNullable<KnownHost['extension']>;

const maxHosts = 2000;
const hosts = z._default(z.array(z.string()), []);
const schema = z.looseObject({ hosts, extensions: z._default(z.record(z.string(), hosts), {}) });

export async function openKnownHosts({ path, onProblem }: KeptAt) {
  const empty = { hosts: [], extensions: {} };
  const file = await openJsonFile({ path, schema, empty, what: 'The list of hosts that you allowed', onProblem });
  const allowedFor = (extension: AddressExtension): readonly string[] => {
    const { extensions } = file.get();
    const key = keyOf(extension);
    return Object.hasOwn(extensions, key) ? (extensions[key] ?? []) : [];
  };
  let writes: Promise<void> = Promise.resolve();
  return {
    has: (host: string) => file.get().hosts.includes(host),
    /** The person typed them, or allowed them. */
    add(added: readonly string[]) {
      const fresh = added.filter((host) => !file.get().hosts.includes(host));
      if (fresh.length === 0) return;
      writes = file.update((known) => ({ ...known, hosts: [...known.hosts, ...fresh].slice(-maxHosts) }));
    },
    /** @param origin where the extension is: another of the same id in another folder was allowed nothing */
    isAllowedFor: (extension: AddressExtension, host: string) => allowedFor(extension).includes(host),
    allowFor(extension: AddressExtension, host: string) {
      const allowed = [...allowedFor(extension), host].slice(-maxHosts);
      writes = file.update((known) => ({ ...known, extensions: { ...known.extensions, [keyOf(extension)]: allowed } }));
    },
    /** All of them, the last one first. */
    list: () =>
      [
        ...file.get().hosts.map((host): KnownHost => ({ host })),
        ...Object.entries(file.get().extensions).flatMap(([key, allowed]) =>
          allowed.map((host): KnownHost => ({ host, extension: extensionOf(key) })),
        ),
      ].toReversed(),
    /** It is asked about again. */
    forget({ host, extension }: KnownHost) {
      const others = (known: readonly string[]) => known.filter((one) => one !== host);
      writes = file.update((known) => {
        if (!extension) return { ...known, hosts: others(known.hosts) };
        const { [keyOf(extension)]: allowed = [], ...extensions } = known.extensions;
        const left = others(allowed);
        return { ...known, extensions: left.length === 0 ? extensions : { ...extensions, [keyOf(extension)]: left } };
      });
    },
    /** Resolves when all of it is on disk. */
    flush: () => writes,
  };
}

/** An id has no space in it. */
const keyOf = ({ id, origin }: AddressExtension): string => `${id} ${origin}`;
const extensionOf = (key: string): AddressExtension => {
  const end = key.indexOf(' ');
  return { id: key.slice(0, end), origin: key.slice(end + 1) };
};
