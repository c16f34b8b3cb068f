import { describe, expect, it } from 'vitest';
import { checkAddress, createAddressOpener } from './check-address.ts';

describe('checkAddress', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTP://Example.COM/a b?q=1#x', 'http://example.com/a%20b?q=1#x'],
    ['https://münchen.de/', 'https://xn--mnchen-3ya.de/'],
    ['mailto:a@example.com?subject=Hi&body=x', 'mailto:a@example.com?subject=Hi&body=x'],
    ['http://localhost:8080/', 'http://localhost:8080/'],
  ])('lets %s pass as %s', (address, expected) => {
    expect(checkAddress(address)).toEqual({ ok: true, value: expected });
  });

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'outrigger-app://app/index.html',
    'vscode://file/x',
    'smb://host/share',
    'ms-msdt:/id',
    'https://google.com@evil.example/',
    'https://user:pass@example.com/',
    'https:example.com',
    'https:\\\\example.com',
    'https:///example.com',
    ' https://example.com',
    'https://example.com\u2028',
    'https://exa\tmple.com/',
    'https://',
    'example.com',
    '/etc/passwd',
    'mailto:a@example.com?attach=/etc/passwd',
    'mailto:a@example.com?ATTACHMENT=/etc/passwd',
    `https://example.com/${'x'.repeat(2048)}`,
    '',
    null,
    undefined,
    7,
    { toString: () => 'https://example.com' },
    ['https://example.com'],
  ])('refuses %j', (address) => {
    expect(checkAddress(address)).toMatchObject({ ok: false, failure: { code: 'address-refused' } });
  });
});

describe('createAddressOpener', () => {
  it('hands only the normal form of a permitted address to the system', async () => {
    const opened: string[] = [];
    const open = createAddressOpener(async (url) => void opened.push(url));
    expect(await open('HTTPS://Example.com')).toEqual({ ok: true, value: null });
    expect(await open('file:///etc/passwd')).toMatchObject({ ok: false });
    expect(opened).toEqual(['https://example.com/']);
  });

  it('says when the system has no program for it', async () => {
    const open = createAddressOpener(() => Promise.reject(new Error('no handler')));
    expect(await open('mailto:a@b.example')).toMatchObject({ ok: false, failure: { code: 'address-refused' } });
  });
});
