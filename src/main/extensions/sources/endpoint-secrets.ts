import type { EndpointSecrets } from '../../../shared/contract/extensions/endpoint.ts';
import type { Registered } from '../../../shared/contract/extensions/manifest.ts';

/** What scripts have given beside their endpoints in this run of the app: keys and headers, which are never kept. */
export function createEndpointSecrets() {
  const known = new Map<string, Readonly<Record<string, EndpointSecrets>>>();
  const waiting: (() => void)[] = [];
  return {
    /** @returns the registration without them */
    taken(rootPath: string, registered: Registered): Registered {
      const entries = Object.entries(registered.endpoints);
      known.set(rootPath, Object.fromEntries(entries.map(([id, { secrets }]) => [id, secrets ?? { headers: {} }])));
      for (const look of waiting.splice(0)) look();
      return { ...registered, endpoints: withoutSecrets(registered.endpoints) };
    },
    async of(rootPath: string, id: string): Promise<EndpointSecrets> {
      for (;;) {
        const secrets = known.get(rootPath);
        if (secrets && Object.hasOwn(secrets, id)) return secrets[id] as EndpointSecrets;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
  };
}

export const withoutSecrets = (endpoints: Registered['endpoints']): Registered['endpoints'] =>
  Object.fromEntries(Object.entries(endpoints).map(([id, { secrets: _secrets, ...endpoint }]) => [id, endpoint]));
