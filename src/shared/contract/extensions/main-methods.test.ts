import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mainMethods } from './main-methods.ts';

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
    expect(mainMethods[method].params.safeParse(params).success).toBe(false);
  });

  test.each([
    ['credential.store', { providerId: 'p', value: 'x'.repeat(65_536) }],
    ['credential.request', { providerId: 'p', credentialType: 'oauth-token', label: '', placeholder: '' }],
    ['log.write', { level: 'debug', text: '' }],
  ] as const)('%s takes what just fits', (method, params) => {
    expect(mainMethods[method].params.safeParse(params)).toEqual({ success: true, data: params });
  });

  const withoutParams = [
    ...['document.subscribe', 'workspace.folder', 'files.folder', 'system.platform', 'system.environment'],
    ...['editor.layout', 'thread.shown', 'model.list', 'endpoint.list'],
  ];
  test.each(Object.entries(mainMethods))('%s takes nothing that came by chance', (method, { params: schema }) => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(schema.safeParse(value).success).toBe(value === null && withoutParams.includes(method));
      }),
    );
  });
});
