import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { isSliceOver, nextSlice } from '../panel/work-slices.ts';

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

/** Characters that are coloured in one step. */
const longestStep = 2000;

/**
 * Colours code with the editor's grammars, in slices, so that long code blocks no frame.
 * @param language as written after the fence: a name, an alias or a file extension
 * @returns null for an unknown language
 */
export async function highlightCode(code: string, language: string): Promise<CodeSpan[] | null> {
  const name = language.toLowerCase();
  const description =
    LanguageDescription.matchLanguageName(languages, name, false) ??
    LanguageDescription.matchFilename(languages, `file.${name}`);
  if (!description) return null;
  const { language: grammar } = await description.load();
  const parse = grammar.parser.startParse(code);
  let tree = parse.advance();
  while (!tree) {
    if (isSliceOver()) await nextSlice();
    tree = parse.advance();
  }
  const spans: CodeSpan[] = [];
  let end = 0;
  for (let from = 0; from < code.length; from += longestStep) {
    if (isSliceOver()) await nextSlice();
    const to = Math.min(from + longestStep, code.length);
    highlightTree(
      tree,
      highlighter,
      (start, stop, colour) => {
        // Spans across the border of a slice were cut there.
        const [first, last] = [Math.max(start, end), Math.min(stop, to)];
        if (last <= first) return;
        if (first > end) spans.push({ text: code.slice(end, first) });
        spans.push({ text: code.slice(first, last), colour: colour as CodeColour });
        end = last;
      },
      from,
      to,
    );
  }
  if (end < code.length) spans.push({ text: code.slice(end) });
  return spans;
}
