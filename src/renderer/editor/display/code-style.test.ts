import { type Tag, tags } from '@lezer/highlight';
import { expect, test } from 'vitest';
import { codeTags } from '../../../shared/contract/themes/code-tags.ts';
import { codeHighlighter, ownHighlighter, ownRuleOf } from './code-style.ts';

const { definition, constant, function: func, standard, local, special, ...plain } = tags;
const modifiers = [definition, constant, func, standard, local, special];

/** All tags, with none, one or two of the modifiers. */
const all = Object.values(plain).flatMap((tag: Tag) => [
  tag,
  ...modifiers.flatMap((one) => [
    one(tag),
    ...modifiers.filter((other) => other !== one).map((other) => other(one(tag))),
  ]),
]);

test('whatever a piece of code is, our own themes colour it by our own rules', () => {
  const changed = all.filter((tag) => {
    const given = codeHighlighter.style([tag]);
    const own = ownHighlighter.style([tag]);
    const kept = given === null ? null : ownRuleOf(given);
    return kept !== (own === null ? null : Number(own));
  });
  expect(changed.map(String)).toEqual([]);
});

test('each tag of themes has a class of its own', () => {
  const given = new Set(all.map((tag) => codeHighlighter.style([tag])).filter((name) => name !== null));
  expect([...given].sort()).toEqual(codeTags.map((tag) => `code-${tag}`).sort());
});
