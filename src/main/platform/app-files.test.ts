import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createAppFiles, isOwnPage } from './app-files.ts';
import { isPermittedRequest } from './request-filter.ts';

async function served() {
  const folder = await temporaryFolder({
    'renderer/index.html': '<meta nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>',
    'renderer/assets/main-1a2b.js': 'code',
    'renderer/assets/LICENSE': 'text',
    'secret.js': 'secret',
  });
  const root = join(folder, 'renderer');
  const files = createAppFiles(root);
  return { folder, root, get: (path: string, method = 'GET') => files(method, `outrigger-app://app${path}`), files };
}

describe('createAppFiles', () => {
  it('serves the page with a policy whose nonce is fresh and is the page’s', async () => {
    const { get } = await served();
    const pages = [get('/'), get('/index.html?x#y')];
    const nonces = pages.map(({ status, headers, body }) => {
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      const policy = headers['content-security-policy'] ?? '';
      const nonce = /style-src 'self' 'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? '';
      expect(body.toString()).toBe(`<meta nonce="${nonce}"><style nonce="${nonce}"></style>`);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(2);
  });

  it('serves scripts by type, marked as unchanging', async () => {
    const { get } = await served();
    const { status, headers, body } = get('/assets/main-1a2b.js');
    expect(status).toBe(200);
    expect(body.toString()).toBe('code');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': expect.stringContaining('immutable'),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it.each([
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/..%2fsecret.js',
    '/..%5csecret.js',
    '/assets/../../secret.js',
    '/assets/%2e%2e/%2e%2e/secret.js',
    '//secret.js',
    '/assets/',
    '/assets',
    '/assets/LICENSE',
    '/.hidden.js',
    '/none.js',
    '/assets/main-1a2b.js%00.png',
    '/C:/secret.js',
  ])('does not serve %s', async (path) => {
    const { get } = await served();
    expect(get(path)).toMatchObject({ status: 404 });
    expect(get(path).body.toString()).not.toContain('secret');
  });

  it('serves no other host, scheme or method', async () => {
    const { files, get } = await served();
    expect(files('GET', 'outrigger-app://other/index.html').status).toBe(404);
    expect(files('GET', 'https://app/index.html').status).toBe(404);
    expect(files('GET', 'nonsense').status).toBe(404);
    expect(get('/index.html', 'POST').status).toBe(405);
  });

  it('does not list a folder that looks like a file', async () => {
    const { root, get } = await served();
    await symlink('assets', join(root, 'folder.js'));
    expect(get('/folder.js').status).toBe(404);
  });
});

describe('isOwnPage', () => {
  it.each([
    ['outrigger-app://app/index.html', true],
    ['outrigger-app://app/', true],
    ['outrigger-app://app/index.html#x', true],
    ['outrigger-app://app/assets/main.js', false],
    ['outrigger-app://app.evil/index.html', false],
    ['outrigger-app://app:1/index.html', false],
    ['https://app/index.html', false],
    ['https://evil/?outrigger-app://app/index.html', false],
    ['about:blank', false],
    ['', false],
  ])('says whether %s is the app’s page: %s', (url, expected) => {
    expect(isOwnPage(url)).toBe(expected);
  });
});

describe('isPermittedRequest', () => {
  it.each([
    ['outrigger-app://app/x.js', true],
    ['devtools://devtools/bundled/x.js', true],
    ['data:image/png;base64,AA', true],
    ['blob:outrigger-app://app/1', true],
    ['https://example.com', false],
    ['http://127.0.0.1', false],
    ['file:///etc/passwd', false],
    ['ws://example.com', false],
    ['filesystem:outrigger-app://app/x', false],
    ['outrigger-app-two://app/', false],
    ['nonsense', false],
  ])('says whether %s may be asked for: %s', (url, expected) => {
    expect(isPermittedRequest(url)).toBe(expected);
  });
});
