import type { ModelInfo } from '../provider.ts';
import type { ExtensionHttp } from './extension-http.ts';

/** A provider that a script registers as the endpoint of a service, and whose dialect the extension speaks. */
export interface EndpointInfo {
  /** `{id}-{id of the row}`, where `id` is that of the provider with `speaks` in the manifest. */
  readonly providerId: string;
  readonly name: string;
  /** Those that the script names; empty: those that the service lists. */
  readonly models: readonly ModelInfo[];
}

/** What main tells of it, once the person lets the script send requests there. */
export interface OpenedEndpoint {
  /** http or https, without a name or a password. */
  readonly baseUrl: string;
  /** That of the script, or of the variable that it names; null: the person may have one (`context.credentials`). */
  readonly key: string | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the key goes where HTTP has credentials (RFC 9110, 11.6.2) instead of where the dialect has them. */
  readonly usesAuthHeader: boolean;
}

export type ModelEndpoint = EndpointInfo & {
  /**
   * Its address, at the time. During `authenticate()` the person is asked whether requests may go there; the script
   * runs for it if it does not yet.
   * @returns null if the person has not decided
   * @throws with the code `access-denied` if they do not want it, or `model-missing` when the script is gone
   */
  open(): Promise<
    | (OpenedEndpoint & {
        /** As `context.http`, with the headers of the script in each request; those of the request go first. */
        readonly http: ExtensionHttp;
      })
    | null
  >;
};
