import { expect, test } from 'vitest';
import { gapsOf, whyTooOld } from './component-gaps.ts';

const component = { modules: {}, exports: [] };

test('however many imports the app does not have, a person can read which', () => {
  const imports = Array.from({ length: 5000 }, (_each, index) => `a:b/${'x'.repeat(500)}-${index}`);
  const [phrase = ''] = gapsOf({ ...component, imports });
  expect(phrase).toMatch(/^calls of a:b\/x+.*, and 4988 more$/);
  expect(phrase.length).toBeLessThan(1500);
  expect(gapsOf({ ...component, imports: ['a:b/dap', 'a:b/log'] })).toEqual(['calls of a:b/dap']);
});

test.each([
  [[0, 0, 5], '0.0.5'],
  [[0, 0, 0], '0.0.0'],
  [[0, 0, 6], null],
  [[0, 1, 0], null],
  [[1, 0, 0], null],
] as const)('version %j: refused as %j', (version, named) => {
  const reason = whyTooOld(version);
  if (named === null) expect(reason).toBeNull();
  else expect(reason).toContain(`version ${named} of Zed`);
});
