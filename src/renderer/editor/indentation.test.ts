import { describe, expect, it } from 'vitest';
import { detectIndentation } from './indentation.ts';

describe('the indentation of a file', () => {
  it('is the step that its lines take most often', () => {
    expect(detectIndentation('if a:\n    if b:\n        c\n    d\n')).toEqual({ kind: 'spaces', size: 4 });
    expect(detectIndentation('a {\n  b {\n    c\n  }\n}\n')).toEqual({ kind: 'spaces', size: 2 });
  });

  it('is tabs when most indented lines begin with one', () => {
    expect(detectIndentation('a {\n\tb {\n\t\tc\n\t}\n  odd\n}\n')).toEqual({ kind: 'tabs', size: 4 });
  });

  it('is two spaces when the file does not say', () => {
    expect(detectIndentation('')).toEqual({ kind: 'spaces', size: 2 });
    expect(detectIndentation('a\nb\n\n   \n')).toEqual({ kind: 'spaces', size: 2 });
  });
});
