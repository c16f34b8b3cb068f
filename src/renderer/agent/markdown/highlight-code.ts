import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';

export type CodeColour = 'keyword' | 'string' | 'number' | 'comment' | 'function' | 'type';

export interface CodeSpan {
  readonly text: string;
  readonly colour?: CodeColour;
}

const colours: readonly { tag: Parameters<typeof tagHighlighter>[0][number]['tag']; class: CodeColour }[] = [
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.tagName, tags.heading], class: 'keyword' },
  { tag: [tags.string, tags.regexp, tags.special(tags.string), tags.inserted, tags.attributeValue], class: 'string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.deleted], class: 'number' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], class: 'comment' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.attributeName], class: 'function' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.definition(tags.typeName)], class: 'type' },
];
const highlighter = tagHighlighter([...colours]);

/**
 * Colours code with the editor's grammars.
 * @param language as written after the fence: a name, an alias or a file extension
 * @returns null for a language that is not known
 */
export async function highlightCode(code: string, language: string): Promise<CodeSpan[] | null> {
  const name = language.toLowerCase();
  const description =
    LanguageDescription.matchLanguageName(languages, name, false) ??
    LanguageDescription.matchFilename(languages, `file.${name}`);
  if (!description) return null;
  const { language: grammar } = await description.load();
  const spans: CodeSpan[] = [];
  let end = 0;
  highlightTree(grammar.parser.parse(code), highlighter, (from, to, colour) => {
    if (from > end) spans.push({ text: code.slice(end, from) });
    spans.push({ text: code.slice(from, to), colour: colour as CodeColour });
    end = to;
  });
  if (end < code.length) spans.push({ text: code.slice(end) });
  return spans;
}
