import { describe, expect, it } from 'vitest';
import { parseQuery } from './query.ts';

describe('the text in the picker', () => {
  it('names files', () => {
    expect(parseQuery(' src/app ')).toEqual({ kind: 'files', name: 'src/app' });
    expect(parseQuery('')).toEqual({ kind: 'files', name: '' });
  });

  it('names a line, alone or after a file', () => {
    expect(parseQuery(':42')).toEqual({ kind: 'place', place: { line: 42 } });
    expect(parseQuery(':42:7')).toEqual({ kind: 'place', place: { line: 42, column: 7 } });
    expect(parseQuery('app.ts:42')).toEqual({ kind: 'files', name: 'app.ts', place: { line: 42 } });
  });

  it('is still being typed after a colon', () => {
    expect(parseQuery(':')).toEqual({ kind: 'place', place: null });
    expect(parseQuery('app.ts:')).toEqual({ kind: 'files', name: 'app.ts' });
    expect(parseQuery(':42:')).toEqual({ kind: 'place', place: { line: 42 } });
  });

  it('names a symbol after an at sign', () => {
    expect(parseQuery('@ parse')).toEqual({ kind: 'symbols', name: 'parse' });
  });

  it('names commands after an angle bracket', () => {
    expect(parseQuery('> save all')).toEqual({ kind: 'commands', name: 'save all' });
  });
});
