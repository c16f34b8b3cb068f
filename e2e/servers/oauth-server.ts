import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createDeviceGrants, deviceGrant } from './device-grants.ts';
import { listenOnLoopback } from './loopback.ts';

/** A request to one of the endpoints, with its result. */
export interface SeenOAuthRequest {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The error of the response, or "ok". */
  readonly answer: string;
}

/**
 * An OAuth service: RFC 6749 with PKCE (7636) for native apps (8252), and device codes (8628). It has one public
 * client, `outrigger`.
 */
export interface OAuthServer {
  readonly url: string;
  /** The token that the token endpoint issues. */
  readonly token: string;
  readonly requests: readonly SeenOAuthRequest[];
  /** Sets the person's decision on the service's pages; null: none yet. */
  decide(decision: 'grant' | 'deny' | null): void;
  /** The last device code, and its user code. */
  device(): { readonly deviceCode: string; readonly userCode: string };
  /** Makes the token endpoint answer the next polls for devices with these errors, whatever the person decides. */
  sayOfDevices(...errors: readonly string[]): void;
  /** Expires all device codes. */
  expireDevices(): void;
  /** The answers to polls with a device code, in order. */
  polls(deviceCode: string): readonly string[];
  close(): Promise<void>;
}

const client = 'outrigger';
const callbackPath = '/callback';

/** The data that an authorization code is bound to. */
interface Code {
  readonly redirectUri: string;
  readonly challenge: string;
  isUsed: boolean;
}

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Error response (RFC 6749, section 5.2). */
const refuse = (error: string, status = 400): Reply => ({ status, body: { error, error_description: words(error) } });
const words = (error: string): string => `The service says ${error.replaceAll('_', ' ')}`;

export async function startOAuthServer(token: string): Promise<OAuthServer> {
  let decision: 'grant' | 'deny' | null = null;
  const codes = new Map<string, Code>();
  const devices = createDeviceGrants();
  const requests: SeenOAuthRequest[] = [];

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const { origin: url, close } = await listenOnLoopback(server);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (request.method === 'GET' && pathname === '/authorize') return authorize(searchParams, response);
    if (pathname === '/device' || pathname === '/token') {
      const form = new URLSearchParams(await textOf(request));
      const { status, body } = isForm(request) ? answer(pathname, form) : refuse('invalid_request');
      note(pathname, form, typeof body.error === 'string' ? body.error : 'ok');
      const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache' };
      response.writeHead(status, headers).end(JSON.stringify(body));
      return;
    }
    response.writeHead(404).end();
  }

  const note = (path: string, fields: URLSearchParams, said: string) =>
    requests.push({ path, fields: Object.fromEntries(fields), answer: said });

  /** RFC 6749, section 4.1.1. An unknown client or address is shown to the person, without a redirect. */
  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const redirectUri = only(asked, 'redirect_uri');
    if (only(asked, 'client_id') !== client || !isRegistered(redirectUri)) {
      note('/authorize', asked, 'not shown');
      response.writeHead(400, { 'content-type': 'text/plain' }).end('This address is not known here.');
      return;
    }
    const error = authorizeError(asked);
    if (error === null && decision === null) {
      note('/authorize', asked, 'asking');
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
      return;
    }
    const back = new URL(redirectUri);
    const state = only(asked, 'state');
    if (state !== '') back.searchParams.set('state', state);
    const refusal = error ?? (decision === 'deny' ? 'access_denied' : null);
    if (refusal === null) back.searchParams.set('code', newCode(redirectUri, only(asked, 'code_challenge')));
    else back.searchParams.set('error', refusal);
    note('/authorize', asked, refusal ?? 'ok');
    response.writeHead(302, { location: back.href, 'referrer-policy': 'no-referrer' }).end();
  }

  function newCode(redirectUri: string, challenge: string): string {
    const code = randomBytes(24).toString('base64url');
    codes.set(code, { redirectUri, challenge, isUsed: false });
    return code;
  }

  function answer(pathname: string, form: URLSearchParams): Reply {
    if ([...form.keys()].some((name, index, all) => all.indexOf(name) !== index)) return refuse('invalid_request');
    if (form.get('client_id') !== client) return refuse('invalid_client', 401);
    if (pathname === '/device') return { status: 200, body: devices.start(url) };
    switch (form.get('grant_type')) {
      case null:
        return refuse('invalid_request');
      case 'authorization_code':
        return redeem(form);
      case deviceGrant: {
        const error = devices.poll(form.get('device_code') ?? '', decision);
        return error === null ? granted() : refuse(error);
      }
      default:
        return refuse('unsupported_grant_type');
    }
  }

  /** RFC 6749, 4.1.3 and RFC 7636, 4.6: a code is valid once, for its client, verifier and redirect address. */
  function redeem(form: URLSearchParams): Reply {
    const code = codes.get(form.get('code') ?? '');
    if (!code || code.isUsed) return refuse('invalid_grant');
    code.isUsed = true;
    const verifier = form.get('code_verifier') ?? '';
    const isProven = /^[\w.~-]{43,128}$/.test(verifier) && s256(verifier) === code.challenge;
    return isProven && form.get('redirect_uri') === code.redirectUri ? granted() : refuse('invalid_grant');
  }

  const granted = (): Reply => ({ status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3600 } });

  return {
    url,
    token,
    requests,
    decide(made) {
      decision = made;
    },
    device: devices.last,
    sayOfDevices: devices.sayNext,
    expireDevices: devices.expire,
    polls: (deviceCode) =>
      requests.flatMap(({ fields, answer: said }) => (fields.device_code === deviceCode ? [said] : [])),
    close,
  };
}

/** @returns "" unless the parameter occurs exactly once (RFC 6749, 3.1) */
function only(params: URLSearchParams, name: string): string {
  const [value, ...others] = params.getAll(name);
  return others.length === 0 ? (value ?? '') : '';
}

/** RFC 8252, 7.3: any port is allowed; everything else must be as registered. */
function isRegistered(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname, search, hash } = new URL(address);
  return protocol === 'http:' && hostname === '127.0.0.1' && pathname === callbackPath && search + hash === '';
}

function authorizeError(asked: URLSearchParams): string | null {
  if (only(asked, 'response_type') !== 'code') return 'unsupported_response_type';
  const isProvable =
    /^[\w-]{43}$/.test(only(asked, 'code_challenge')) && only(asked, 'code_challenge_method') === 'S256';
  return isProvable && only(asked, 'state') !== '' ? null : 'invalid_request';
}

const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const isForm = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
