import { within } from '../../../../shared/bounded.ts';
import { type Failure, FailureError } from '../../../../shared/contract/errors.ts';
import type { EndpointInfo, OpenedEndpoint } from '../../../../shared/contract/extension-api/extension-endpoints.ts';
import type { EndpointSecrets } from '../../../../shared/contract/extensions/endpoint.ts';
import { isSecretHeader } from '../../../../shared/contract/extensions/endpoint-address.ts';
import type { Manifest } from '../../../../shared/contract/extensions/manifest.ts';
import { manifestModels } from '../../../providers/provider-models.ts';
import type { ServedEndpoint } from '../../manifest/expand-providers.ts';
import { consentKey, type ScriptEndpoint } from '../../sources/script-endpoints.ts';
import { askerOf } from '../asker.ts';
import type { QuestionBoard } from '../question-board.ts';
import { createStandingAnswers } from './standing-answers.ts';

export interface EndpointApiDeps extends Pick<QuestionBoard, 'ask'> {
  /** Endpoints of scripts that are providers of an extension. */
  servedBy(extensionId: string): readonly ServedEndpoint[];
  /** Resolves when the script has registered it in this run of the app. */
  secretsOf(endpoint: ScriptEndpoint): Promise<EndpointSecrets>;
  /** What a person lets a script do in every run of the app; see `consentKey`. */
  isAllowed(scriptId: string, consent: string): boolean;
  keep(scriptId: string, consent: string): Promise<void>;
  /** Runs a script unless it runs. @throws {FailureError} when that fails */
  run(scriptId: string): Promise<unknown>;
  /** Whether this provider is being signed in, when a person may be asked. */
  isSigningIn(extensionId: string, providerId: string): boolean;
  /** The provider has a question on screen. @returns ends that */
  asking(provider: { readonly extensionId: string; readonly providerId: string }): () => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Gets every secret that is given to an extension. */
  readonly secrets: { add(secret: string): void };
  /** For a script to load and register, in ms. */
  readonly registerMs: number;
}

export type EndpointApi = ReturnType<typeof createEndpointApi>;

/**
 * The endpoints of scripts, for the extensions that call them. Nothing is sent to one before a person has let the script
 * send it there: until then its extension does not even get the address (ADR 53).
 */
export function createEndpointApi(deps: EndpointApiDeps) {
  const answers = createStandingAnswers();

  const keyOf = ({ script, ...endpoint }: ScriptEndpoint) => JSON.stringify([script.rootPath, consentKey(endpoint)]);
  const isKept = (endpoint: ScriptEndpoint) => deps.isAllowed(endpoint.script.manifest.id, consentKey(endpoint));
  const isPermitted = (endpoint: ScriptEndpoint) => isKept(endpoint) || answers.of(keyOf(endpoint)) === true;

  function endpointOf(caller: Manifest, providerId: string): ScriptEndpoint {
    const found = deps.servedBy(caller.id).find((one) => one.providerId === providerId);
    if (found) return found.endpoint;
    const message = `The script that added the provider “${providerId}” does not offer it any more.`;
    throw new FailureError({ code: 'model-missing', message, extensionId: caller.id });
  }

  /** @returns whether the person lets it; null: they have not decided, and are not asked now */
  async function permits(caller: Manifest, providerId: string, endpoint: ScriptEndpoint, signal: AbortSignal) {
    if (isPermitted(endpoint)) return true;
    const answered = answers.of(keyOf(endpoint));
    if (answered !== undefined) return answered;
    const provider = { extensionId: caller.id, providerId };
    if (!deps.isSigningIn(caller.id, providerId)) return null;
    const { api, base_url: address, variable, script } = endpoint;
    const ended = deps.asking(provider);
    try {
      return await answers.permits(
        {
          key: keyOf(endpoint),
          isKept: () => isKept(endpoint),
          ask: () =>
            deps.ask(
              askerOf(script.manifest),
              { type: 'endpoint', address, dialect: api, ...(variable !== undefined && { variable }) },
              signal,
            ),
          keep: () => deps.keep(script.manifest.id, consentKey(endpoint)),
        },
        signal,
      );
    } finally {
      ended();
    }
  }

  /** What the script has given beside it: it is run for that, as nothing of it is kept. */
  async function secretsOf(endpoint: ScriptEndpoint): Promise<EndpointSecrets> {
    const { id, name } = endpoint.script.manifest;
    const given = deps.secretsOf(endpoint);
    given.catch(() => undefined);
    const failed = new Promise<never>((_, reject) => void deps.run(id).catch(reject));
    return within(
      Promise.race([given, failed]),
      deps.registerMs,
      () => `The script ${name} did not register ${endpoint.name}.`,
    );
  }

  return {
    list: (caller: Manifest): EndpointInfo[] =>
      deps.servedBy(caller.id).map(({ providerId, endpoint: { name, models } }) => ({
        providerId,
        name,
        models: manifestModels({ models }),
      })),
    /** @throws {FailureError} when the person does not let it, or the script is gone */
    async open(caller: Manifest, providerId: string, signal: AbortSignal): Promise<OpenedEndpoint | null> {
      const asked = endpointOf(caller, providerId);
      const isAllowed = await permits(caller, providerId, asked, signal);
      if (isAllowed === null) return null;
      if (!isAllowed) throw refusal(asked);
      const { key, headers } = await secretsOf(asked);
      // It may register another address whenever it runs.
      const endpoint = endpointOf(caller, providerId);
      if (!isPermitted(endpoint)) return null;
      const { variable } = endpoint;
      const given =
        key ?? (variable !== undefined && Object.hasOwn(deps.env, variable) ? deps.env[variable] : undefined);
      if (given) deps.secrets.add(given);
      for (const [name, value] of Object.entries(headers)) if (isSecretHeader(name)) deps.secrets.add(value);
      return {
        baseUrl: endpoint.base_url,
        key: given || null,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        usesAuthHeader: endpoint.auth_header,
      };
    },
    /** Whether an extension may reach a URL, as a person lets a script send requests there. */
    permitsUrl: (extensionId: string, url: URL): boolean =>
      deps
        .servedBy(extensionId)
        .some(({ endpoint }) => new URL(endpoint.base_url).origin === url.origin && isPermitted(endpoint)),
  };
}

function refusal({ base_url, script }: ScriptEndpoint): FailureError {
  const failure: Failure = {
    code: 'access-denied',
    message: `You have not let the script ${script.manifest.name} send requests to ${new URL(base_url).host}.`,
    extensionId: script.manifest.id,
  };
  return new FailureError(failure);
}
