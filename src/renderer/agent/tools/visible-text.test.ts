import { expect, test } from 'vitest';
import { visibleText } from './visible-text.ts';

test('nothing that is about to happen hides', () => {
  expect(visibleText('rm -rf a\u202egpj.\u202c\u0000\u200b')).toBe('rm -rf a⟨U+202E⟩gpj.⟨U+202C⟩⟨U+0000⟩⟨U+200B⟩');
  expect(visibleText('a\rb\u2028c\u001b[2K')).toBe('a⟨U+000D⟩b⟨U+2028⟩c⟨U+001B⟩[2K');
  expect(visibleText('rm a\u00a0b\u2003c\u3164')).toBe('rm a⟨U+00A0⟩b⟨U+2003⟩c⟨U+3164⟩');
  expect(visibleText('echo "größe"\n\tls')).toBe('echo "größe"\n\tls');
});
