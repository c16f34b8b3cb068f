import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that knows people by their accounts, as RFC 6749 with PKCE and RFC 8628 have it. */
export interface OAuthServer {
  readonly url: string;
  readonly userCode: string;
  /** What the token endpoint gives. */
  readonly token: string;
  /** What the person does on the service's pages. */
  decide(decision: 'grant' | 'deny'): void;
  /** How often the token endpoint was asked for a device's token. */
  polls(): number;
  close(): Promise<void>;
}

export async function startOAuthServer(token: string): Promise<OAuthServer> {
  const userCode = 'WDJB-MJHT';
  let decision: 'grant' | 'deny' | null = null;
  let polls = 0;
  let challenge = '';

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/authorize') return authorize(searchParams, response);
    const fields = new URLSearchParams(await textOf(request));
    if (pathname === '/device') {
      const verification_uri = `${url}/device-page`;
      return json(response, 200, { device_code: 'device', user_code: userCode, verification_uri, expires_in: 120 });
    }
    if (pathname === '/token') return giveToken(fields, response);
    response.writeHead(404).end();
  }

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    challenge = asked.get('code_challenge') ?? '';
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('state', asked.get('state') ?? '');
    if (decision === 'deny') back.searchParams.set('error', 'access_denied');
    else back.searchParams.set('code', 'code');
    response.writeHead(302, { location: back.href }).end();
  }

  function giveToken(fields: URLSearchParams, response: ServerResponse): void {
    if (fields.get('grant_type') === 'authorization_code') {
      const proof = createHash('sha256')
        .update(fields.get('code_verifier') ?? '')
        .digest('base64url');
      if (proof !== challenge) return json(response, 400, { error: 'invalid_grant' });
      return json(response, 200, { access_token: token, token_type: 'bearer' });
    }
    polls++;
    if (decision === 'grant') return json(response, 200, { access_token: token, token_type: 'bearer' });
    json(response, 400, { error: decision === 'deny' ? 'access_denied' : 'authorization_pending' });
  }

  return {
    url,
    userCode,
    token,
    decide(made) {
      decision = made;
    },
    polls: () => polls,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

const json = (response: ServerResponse, status: number, value: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
