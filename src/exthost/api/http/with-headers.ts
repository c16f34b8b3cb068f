import type { ExtensionHttp } from '../../../shared/contract/extension-api/extension-http.ts';
import { isSecretHeader } from '../../../shared/contract/extensions/endpoint-address.ts';

/** The same, with headers in each request. Those that the request has itself go first. */
export function withHeaders(http: ExtensionHttp, headers: Readonly<Record<string, string>>): ExtensionHttp {
  const secret = Object.entries(headers).flatMap(([name, value]) => (isSecretHeader(name) ? [value] : []));
  return {
    ...http,
    request(url, { headers: own = {}, secrets = [], ...init } = {}) {
      const all = new Headers(headers);
      for (const [name, value] of Object.entries(own)) all.set(name, value);
      return http.request(url, { ...init, headers: Object.fromEntries(all), secrets: [...secrets, ...secret] });
    },
  };
}
