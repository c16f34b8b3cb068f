import { expect, test } from 'vitest';
import { visibleName, visibleText } from './visible-text.ts';

test('nothing that is about to happen hides', () => {
  expect(visibleText('rm -rf a\u202egpj.\u202c\u0000\u200b')).toBe('rm -rf a⟨U+202E⟩gpj.⟨U+202C⟩⟨U+0000⟩⟨U+200B⟩');
  expect(visibleText('a\rb\u2028c\u001b[2K')).toBe('a⟨U+000D⟩b⟨U+2028⟩c⟨U+001B⟩[2K');
  expect(visibleText('rm a\u00a0b\u2003c\u3164\u2800')).toBe('rm a⟨U+00A0⟩b⟨U+2003⟩c⟨U+3164⟩⟨U+2800⟩');
  expect(visibleText('echo "größe"\n\tls')).toBe('echo "größe"\n\tls');
});

test('a name shows what would hide in it or turn it round, in one line, and pictures stay whole', () => {
  expect(visibleName('report\u202egnp.exe')).toBe('report⟨U+202E⟩gnp.exe');
  expect(visibleName('a\nb\tc\u0007\u200bd')).toBe('a⟨U+000A⟩b⟨U+0009⟩c⟨U+0007⟩⟨U+200B⟩d');
  expect(visibleName('größe ☃ 中文.md')).toBe('größe ☃ 中文.md');
  expect(visibleName('👨‍👩‍👧 ❤️.md')).toBe('👨‍👩‍👧 ❤️.md');
  expect(visibleName('a\u200db\ufe0f')).toBe('a⟨U+200D⟩b⟨U+FE0F⟩');
});
