import { describe, expect, test } from 'vitest';
import { nothingDeclared } from './contribution-kinds.ts';
import { extensionOpenSchema } from './exthost-api.ts';

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
