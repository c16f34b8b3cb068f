import { codeRanges, isEscapedAt } from './code-ranges.ts';
import { formatLink } from './format-link.ts';
import type { LinkTarget, PathPlatform } from './link-target.ts';
import { parseLink } from './parse-link.ts';

/** Target of a mention: that of a link, or editor content at the time the prompt is sent. */
export type MentionTarget = LinkTarget | { readonly kind: 'tabs' } | { readonly kind: 'diagnostics' };

/** A Markdown link whose label begins with "@". */
export interface Mention {
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
  /** Without "@", unescaped. */
  readonly label: string;
  /** The address as it is written. */
  readonly href: string;
  readonly target: MentionTarget;
}

const ownAddresses = {
  tabs: 'outrigger:///agent/tabs',
  diagnostics: 'outrigger:///agent/diagnostics',
} as const;
const longestLabel = 300;
const deepest = 16;
/** The label up to the beginning of the address; its brackets are escaped, or balanced at depth one. */
const labelPattern = /@((?:\\[^\n]|[^\\[\]\n]|\[(?:\\[^\n]|[^\\[\]\n]){0,300}\]){1,300})\]\(/y;
const bracketed = /<([^<>\n]{0,8192})>\)/y;

/** The mentions of a prompt in order, without those in code. Pure, linear in the length of the text. */
export function findMentions(text: string, platform: PathPlatform): Mention[] {
  if (!text.includes('[@')) return [];
  const code = codeRanges(text);
  const found: Mention[] = [];
  let next = 0;
  for (let from = text.indexOf('[@'); from >= 0; from = text.indexOf('[@', from)) {
    let past = code[next];
    while (past && past.to <= from) past = code[++next];
    const mention = past && past.from <= from ? null : mentionAt(text, from, platform);
    // A mention that begins outside of code must also end there.
    if (mention && !(past && past.from < mention.to)) found.push(mention);
    from = mention?.to ?? from + 1;
  }
  return found;
}

/**
 * Turns disallowed mentions into plain text by escaping them, so that they stay readable. Applies to mentions in code
 * too: where the text is inserted it may not be code any more.
 */
export function withoutMentions(
  text: string,
  platform: PathPlatform,
  mayStay: (target: MentionTarget) => boolean,
): string {
  let left = '';
  let end = 0;
  for (let from = text.indexOf('[@'); from >= 0; from = text.indexOf('[@', from)) {
    const mention = mentionAt(text, from, platform);
    const stays = mention !== null && mayStay(mention.target);
    if (mention && !stays) {
      left += `${text.slice(end, from)}\\`;
      end = from;
    }
    from = stays ? mention.to : from + 1;
  }
  return left + text.slice(end);
}

/** The text with each mention replaced by its label. */
export function readableText(text: string): string {
  let read = '';
  let end = 0;
  // The label does not depend on the platform of the path.
  for (const { from, to, label } of findMentions(text, 'posix')) {
    read += `${text.slice(end, from)}@${label}`;
    end = to;
  }
  return read + text.slice(end);
}

function mentionAt(text: string, from: number, platform: PathPlatform): Mention | null {
  if (isEscapedAt(text, from)) return null;
  labelPattern.lastIndex = from + 1;
  const label = labelPattern.exec(text)?.[1]?.replace(/\\([!-/:-@[-`{-~])/g, '$1');
  if (label === undefined) return null;
  const start = labelPattern.lastIndex;
  bracketed.lastIndex = start;
  const inBrackets = bracketed.exec(text)?.[1];
  const href = inBrackets ?? plainAddress(text, start);
  if (href === null) return null;
  const target = targetOf(href, `@${label}`, platform);
  return target && { from, to: start + href.length + (inBrackets === undefined ? 1 : 3), label, href, target };
}

/** Up to the closing bracket of the link; brackets inside are balanced. */
function plainAddress(text: string, start: number): string | null {
  let depth = 0;
  for (let at = start; at < text.length && depth <= deepest && at - start <= 8192; at++) {
    const character = text[at] ?? '';
    if (character <= ' ' || character === '<') return null;
    if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) return text.slice(start, at);
  }
  return null;
}

function targetOf(href: string, label: string, platform: PathPlatform): MentionTarget | null {
  if (href === ownAddresses.tabs) return { kind: 'tabs' };
  if (href === ownAddresses.diagnostics) return { kind: 'diagnostics' };
  return parseLink(href, { platform, label });
}

/**
 * Formats a mention as Markdown, `[@label](href)`; `findMentions` returns the same label and target.
 * @param label a line and column at its end, such as "a.ts (42:50)", are those of the target
 */
export function formatMention(label: string, target: MentionTarget, platform: PathPlatform): string {
  const plain = plainLabel(label);
  return `[@${plain.replace(/[\\[\]]/g, '\\$&')}](${addressOf(plain, target, platform)})`;
}

/** A label without backticks, which could begin or end code around the mention, and on one line. */
export const plainLabel = (label: string): string =>
  label
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replaceAll('`', "'")
    .trim()
    .slice(0, longestLabel / 2) || 'mention';

function addressOf(label: string, target: MentionTarget, platform: PathPlatform): string {
  if (target.kind === 'tabs' || target.kind === 'diagnostics') return ownAddresses[target.kind];
  if (target.kind === 'web') return webAddress(target.url);
  const place = target.kind === 'file' && target.column !== undefined && `${target.line}:${target.column}`;
  const href = formatLink(target, { platform });
  return place && label.endsWith(`(${place})`) ? href.replace(/#L\d+C\d+$/, `#L${place}`) : href;
}

/** Encodes or brackets characters that could end the address in Markdown; the page is the same. */
function webAddress(url: string): string {
  const plain = /[\s<>\\`]/.test(url)
    ? new URL(url).href.replace(/[\s<>\\`]/g, (character) => encodeURIComponent(character))
    : url;
  return /[()]/.test(plain) ? `<${plain}>` : plain;
}
