import { addressFault, headerFault } from '../../../shared/contract/extensions/endpoint-address.ts';
import type { Registering } from '../../../shared/contract/extensions/manifest.ts';
import { label, manifestModel, type ScriptModel } from './script-models.ts';

/** A provider that the app calls by itself, as the prelude has checked it. */
export interface ScriptEndpoint {
  readonly id: string;
  readonly name: string;
  readonly models: readonly ScriptModel[];
  readonly endpoint: {
    readonly base_url: string;
    readonly api: string;
    /** The key, or the name of a variable. */
    readonly api_key?: string;
    readonly auth_header: boolean;
    readonly headers: Readonly<Record<string, string>>;
  };
}

/** As `api_key` names a variable: `PROXY_KEY`, `$proxy_key`, `${proxy_key}`. */
const variable = /^(?:([A-Z_][A-Z0-9_]*)|\$(\w+)|\$\{(\w+)\})$/;
/** Of services on this computer nobody says what they can do; a model that cannot is told by its service. */
const usualTools = { supports_tools: true };

/** @throws with what is wrong; no message has a key or the value of a header */
export function expectEndpoint({ id, endpoint }: ScriptEndpoint, dialects: readonly string[]): void {
  const refuse = (what: string) => {
    throw new Error(`zi.register_provider ${id}: ${what}`);
  };
  const { api, base_url, api_key, headers } = endpoint;
  if (!dialects.includes(api)) refuse(`there is no api ${JSON.stringify(api)}. There are ${dialects.join(', ')}`);
  const fault = addressFault(base_url);
  if (fault) refuse(`base_url ${fault}`);
  if (api_key === '') refuse('api_key is empty. Leave it out, and the app asks for the key');
  if (api_key?.startsWith('!'))
    refuse('api_key is a program to run, which it cannot be. Name a variable, or leave it out');
  if (api_key !== undefined && headerFault('key', api_key) && !variable.test(api_key)) {
    refuse('api_key has letters that no key has');
  }
  for (const [name, value] of Object.entries(headers)) {
    const wrong = headerFault(name, value);
    if (wrong) refuse(`headers[${JSON.stringify(name)}] ${wrong}`);
  }
}

type Registered = NonNullable<Registering['endpoints']>[string];

/** As main is told. */
export function registeredEndpoint({ id, name, models, endpoint }: ScriptEndpoint): Registered {
  const { api_key, headers, ...address } = endpoint;
  const named = variable
    .exec(api_key ?? '')
    ?.slice(1)
    .find(Boolean);
  return {
    name: label(name, id),
    models: models.map((model) => manifestModel({ ...usualTools, ...model })),
    ...address,
    has_key: api_key !== undefined,
    ...(named !== undefined && { variable: named }),
    secrets: { headers, ...(named === undefined && api_key !== undefined && { key: api_key }) },
  };
}
