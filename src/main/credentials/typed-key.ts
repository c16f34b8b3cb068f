import { fail, ok, type Result } from '../../shared/contract/errors.ts';

const longestKey = 65_536;

/** Trims the line ends and spaces that pasted keys often have; no key begins or ends with one. */
export function readTypedKey(text: string): Result<string> {
  const key = text.trim();
  if (key === '') return fail('invalid-request', 'The key is empty. Enter it, or cancel.');
  if (key.length > longestKey) return fail('invalid-request', 'This is too long for a key. Nothing was stored.');
  return ok(key);
}
