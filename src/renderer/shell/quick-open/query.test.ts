import { describe, expect, it } from 'vitest';
import { parseQuery } from './query.ts';

describe('the text in the picker', () => {
  it('names files', () => {
    expect(parseQuery(' src/app ')).toEqual({ kind: 'files', name: 'src/app' });
    expect(parseQuery('')).toEqual({ kind: 'files', name: '' });
  });

  it('names a file of the folder however its path is written', () => {
    const named = (text: string, root: string) => parseQuery(text, root);
    const deep = { kind: 'files', name: 'src/deep' };
    for (const text of ['src/deep', './src/deep', '/src/deep', '/p/src/deep', '/p//src/deep']) {
      expect(named(text, '/p'), text).toEqual(deep);
    }
    expect(named('C:\\p\\src\\deep:4', 'C:\\p')).toEqual({ ...deep, place: { line: 4 } });
    expect(named('/ä/src/deep'.normalize('NFD'), '/ä')).toEqual(deep);
    expect(named('/ä/src/deep', '/ä'.normalize('NFD'))).toEqual(deep);
    expect(named('/pp/a', '/p')).toEqual({ kind: 'files', name: 'pp/a' });
    expect(named('.env', '/p')).toEqual({ kind: 'files', name: '.env' });
    expect(named('/p/', '/p')).toEqual({ kind: 'files', name: '' });
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
    for (const text of [':+1', ':2,3', ':end']) expect(parseQuery(text)).toEqual({ kind: 'place', place: null });
    expect(parseQuery('./:end')).toEqual({ kind: 'files', name: ':end' });
  });

  it('names a symbol after an at sign', () => {
    expect(parseQuery('@ parse')).toEqual({ kind: 'symbols', name: 'parse' });
  });

  it('names commands after an angle bracket', () => {
    expect(parseQuery('> save all')).toEqual({ kind: 'commands', name: 'save all' });
  });
});
