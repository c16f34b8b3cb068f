import { describe, expect, it } from 'vitest';
import { expectToGrowWithText } from '../../shared/testing/growth.ts';
import { redact } from './redact.ts';

describe('redact', () => {
  it.each([
    ['authorization: Bearer abc123.def-456_xyz', 'abc123'],
    ['{"api_key":"0123456789abcdef"}', '0123456789abcdef'],
    ['x-api-key: 0123456789abcdef', '0123456789abcdef'],
    ['GET /v1?key_id=1&apikey=verysecretvalue&x=1', 'verysecretvalue'],
    ['password = hunter2hunter2', 'hunter2'],
    ['https://someone:secret-word@example.com/', 'secret-word'],
    [`the key sk-proj-${'a1'.repeat(20)} was refused`, 'a1a1a1'],
    [`ghp_${'b2'.repeat(18)}`, 'b2b2'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcDEF123', 'eyJzdWIi'],
  ])('takes the secret out of %s', (text, secret) => {
    expect(redact(text)).not.toContain(secret);
    expect(redact(text)).toContain('[removed]');
  });

  it.each([
    'opened /home/me/task-list.md',
    'the basic idea is a token',
    'model test-provider:test/echo',
    'passwords differ',
  ])('leaves %s as it is', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('takes time that grows with the length of a text only', { tags: ['soak'] }, () =>
    expectToGrowWithText(65_536, ['a', 'x-', 'sk-', 'secret'], redact),
  );

  it('keeps what surrounds a secret', () => {
    expect(redact('a {"apiKey":"0123456789"} b')).toBe('a {"apiKey":"[removed]"} b');
  });
});
