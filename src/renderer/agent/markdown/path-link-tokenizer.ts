import { Tokenizer, type Tokens } from 'marked';

/** Models forget that an address with a space needs angle brackets: `[a](src/my file.ts)`. */
const spacedPath =
  /^!?\[(?:[^[\]\\\n]|\[[^[\]\n]{0,200}\]){1,300}\]\(((?:file:\/\/)?[^\s()<>"':][^()<>"\n:]{0,300}(?::[\d:-]{1,20}|#L[\d:CL-]{1,24})?)\)/;
const pathLike = /[/\\]|\.[A-Za-z]\w{0,9}(?:[:#]|$)/;

/** Reads links to files as models write them, besides those that the standard knows. */
export class PathLinkTokenizer extends Tokenizer {
  override link(src: string): Tokens.Link | Tokens.Image | undefined {
    const found = super.link(src);
    if (found) return found;
    const [raw, address] = spacedPath.exec(src) ?? [];
    if (raw === undefined || address === undefined || !address.includes(' ') || !pathLike.test(address))
      return undefined;
    const label = raw.slice(0, raw.length - address.length - 1);
    const link = super.link(`${label}${address.trim().replaceAll(' ', '%20')})`);
    return link && { ...link, raw };
  }
}
