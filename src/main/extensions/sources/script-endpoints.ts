import { createHash } from 'node:crypto';
import { longestRowId, type Manifest, type RegisteredEndpoint } from '../../../shared/contract/extensions/manifest.ts';

/** A script, as the person knows it. */
export interface EndpointScript {
  readonly manifest: Manifest;
  readonly rootPath: string;
}

/** An endpoint of a script, without its secrets. */
export interface ScriptEndpoint extends Omit<RegisteredEndpoint, 'secrets'> {
  /** Within its script. */
  readonly id: string;
  /** As that of a row in a setting; another script never has the same. */
  readonly rowId: string;
  readonly script: EndpointScript;
}

/** The endpoints that a script has registered. */
export const endpointsOf = (
  script: EndpointScript,
  endpoints: Readonly<Record<string, RegisteredEndpoint>>,
): ScriptEndpoint[] =>
  Object.entries(endpoints).map(([id, { secrets: _secrets, ...endpoint }]) => ({
    ...endpoint,
    id,
    rowId: rowIdOf(script, id),
    script,
  }));

/** Legible, and with a print of the script's path, which keys and models belong to. */
function rowIdOf({ rootPath }: EndpointScript, id: string): string {
  const print = createHash('sha256')
    .update(JSON.stringify([rootPath, id]))
    .digest('hex')
    .slice(0, 8);
  return `${id.slice(0, longestRowId - print.length - 1)}-${print}`;
}

/** What a person consents to, in words: endpoints of a script that have the same are one to them. */
export const consentKey = ({
  api,
  base_url,
  variable,
}: Pick<ScriptEndpoint, 'api' | 'base_url' | 'variable'>): string =>
  [base_url, api, ...(variable === undefined ? [] : [variable])].join(' ');
