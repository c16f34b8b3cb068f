import { indentService } from '@codemirror/language';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import type { ContributedLanguage, LanguageBracket } from '../../../shared/contract/languages/contributed-language.ts';
import { grammarColours } from './grammar-colours.ts';

/** A language of an extension as its config has it: comments, brackets, words, and the colours of its own grammar. */
export function extensionLanguage(language: ContributedLanguage): Extension {
  const data = languageData(language);
  return [
    // Over that of a grammar that the editor has.
    Prec.high(EditorState.languageData.of(() => [data])),
    language.brackets.some(({ indents }) => indents) ? indentService.of(indentOf(language.brackets)) : [],
    language.grammar?.isOwn ? grammarColours(language) : [],
  ];
}

/** In the form of CodeMirror's languages; what is not said is left to them. */
function languageData({ lineComment, blockComment, brackets, closesBefore, wordCharacters }: ContributedLanguage) {
  const closing = brackets.filter(({ closesItself }) => closesItself);
  return {
    ...((lineComment ?? blockComment) && {
      commentTokens: { ...(lineComment && { line: lineComment }), ...(blockComment && { block: blockComment }) },
    }),
    ...(brackets.length > 0 && {
      closeBrackets: {
        brackets: closing.filter(isClosable).map(({ open }) => open),
        ...(closesBefore !== null && { before: closesBefore }),
      },
    }),
    ...(wordCharacters !== '' && { wordChars: wordCharacters }),
  };
}

const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>', '«': '»' };

/** CodeMirror closes brackets of one character, and quotes of one or of three. */
function isClosable({ open, close }: LanguageBracket): boolean {
  if (open !== close) return Object.hasOwn(pairs, open) && pairs[open] === close;
  return open.length === 1 || (open.length === 3 && open === open.slice(0, 1).repeat(3));
}

/** A line after an opening bracket is one step deeper, unless it begins with the closing one; others stay as they are. */
const indentOf =
  (brackets: readonly LanguageBracket[]): Parameters<typeof indentService.of>[0] =>
  (context, at) => {
    const isNew = context.simulatedBreak === at;
    const line = context.state.doc.lineAt(at);
    if (!isNew && line.number === 1) return undefined;
    const before = isNew ? line.text.slice(0, at - line.from) : context.state.doc.line(line.number - 1).text;
    const opened = brackets.find(({ open, indents }) => indents && before.trimEnd().endsWith(open));
    if (!opened) return undefined;
    const column = context.countColumn(before, before.search(/\S|$/));
    return context.textAfterPos(at).trimStart().startsWith(opened.close) ? column : column + context.unit;
  };
