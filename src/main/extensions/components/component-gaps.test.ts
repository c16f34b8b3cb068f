import { expect, test } from 'vitest';
import { gapsOf } from './component-gaps.ts';

const component = { modules: {}, exports: [] };

test('however many imports the app does not have, a person can read which', () => {
  const imports = Array.from({ length: 5000 }, (_each, index) => `a:b/${'x'.repeat(500)}-${index}`);
  const [phrase = ''] = gapsOf({ ...component, imports });
  expect(phrase).toMatch(/^calls of a:b\/x+.*, and 4988 more$/);
  expect(phrase.length).toBeLessThan(1500);
  expect(gapsOf({ ...component, imports: ['a:b/dap', 'a:b/log'] })).toEqual(['calls of a:b/dap']);
});
