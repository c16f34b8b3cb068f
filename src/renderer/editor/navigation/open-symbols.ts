import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

export interface OpenSymbol {
  readonly name: string;
  /** Lines, from 1. */
  readonly line: number;
  readonly endLine: number;
}

type Tree = ReturnType<typeof syntaxTree>;
type Node = Tree['topNode'];

const declares =
  /^(Function|Class|Method|Interface|TypeAlias|Enum|Struct|Trait|Type|Const|Mod|Namespace|Variable)(Declaration|Definition|Item|Decl|Spec|Specifier)$/;
const heading = /^(ATX|Setext)Heading\d$/;
const names = /(Definition|Name|Identifier|DefName)$/;
const most = 20_000;

const known = new WeakMap<Tree, readonly OpenSymbol[]>();

/** Milliseconds for which a person who asks for the symbols of a long document waits for its parser. */
const parseTime = 100;

/** Declarations in a document, or the headings of Markdown, parsed to its end if that is soon. */
export const symbolsOf = (state: EditorState): readonly OpenSymbol[] =>
  symbolsIn(ensureSyntaxTree(state, state.doc.length, parseTime) ?? syntaxTree(state), state);

/** Declarations in a document, as far as it has been parsed. Variables count at the top level only. */
export const openSymbols = (state: EditorState): readonly OpenSymbol[] => symbolsIn(syntaxTree(state), state);

function symbolsIn(tree: Tree, state: EditorState): readonly OpenSymbol[] {
  const found = known.get(tree) ?? readSymbols(tree, state);
  known.set(tree, found);
  return found;
}

function readSymbols(tree: Tree, { doc }: EditorState): OpenSymbol[] {
  const found: OpenSymbol[] = [];
  tree.iterate({
    enter({ node, name, from, to }) {
      if (found.length >= most) return false;
      if (heading.test(name)) {
        const { number, text } = doc.lineAt(from);
        const title = text.replace(/^[ #]+|[ #]+$/g, '').slice(0, 200);
        if (title !== '') found.push({ name: title, line: number, endLine: number });
        return false;
      }
      if (!declares.test(name)) return;
      if (name === 'VariableDeclaration' && !isTopLevel(node)) return;
      const named = nameIn(node);
      const text = named && doc.sliceString(named.from, Math.min(named.to, named.from + 200));
      if (!text) return;
      const last = doc.lineAt(to);
      // Some grammars include the line break after it.
      const endLine = last.from === to && to > from ? last.number - 1 : last.number;
      found.push({ name: text, line: doc.lineAt(from).number, endLine });
    },
  });
  return found;
}

function nameIn(node: Node): Node | null {
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name === 'FunctionDeclarator') return nameIn(child);
    if (names.test(child.name) && child.name !== 'TypeName') return child;
  }
  return null;
}

function isTopLevel({ parent }: Node): boolean {
  return parent === null || parent.parent === null || (parent.name.startsWith('Export') && isTopLevel(parent));
}
