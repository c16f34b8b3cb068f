import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Scheme of the app's page and its files; the renderer may use no other origin. */
export const appScheme = 'outrigger-app';
const appOrigin = `${appScheme}://app`;
export const appPage = `${appOrigin}/index.html`;

/** Whether a URL is the app's page, with any fragment or query. */
export function isOwnPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, pathname } = new URL(url);
  return protocol === `${appScheme}:` && host === 'app' && (pathname === '/' || pathname === '/index.html');
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

export interface AppFile {
  readonly status: 200 | 404 | 405;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const noncePlaceholder = '__CSP_NONCE__';

/** The editor creates styles at run time, which the nonce permits; scripts come from files only. */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

/**
 * Without `cross-origin-opener-policy`, for which Chromium starts every window in a second process: the page opens none
 * and is opened by none (`lockNavigation`).
 */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
};

/**
 * Answers requests for files under `root` only. Reading is synchronous: the files are few, small and local, and a turn
 * of the event loop before the first paint costs more than the read.
 */
export function createAppFiles(root: string): (method: string, url: string) => AppFile {
  return (method, url) => {
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'Only GET is answered here.');
    const path = pathWithin(url);
    const type = path && contentTypes[extname(path)];
    if (!path || !type) return refuse(404, 'No such file.');
    let bytes: Buffer;
    try {
      bytes = readFileSync(join(root, ...path.split('/')));
    } catch {
      return refuse(404, 'No such file.');
    }
    if (extname(path) === '.html') return answer(...withNonce(bytes), type);
    // Built files are named by a hash of their content, so the content of a name never changes.
    const cached = {
      etag: `"${createHash('sha1').update(path).digest('base64url')}"`,
      'cache-control': 'max-age=31536000, immutable',
    };
    return answer(bytes, cached, type);
  };
}

function withNonce(bytes: Buffer): [Buffer, Record<string, string>] {
  const nonce = randomBytes(16).toString('base64url');
  const html = Buffer.from(bytes.toString('utf8').replaceAll(noncePlaceholder, nonce));
  return [html, { 'content-security-policy': contentSecurityPolicy(nonce), 'cache-control': 'no-store' }];
}

const answer = (body: Buffer, headers: Record<string, string>, type: string): AppFile => ({
  status: 200,
  headers: { ...commonHeaders, ...headers, 'content-type': type, 'content-length': String(body.length) },
  body,
});

const refuse = (status: 404 | 405, text: string): AppFile => ({
  status,
  headers: { ...commonHeaders, 'content-security-policy': "default-src 'none'", 'content-type': 'text/plain' },
  body: Buffer.from(text),
});

/** @returns a path of plain names separated by "/"; null for anything else, above all ".." */
function pathWithin(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host, pathname } = new URL(url);
  if (protocol !== `${appScheme}:` || host !== 'app') return null;
  const path = pathname === '/' ? 'index.html' : pathname.slice(1);
  // The build only creates such names, so nothing needs decoding, and ".." cannot be expressed.
  return /^(?:[\w-][\w.@~+-]*\/)*[\w-][\w.@~+-]*$/.test(path) ? path : null;
}
