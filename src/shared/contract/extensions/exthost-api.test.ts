import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nothingDeclared } from './contribution-kinds.ts';
import { extensionOpenSchema, mainMethodParams } from './exthost-api.ts';

describe('what an extension may ask of main', () => {
  test.each([
    ['credential.store', { providerId: 'p', value: '' }],
    ['credential.store', { providerId: 'p', value: 'x'.repeat(65_537) }],
    ['credential.request', { providerId: 'p', credentialType: 'password', label: 'L', placeholder: '' }],
    ['credential.request', { providerId: 'p', credentialType: 'api-key', label: 'x'.repeat(201), placeholder: '' }],
    ['credential.request', { providerId: 'p', credentialType: 'api-key', label: 'L' }],
    ['credential.get', { providerId: 'p', extensionId: 'another' }],
    ['env.get', { name: ['PATH'] }],
    ['log.write', { level: 'fatal', text: 't' }],
  ] as const)('%s refuses what does not fit', (method, params) => {
    expect(mainMethodParams[method].safeParse(params).success).toBe(false);
  });

  test.each([
    ['credential.store', { providerId: 'p', value: 'x'.repeat(65_536) }],
    ['credential.request', { providerId: 'p', credentialType: 'oauth-token', label: '', placeholder: '' }],
    ['log.write', { level: 'debug', text: '' }],
  ] as const)('%s takes what just fits', (method, params) => {
    expect(mainMethodParams[method].safeParse(params)).toEqual({ success: true, data: params });
  });

  const withoutParams = ['document.subscribe', 'workspace.folder'];
  test.each(Object.entries(mainMethodParams))('%s takes nothing that came by chance', (method, schema) => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(schema.safeParse(value).success).toBe(value === null && withoutParams.includes(method));
      }),
    );
  });
});

describe('the message that opens an extension’s port', () => {
  const open = {
    type: 'extension',
    extensionId: 'x',
    rootPath: '/x',
    mainPath: '/x/main.js',
    runtime: 'js',
    declares: { ...nothingDeclared, providers: ['p'], tools: ['t'] },
  };

  test('passes as it is, and only so', () => {
    expect(extensionOpenSchema.parse(open)).toEqual(open);
    for (const spoilt of [
      { ...open, type: 'other' },
      { ...open, runtime: 'python' },
      { ...open, more: 1 },
      { ...open, declares: { ...open.declares, tools: [1] } },
      [1, 0],
      null,
    ]) {
      expect(extensionOpenSchema.safeParse(spoilt).success).toBe(false);
    }
  });
});
