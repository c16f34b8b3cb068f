import { captureNames, tagOfCapture } from '../../shared/contract/themes/capture-tags.ts';
import { type CodeTag, codeTags } from '../../shared/contract/themes/code-tags.ts';
import type { ScopeLook } from './scope-rules.ts';

/**
 * The captures by which themes of Zed colour a thing in code, the likeliest first. Those that grammars call it by come
 * after them.
 */
const capturesOf: Readonly<Record<CodeTag, readonly string[]>> = {
  comment: ['comment'],
  'line-comment': ['comment'],
  'block-comment': ['comment'],
  'doc-comment': ['comment.doc', 'comment.documentation', 'comment'],
  name: ['variable'],
  variable: ['variable'],
  'variable-definition': ['variable'],
  constant: ['constant'],
  'standard-variable': ['variable.builtin', 'variable.special', 'constant.builtin', 'variable'],
  'special-variable': ['variable.special', 'variable.builtin', 'variable'],
  function: ['function.call', 'function'],
  'function-definition': ['function.definition', 'function'],
  method: ['function.method.call', 'function.method', 'method', 'function'],
  'method-definition': ['function.method', 'method', 'function.definition', 'function'],
  property: ['property', 'field', 'variable.member'],
  'property-definition': ['property.definition', 'property', 'field', 'variable.member'],
  type: ['type'],
  'type-definition': ['type.definition', 'type'],
  'standard-type': ['type.builtin', 'type'],
  class: ['type.class', 'class', 'type'],
  'class-definition': ['type.class.definition', 'type.class', 'class', 'type'],
  namespace: ['namespace', 'module'],
  label: ['label'],
  macro: ['function.macro', 'macro', 'function.special', 'preproc', 'function'],
  'tag-name': ['tag'],
  'standard-tag-name': ['tag.builtin', 'tag'],
  'attribute-name': ['tag.attribute', 'attribute'],
  'attribute-value': ['string'],
  string: ['string'],
  'doc-string': ['string.documentation', 'string.doc', 'string'],
  'special-string': ['string.special', 'string'],
  character: ['character', 'string'],
  escape: ['string.escape', 'escape', 'string.special'],
  regexp: ['string.regex', 'string.regexp', 'string.special', 'string'],
  number: ['number'],
  bool: ['boolean', 'constant.builtin', 'constant'],
  color: ['color', 'number', 'constant'],
  url: ['link_uri', 'string.special.url', 'string'],
  keyword: ['keyword'],
  'control-keyword': ['keyword.control', 'keyword.conditional', 'keyword'],
  'definition-keyword': ['keyword.declaration', 'keyword.function', 'keyword.storage', 'keyword'],
  'module-keyword': ['keyword.import', 'keyword.control', 'keyword'],
  'operator-keyword': ['keyword.operator', 'keyword'],
  modifier: ['keyword.modifier', 'keyword'],
  self: ['variable.special', 'variable.builtin', 'keyword'],
  null: ['constant.builtin', 'boolean', 'constant'],
  atom: ['string.special.symbol', 'constant.builtin', 'constant'],
  unit: ['unit', 'type.unit', 'number'],
  operator: ['operator'],
  'deref-operator': ['punctuation.delimiter', 'punctuation'],
  punctuation: ['punctuation'],
  separator: ['punctuation.delimiter', 'punctuation'],
  bracket: ['punctuation.bracket', 'punctuation'],
  'angle-bracket': ['tag.delimiter', 'punctuation.bracket', 'punctuation'],
  content: ['text'],
  heading: ['title', 'markup.heading'],
  'content-separator': ['punctuation.markup', 'punctuation.special', 'punctuation'],
  list: [],
  quote: ['markup.quote', 'text.quote'],
  emphasis: ['emphasis', 'markup.italic'],
  strong: ['emphasis.strong', 'markup.bold'],
  strikethrough: ['emphasis.strikethrough', 'markup.strikethrough'],
  link: ['link_text', 'link_uri'],
  monospace: ['text.literal', 'markup.raw', 'string'],
  inserted: ['diff.plus'],
  deleted: ['diff.minus'],
  changed: ['diff.delta'],
  invalid: ['invalid'],
  meta: ['preproc', 'keyword.directive', 'attribute'],
  'document-meta': ['tag.doctype', 'preproc', 'tag'],
  annotation: ['attribute', 'function.decorator', 'preproc'],
  'processing-instruction': ['punctuation.list_marker', 'punctuation.markup', 'punctuation.special', 'punctuation'],
};

const captured = Map.groupBy(captureNames, (name) => codeTags[tagOfCapture(name) ?? -1]);

/** @param captures what a theme says, by their names */
export function lookOfCaptures(tag: CodeTag, captures: ReadonlyMap<string, ScopeLook>): ScopeLook {
  const names = [...capturesOf[tag], ...(captured.get(tag) ?? [])];
  const looks = names.map((name) => captures.get(name)).filter((look) => look !== undefined);
  // Italic and bold come without a colour at times.
  return looks.find(({ foreground }) => foreground !== undefined) ?? looks[0] ?? {};
}
