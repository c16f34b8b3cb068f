import { expect, test } from 'vitest';
import { isOlder } from './versions.ts';

test.each([
  ['1.0.0', '2.0.0', true],
  ['2.0.0', '1.9.9', false],
  ['1.9.0', '1.10.0', true],
  ['1.2.3', '1.2.3', false],
  ['1.2.3+build', '1.2.3', false],
  ['2.0.0-beta.2', '2.0.0', true],
  ['2.0.0', '2.0.0-beta.2', false],
  ['2.0.0-beta.2', '2.0.0-beta.10', true],
  ['later', '1.0.0', false],
])('%s comes before %s: %s', (version, than, expected) => expect(isOlder(version, than)).toBe(expected));
