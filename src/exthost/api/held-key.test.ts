import { expect, test } from 'vitest';
import type { KeyOwner } from '../../shared/contract/extension-api/extension-held-key.ts';
import { createHeldKey } from './held-key.ts';

const [vendor, elsewhere] = ['https://api.vendor.test', 'http://127.0.0.1:8080'];

/** A key in a keychain, variables, and the extension's state. */
function setting(owner: Partial<KeyOwner> = {}) {
  const values = new Map<string, unknown>();
  const held = { key: 'sk-1' as string | null, variable: null as string | null, values };
  const key = createHeldKey(
    {
      get: async () => held.key,
      env: { get: async (name) => (name === 'VENDOR_KEY' ? held.variable : null) },
      state: {
        get: async <T>(name: string) => structuredClone(values.get(name)) as T | undefined,
        set: async (name, value) => void values.set(name, structuredClone(value)),
        delete: async (name) => void values.delete(name),
        keys: async () => [...values.keys()],
      },
    },
    { providerId: 'mine', vendor, variables: ['OTHER_KEY', 'VENDOR_KEY'], ...owner },
  );
  return { held, key };
}
const nothing = { key: null, variable: null };

test('a key goes to the origin that accepted it and to no other, and counts again back there', async () => {
  const { key } = setting();
  await key.accepted(elsewhere);
  expect(await key.keyFor(elsewhere)).toEqual({ key: 'sk-1', variable: null });
  for (const origin of [vendor, 'https://127.0.0.1:8080', 'http://127.0.0.1:8081']) {
    expect(await key.keyFor(origin)).toEqual(nothing);
  }
  await key.accepted(vendor);
  expect(await key.keyFor(elsewhere)).toEqual(nothing);
  expect(await key.keyFor(vendor)).toEqual({ key: 'sk-1', variable: null });
});

test('a key of which nothing is known is for the vendor alone, and for nobody where there is none', async () => {
  const { held, key } = setting();
  expect(await key.keyFor(vendor)).toEqual({ key: 'sk-1', variable: null });
  expect(await key.keyFor(elsewhere)).toEqual(nothing);
  await key.accepted(elsewhere);
  await key.forget();
  expect(await key.keyFor(elsewhere)).toEqual(nothing);
  held.key = null;
  expect(await key.keyFor(vendor)).toEqual(nothing);
  const { key: nobodys } = setting({ vendor: undefined });
  expect(await nobodys.keyFor(vendor)).toEqual(nothing);
});

test('a key that took the place of the accepted one is not taken for it, and no key is remembered', async () => {
  const { held, key } = setting();
  await key.accepted(elsewhere);
  expect(JSON.stringify([...held.values])).not.toContain('sk-1');
  held.key = 'sk-2';
  expect(await key.keyFor(elsewhere)).toEqual(nothing);
  expect(await key.keyFor(vendor)).toEqual({ key: 'sk-2', variable: null });
});

test('the key of a variable is for the vendor alone, whatever was accepted elsewhere', async () => {
  const { held, key } = setting();
  held.variable = 'sk-1';
  await key.accepted(elsewhere);
  expect(await key.keyFor(elsewhere)).toEqual({ key: null, variable: 'VENDOR_KEY' });
  expect(await key.keyFor(vendor)).toEqual({ key: 'sk-1', variable: 'VENDOR_KEY' });
});

test('the kept key goes where it was accepted again after one that was kept for a while', async () => {
  const { held, key } = setting();
  await key.accepted(elsewhere);
  held.key = 'sk-until-quit';
  await key.accepted(elsewhere);
  expect(await key.keyFor(elsewhere)).toEqual({ key: 'sk-until-quit', variable: null });
  held.key = 'sk-1';
  expect(await key.keyFor(elsewhere)).toEqual({ key: 'sk-1', variable: null });
});
