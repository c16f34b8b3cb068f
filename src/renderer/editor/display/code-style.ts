import { syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type Tag, tagHighlighter, tags } from '@lezer/highlight';
import { type CodeTag, codeTags, tagVariables } from '../../../shared/contract/themes/code-tags.ts';

/**
 * The colours of code. There is one style for all themes: each tag reads its variables, which a theme file sets on the
 * root, and has the colours of the app where they are not set.
 */

type Properties = 'color' | 'style' | 'weight' | 'line';

/** Our own look of code, the later rule over the earlier one. */
const ownRules: readonly (Partial<Record<Properties, string>> & { readonly tags: readonly Tag[] })[] = [
  { tags: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.self, tags.null], color: 'var(--code-keyword)' },
  { tags: [tags.string, tags.regexp, tags.character, tags.inserted], color: 'var(--code-string)' },
  { tags: [tags.number, tags.bool, tags.atom, tags.unit, tags.color, tags.escape], color: 'var(--code-number)' },
  { tags: [tags.comment, tags.meta, tags.quote, tags.documentMeta], color: 'var(--code-comment)' },
  {
    tags: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.labelName, tags.macroName],
    color: 'var(--code-function)',
  },
  {
    tags: [tags.typeName, tags.className, tags.namespace, tags.tagName, tags.attributeName, tags.propertyName],
    color: 'var(--code-type)',
  },
  { tags: [tags.heading], color: 'var(--code-function)', weight: '600' },
  { tags: [tags.link, tags.url], color: 'var(--accent)' },
  { tags: [tags.invalid, tags.deleted], color: 'var(--danger)' },
  { tags: [tags.strong], weight: '600' },
  { tags: [tags.emphasis], style: 'italic' },
  { tags: [tags.strikethrough], line: 'line-through' },
];

/** Names the rule of `ownRules` of a tag by its index. */
export const ownHighlighter = tagHighlighter(ownRules.map((rule, index) => ({ tag: rule.tags, class: String(index) })));

const { definition, constant, function: func, standard, special } = tags;

const tagOf: Readonly<Record<CodeTag, Tag | readonly Tag[]>> = {
  comment: tags.comment,
  'line-comment': tags.lineComment,
  'block-comment': tags.blockComment,
  'doc-comment': tags.docComment,
  name: tags.name,
  variable: tags.variableName,
  'variable-definition': definition(tags.variableName),
  constant: constant(tags.variableName),
  'standard-variable': standard(tags.variableName),
  'special-variable': special(tags.variableName),
  function: [func(tags.variableName), func(constant(tags.variableName))],
  'function-definition': func(definition(tags.variableName)),
  method: func(tags.propertyName),
  'method-definition': func(definition(tags.propertyName)),
  property: tags.propertyName,
  'property-definition': definition(tags.propertyName),
  type: tags.typeName,
  'type-definition': definition(tags.typeName),
  'standard-type': standard(tags.typeName),
  class: tags.className,
  'class-definition': definition(tags.className),
  namespace: tags.namespace,
  label: tags.labelName,
  macro: tags.macroName,
  'tag-name': tags.tagName,
  'standard-tag-name': standard(tags.tagName),
  'attribute-name': tags.attributeName,
  'attribute-value': tags.attributeValue,
  string: tags.string,
  'doc-string': tags.docString,
  'special-string': special(tags.string),
  character: tags.character,
  escape: tags.escape,
  regexp: tags.regexp,
  number: tags.number,
  bool: tags.bool,
  color: tags.color,
  url: tags.url,
  keyword: tags.keyword,
  'control-keyword': tags.controlKeyword,
  'definition-keyword': tags.definitionKeyword,
  'module-keyword': tags.moduleKeyword,
  'operator-keyword': tags.operatorKeyword,
  modifier: tags.modifier,
  self: tags.self,
  null: tags.null,
  atom: tags.atom,
  unit: tags.unit,
  operator: tags.operator,
  'deref-operator': tags.derefOperator,
  punctuation: tags.punctuation,
  separator: tags.separator,
  bracket: tags.bracket,
  'angle-bracket': tags.angleBracket,
  content: tags.content,
  heading: tags.heading,
  'content-separator': tags.contentSeparator,
  list: tags.list,
  quote: tags.quote,
  emphasis: tags.emphasis,
  strong: tags.strong,
  strikethrough: tags.strikethrough,
  link: tags.link,
  monospace: tags.monospace,
  inserted: tags.inserted,
  deleted: tags.deleted,
  changed: tags.changed,
  invalid: tags.invalid,
  meta: tags.meta,
  'document-meta': tags.documentMeta,
  annotation: tags.annotation,
  'processing-instruction': tags.processingInstruction,
};

const tagsOf = (tag: CodeTag): readonly Tag[] => [tagOf[tag]].flat();

/** Gives each piece of code the class of its tag. */
export const codeHighlighter = tagHighlighter(codeTags.map((tag) => ({ tag: tagsOf(tag), class: classOf(tag) })));

const cssOf = { color: 'color', style: 'fontStyle', weight: 'fontWeight', line: 'textDecorationLine' } as const;
const properties = Object.keys(cssOf) as readonly Properties[];

/** A class of code, with the rule that it has in our own look; null: none. */
interface CodeClass {
  readonly tag: CodeTag;
  readonly own: number | null;
}

const classes = codeTags.map((tag): CodeClass => {
  const own = ownHighlighter.style(tagsOf(tag).slice(0, 1));
  return { tag, own: own === null ? null : Number(own) };
});

/** The rule of `ownRules` that a class of code falls back to; null: none. */
export const ownRuleOf = (name: string): number | null => classes.find(({ tag }) => classOf(tag) === name)?.own ?? null;

/** Where our own look says nothing: without the variable, the value is that of the text around. */
const themed = EditorView.theme(
  rulesFrom(classes, ({ tag, own }, property) => {
    const isOwn = own !== null && ownRules[own]?.[property] !== undefined;
    return isOwn ? null : `var(${tagVariables(tag)[property]})`;
  }),
);

/** Goes over `themed`, since a piece of code may have several classes; in the order of our own look. */
const owned = EditorView.theme(
  rulesFrom(
    classes.toSorted((one, other) => (one.own ?? 0) - (other.own ?? 0)),
    ({ tag, own }, property) => {
      const value = own === null ? undefined : ownRules[own]?.[property];
      return value === undefined ? null : `var(${tagVariables(tag)[property]}, ${value})`;
    },
  ),
);

function rulesFrom(
  from: readonly CodeClass[],
  cssValue: (code: CodeClass, property: Properties) => string | null,
): Record<string, Record<string, string>> {
  const rules = from.map((code): [string, Record<string, string>] => {
    const values = properties.flatMap((property) => {
      const value = cssValue(code, property);
      return value === null ? [] : [[cssOf[property], value] as const];
    });
    return [`.${classOf(code.tag)}`, Object.fromEntries(values)];
  });
  return Object.fromEntries(rules.filter(([, values]) => Object.keys(values).length > 0));
}

export function classOf(tag: CodeTag): string {
  return `code-${tag}`;
}

export const codeStyle: Extension = [owned, themed, syntaxHighlighting(codeHighlighter)];
