import { Tokenizer, type Tokens } from 'marked';

const labelled = /^!?\[(?:[^[\]\\\n]|\[[^[\]\n]{0,200}\]){1,300}\]\(/;
const spacedPath = /^(?:file:\/\/)?[^\s<>"':][^<>"\n:]{0,300}(?::[\d:-]{1,20}|#L[\d:CL-]{1,24})?$/;
const pathLike = /[/\\]|\.[A-Za-z]\w{0,9}(?:[:#]|$)/;
const longest = 340;
const deepest = 16;

/** Reads links to files as models write them, besides standard ones. */
export class PathLinkTokenizer extends Tokenizer {
  /** Models forget that an address with a space needs angle brackets: `[a](src/my file.ts)`. */
  override link(src: string): Tokens.Link | Tokens.Image | undefined {
    const found = super.link(src);
    // By the standard a title has no such bracket; the lexer takes "(copy (2)" for one.
    if (found && !found.title?.includes('(')) return found;
    const [label] = labelled.exec(src) ?? [];
    const address = label === undefined ? undefined : addressAt(src, label.length);
    if (address === undefined || !address.includes(' ') || !spacedPath.test(address) || !pathLike.test(address))
      return found;
    const link = super.link(`${label}${address.trim().replace(/[ ()]/g, encode)})`);
    return link && { ...link, raw: `${label}${address})` };
  }
}

/** The address up to the bracket that closes the link; brackets inside are balanced. */
function addressAt(src: string, start: number): string | undefined {
  let depth = 0;
  for (let at = start; at < src.length && at - start <= longest && depth <= deepest; at++) {
    const character = src[at];
    if (character === '\n') return undefined;
    if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) return src.slice(start, at);
  }
  return undefined;
}

const encode = (character: string): string => `%${character.charCodeAt(0).toString(16)}`;
