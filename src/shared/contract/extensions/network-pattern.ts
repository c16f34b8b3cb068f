import { z } from 'zod/mini';
import type { SettingValue } from '../settings/setting-value.ts';
import { askPattern } from './extension-state.ts';

/**
 * The entries of `[capabilities] network` in a manifest, the destinations of `context.fetch`:
 *
 * - `api.example.com`: that host by https, at the default port. `*.example.com`: its subdomains, not the host itself.
 *   `*`: every host. A host matched by a star must be on the open network, not this computer or a private network.
 * - `localhost`, `127.0.0.1`, `[::1]`: this computer, also by http.
 * - `host:8080`: that port only; `host:*`: every port. `http://host`: by http, which is refused otherwise.
 * - `setting:base_url`: scheme, host and port of the address in this setting of the extension at the time.
 *   `setting:endpoints.base_url`: of the address in this field of any row of a list.
 * - `ask`: a host that no other entry names is asked about when it is used first. By itself it permits none.
 */
const entry =
  /^(?:ask|setting:(?<setting>[a-z0-9][a-z0-9_]*)(?:\.(?<field>[a-z0-9][a-z0-9_]*))?|(?:(?<scheme>https?):\/\/)?(?<host>\*|\[[0-9a-f:.]+\]|(?:\*\.(?=[^.]+\.))?[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(?<port>\d{1,5}|\*))?)$/;

export const networkPatternSchema = z
  .string()
  .check(
    z.regex(
      entry,
      'name a host such as "api.example.com", "*.example.com", "localhost:8080", "setting:base_url", or "ask"',
    ),
  );

const thisComputer = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const usualPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** @param setting returns a setting's value of the extension that fetches */
export function permitsUrl(patterns: readonly string[], url: URL, setting: (key: string) => SettingValue): boolean {
  return patterns.some((pattern) => {
    const named = entry.exec(pattern)?.groups;
    if (!named || pattern === askPattern) return false;
    if (named.setting !== undefined) {
      return addressesIn(setting(named.setting), named.field).some((address) => hasSameOrigin(address, url));
    }
    const scheme = url.protocol.slice(0, -1);
    const port = url.port || usualPorts[scheme];
    const wanted = named.port ?? usualPorts[scheme];
    return (
      isScheme(scheme, named.scheme, url.hostname) &&
      isHost(url.hostname, named.host ?? '') &&
      (wanted === '*' || wanted === port)
    );
  });
}

/** Whether a pattern names a single host, without a star. */
export const namesHost = (pattern: string): boolean => entry.exec(pattern)?.groups?.host?.startsWith('*') === false;

/** @returns the setting that a pattern refers to; null if it names a host itself */
export function settingOfPattern(pattern: string): { key: string; field: string | undefined } | null {
  const { setting, field } = entry.exec(pattern)?.groups ?? {};
  return setting === undefined ? null : { key: setting, field };
}

function addressesIn(value: SettingValue, field: string | undefined): string[] {
  if (field === undefined) return typeof value === 'string' ? [value] : [];
  return Array.isArray(value) ? value.map((row) => row[field] ?? '') : [];
}

const hasSameOrigin = (text: string, { protocol, host }: URL): boolean => {
  const address = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  return address !== null && address.protocol === protocol && address.host === host && /^https?:$/.test(protocol);
};

const isScheme = (scheme: string, named: string | undefined, hostname: string): boolean =>
  named === undefined ? scheme === 'https' || (scheme === 'http' && thisComputer.test(hostname)) : scheme === named;

const isHost = (hostname: string, named: string): boolean =>
  named === '*' ||
  (named.startsWith('*.') ? hostname.endsWith(named.slice(1)) && hostname.length >= named.length : hostname === named);
