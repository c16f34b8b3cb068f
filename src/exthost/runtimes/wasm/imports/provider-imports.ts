import type { ComponentImports } from './component-import.ts';
import { oneOf, optionalNumber, pairsOf, recordOf, textOf } from './given-values.ts';

/** Imports for providers. */
export const providerImports = {
  'llm-get-credential': {
    otherwise: null,
    async run({ context, outcome }, [providerId]) {
      const key = await context.credentials.get(textOf(providerId, 'provider-id'));
      outcome.gotKey(key);
      return key;
    },
  },
  'llm-store-credential': {
    async run({ context, outcome }, [providerId, value]) {
      const key = textOf(value, 'value');
      outcome.gotKey(key);
      await context.credentials.store(textOf(providerId, 'provider-id'), key);
    },
  },
  'llm-delete-credential': {
    run: ({ context }, [providerId]) => context.credentials.delete(textOf(providerId, 'provider-id')),
  },
  'llm-request-credential': {
    async run({ context, outcome }, [providerId, type, label, placeholder]) {
      const isGiven = await context.credentials.request(textOf(providerId, 'provider-id'), {
        credentialType: oneOf(['api-key', 'oauth-token'], type, 'credential-type'),
        label: textOf(label, 'label'),
        placeholder: textOf(placeholder, 'placeholder'),
      });
      if (!isGiven) outcome.declined();
      return isGiven;
    },
  },
  'llm-get-env-var': {
    otherwise: null,
    async run({ context, outcome }, [name]) {
      const value = await context.env.get(textOf(name, 'name'));
      if (value !== null) outcome.gotKey(value);
      return value;
    },
  },
  'llm-oauth-start-web-auth': {
    run({ context }, [config]) {
      const { authUrl, callbackPath, timeoutSecs } = recordOf(config, 'config');
      const seconds = optionalNumber(timeoutSecs, 'timeout-secs');
      return context.oauth.startWebAuth({
        authUrl: textOf(authUrl, 'auth-url'),
        callbackPath: textOf(callbackPath, 'callback-path'),
        ...(seconds !== undefined && { timeoutSecs: seconds }),
      });
    },
  },
  'llm-send-oauth-http-request': {
    run({ context }, [request]) {
      const { url, method, headers, body } = recordOf(request, 'request');
      const text = textOf(body, 'body');
      return context.oauth.sendHttpRequest({
        url: textOf(url, 'url'),
        method: textOf(method, 'method'),
        headers: pairsOf(headers, 'headers'),
        // A record has no optional body, and a GET must have none.
        ...(text !== '' && { body: text }),
      });
    },
  },
  'llm-oauth-open-browser': { run: ({ context }, [url]) => context.oauth.openBrowser(textOf(url, 'url')) },
  'llm-models-changed': {
    otherwise: null,
    run: ({ context }, [providerId]) => context.languageModels.modelsChanged(textOf(providerId, 'provider-id')),
  },
} satisfies ComponentImports;
