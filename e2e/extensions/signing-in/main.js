/** @import { ExtensionContext, LanguageModelProvider } from '../../../src/shared/contract/extension-api/extension-api.ts' */

const model = {
  id: 'account',
  name: 'Account',
  maxTokenCount: 8192,
  capabilities: {
    supportsImages: false,
    supportsTools: false,
    supportsToolChoiceAuto: false,
    supportsToolChoiceAny: false,
    supportsToolChoiceNone: false,
    supportsThinking: false,
    toolInputFormat: /** @type {const} */ ('json-schema'),
  },
  isDefault: true,
  isDefaultFast: true,
};

const form = /** @type {[string, string][]} */ ([['content-type', 'application/x-www-form-urlencoded']]);

/** @param {ExtensionContext} context */
export function activate({ credentials, languageModels, oauth, settings }) {
  const base = async () => String(await settings.get('base_url'));
  /**
   * @param {string} path
   * @param {Record<string, string>} fields
   */
  const post = async (path, fields) => {
    const body = new URLSearchParams({ client_id: 'outrigger', ...fields }).toString();
    const answer = await oauth.sendHttpRequest({ url: `${await base()}${path}`, method: 'POST', headers: form, body });
    return JSON.parse(answer.body);
  };
  /** @param {string} id */
  const common = (id) => ({
    models: () => [model],
    isAuthenticated: async () => (await credentials.get(id)) !== null,
    resetCredentials: () => credentials.delete(id),
    settingsMarkdown: () => 'An account can be had at [the service](https://accounts.example.com/new).',
    async *stream() {
      yield/** @type {const} */ ({ type: 'started' });
      yield/** @type {const} */ ({ type: 'text', value: `Signed in: ${(await credentials.get(id)) !== null}.` });
      yield/** @type {const} */ ({ type: 'stop', value: 'end-turn' });
    },
  });

  languageModels.registerProvider(
    { id: 'web', name: 'By browser' },
    {
      ...common('web'),
      async authenticate() {
        if ((await credentials.get('web')) !== null) return;
        const { state, codeVerifier, codeChallenge } = await oauth.createPkce();
        const redirect = 'http://127.0.0.1:{port}/callback';
        const asked = new URLSearchParams({ client_id: 'outrigger', response_type: 'code', state });
        asked.set('code_challenge', codeChallenge);
        asked.set('code_challenge_method', 'S256');
        const authUrl = `${await base()}/authorize?${asked}&redirect_uri=${redirect}`;
        const timeoutSecs = Number(await settings.get('timeout_secs'));
        const { callbackUrl, port } = await oauth.startWebAuth({ authUrl, callbackPath: '/callback', timeoutSecs });
        const token = await post('/token', {
          grant_type: 'authorization_code',
          code: new URL(callbackUrl).searchParams.get('code') ?? '',
          code_verifier: codeVerifier,
          redirect_uri: redirect.replace('{port}', String(port)),
        });
        if (token.access_token === undefined) throw new Error(`The service gave no token: ${token.error_description}`);
        await credentials.store('web', token.access_token);
        await languageModels.modelsChanged('web');
      },
    },
  );

  let deviceCode = '';
  let interval = 5;
  let expiresIn = 0;
  languageModels.registerProvider(
    { id: 'device', name: 'By code' },
    {
      ...common('device'),
      authenticate: () => {},
      async startDeviceFlowSignIn() {
        const flow = await post('/device', {});
        deviceCode = flow.device_code;
        interval = flow.interval ?? 5;
        expiresIn = flow.expires_in;
        return {
          userCode: flow.user_code,
          verificationUrl: flow.verification_uri,
          headline: 'Connect your account',
          description: 'Enter this code on the page that opens.',
          connectButtonLabel: 'Open the accounts page',
          successHeadline: 'Connected',
          successMessage: 'The account is connected.',
        };
      },
      async pollDeviceFlowSignIn(signal) {
        const token = await oauth.pollDeviceToken({
          tokenUrl: `${await base()}/token`,
          clientId: 'outrigger',
          deviceCode,
          interval,
          expiresIn,
          signal,
        });
        await credentials.store('device', String(token.access_token));
        await languageModels.modelsChanged('device');
      },
    },
  );
}
