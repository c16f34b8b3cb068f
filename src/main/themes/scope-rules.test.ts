import { describe, expect, test } from 'vitest';
import { formatColour, parseColour } from './colour.ts';
import { createScopeLookup } from './scope-rules.ts';
import { parseSelectors, selects } from './scope-selector.ts';

describe('a selector', () => {
  test.each([
    ['keyword', 'source keyword.control', true],
    ['keyword.control', 'source keyword', false],
    ['key', 'source keyword', false],
    ['keyword', 'source keyword punctuation', false],
    ['meta.class entity.name', 'source meta.class.body entity.name.type', true],
    ['source entity.name', 'source meta.class entity.name.type', true],
    ['meta.class source entity.name', 'source meta.class entity.name.type', false],
    ['meta.function entity.name', 'source meta.class entity.name.type', false],
    ['source > entity.name', 'source meta.class entity.name.type', false],
    ['source meta.class > entity.name', 'source meta.class entity.name.type', true],
    ['source.css entity.name', 'source entity.name', false],
    ['entity.name - entity.name.type', 'source entity.name.type', false],
    ['entity.name - entity.name.tag', 'source entity.name.type', true],
    ['entity -meta.class', 'source meta.class entity.name', false],
    ['L:keyword', 'source keyword', true],
  ])('“%s” on “%s”: %s', (selector, stack, is) => {
    expect(parseSelectors(selector).some((each) => selects(each, stack.split(' ')))).toBe(is);
  });

  test.each(['(a | b) c', 'a & b', '*', '- a', 'a -', '', ' ', '> > >', 'a:b'])('“%s” is left out', (text) => {
    expect(parseSelectors(text)).toEqual([]);
  });

  test('of a list is one each', () => {
    expect(parseSelectors('a, b c ,, (d)')).toHaveLength(2);
  });
});

describe('what a theme says of a scope', () => {
  const rule = (scope: string, foreground?: string, fontStyle?: string) => ({
    scopes: [scope],
    foreground: foreground === undefined ? undefined : (parseColour(foreground) ?? undefined),
    fontStyle,
  });
  const find = (rules: ReturnType<typeof rule>[], ...stacks: string[]) => {
    const { foreground, fontStyle } = createScopeLookup(rules).find(stacks.map((stack) => stack.split(' ')));
    return [foreground && formatColour(foreground), fontStyle];
  };
  const [red, green, blue] = ['#ff0000', '#00ff00', '#0000ff'];

  test('is that of the longest selector, whatever the order', () => {
    expect(find([rule('keyword.control', red), rule('keyword', green)], 'source keyword.control.flow')[0]).toBe(red);
    expect(find([rule('a b', red), rule('b', green)], 'source a b')[0]).toBe(red);
    expect(find([rule('a.long b', red), rule('a b', green)], 'source a.long b')[0]).toBe(red);
    expect(find([rule('b.c', red), rule('source a b', green)], 'source a b.c')[0]).toBe(red);
  });

  test('is that of the later rule when they are as long', () => {
    expect(find([rule('keyword', red), rule('keyword', green)], 'source keyword')[0]).toBe(green);
    expect(find([rule('string, keyword', red), rule('comment, keyword', blue)], 'source keyword')[0]).toBe(blue);
  });

  test('may have its colour and its font style from two rules', () => {
    expect(find([rule('comment', red), rule('comment.line', undefined, 'italic')], 'source comment.line')).toEqual([
      red,
      'italic',
    ]);
    expect(find([rule('comment', red, 'italic'), rule('comment.line', undefined, '')], 'source comment.line')).toEqual([
      red,
      '',
    ]);
  });

  test('is taken from around it, but a likelier scope with its own goes first', () => {
    expect(find([rule('string', red)], 'source string escape')[0]).toBe(red);
    expect(find([rule('string', red), rule('other', blue)], 'source string escape', 'source other')[0]).toBe(blue);
    expect(find([rule('source', red)], 'source string')[0]).toBeUndefined();
  });

  test('may be a font style alone', () => {
    expect(find([rule('markup.italic', undefined, 'italic')], 'text markup.italic')).toEqual([undefined, 'italic']);
    expect(find([rule('a', red), rule('b', undefined, 'bold')], 'source a', 'source b')).toEqual([red, undefined]);
  });
});
