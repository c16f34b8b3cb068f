import { FailureError } from '../../../shared/contract/errors.ts';
import type { FetchedPage } from '../../../shared/contract/extension-api/extension-tool-call.ts';
import { LinkedController } from '../../../shared/linked-controller.ts';
import type { Resolve } from '../../network/pinned-lookup.ts';
import { htmlToMarkdown } from './html-markdown.ts';
import { type PageAnswer, requestPage } from './request-page.ts';

export interface FetchPageOptions {
  readonly signal: AbortSignal;
  /** A person saw the whole address: it may be on this machine or its network. */
  readonly allowsPrivate?: boolean;
  /** Told each address before it is asked, those too that a service redirects to; rejects to refuse. */
  readonly mayFetch?: (url: string) => Promise<void>;
  /** In ms, in all, without the time that `mayFetch` takes. */
  readonly timeoutMs?: number;
  /** Resolver of host names; absent: the system's. */
  readonly resolve?: Resolve;
}

const maxRedirects = 5;
/** Bytes, unpacked. */
const maxBytes = 5 * 1024 * 1024;
/** Characters; what is sent of a page is cut further by whoever sends it. */
const longestText = 400_000;

/**
 * Gets a page as Markdown, or a text as it is. Only http and https, no cookie and no key goes along, and no redirect leads
 * from the open network into this machine's own.
 * @throws {FailureError}
 */
export async function fetchPage(address: string, options: FetchPageOptions): Promise<FetchedPage> {
  const { mayFetch = async () => {}, timeoutMs = 15_000 } = options;
  let url = pageUrl(address);
  let allowsPrivate = options.allowsPrivate ?? false;
  let leftMs = timeoutMs;
  for (let redirects = 0; ; redirects += 1) {
    await mayFetch(url.href);
    const since = performance.now();
    const limited = new LinkedController([options.signal], Math.max(1, Math.ceil(leftMs)));
    try {
      const answer = await requestPage({ url, signal: limited.signal, allowsPrivate, resolve: options.resolve });
      const target = redirectOf(answer, url);
      if (!target) return await readPage(url, answer);
      answer.body.destroy();
      if (redirects === maxRedirects) throw refuse('network', `${url.host} redirects again and again.`);
      // A service of this machine may lead on to itself; anything else it leads to is nothing that a person saw.
      allowsPrivate = answer.isPrivate && target.hostname === url.hostname;
      url = target;
      leftMs -= performance.now() - since;
    } catch (thrown) {
      if (options.signal.aborted) throw refuse('cancelled', 'It was stopped.');
      if (limited.signal.aborted) throw refuse('timeout', `${url.host} did not answer within ${timeoutMs / 1000} s.`);
      throw thrown instanceof FailureError ? thrown : brokenOff(url, thrown);
    } finally {
      limited.end();
    }
  }
}

const brokenOff = ({ host }: URL, thrown: unknown): FailureError =>
  new FailureError({ code: 'network', message: `${host} broke off its answer.`, detail: String(thrown) });

const refuse = (code: 'network' | 'timeout' | 'cancelled' | 'address-refused' | 'invalid-response', message: string) =>
  new FailureError({ code, message });

/** A name before the host only serves to disguise it, or is a key that should not go over the network. */
function pageUrl(address: string, base?: URL): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  const isPage = url && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  if (!isPage) throw refuse('address-refused', `“${address.slice(0, 200)}” is not an http or https address.`);
  return url;
}

function redirectOf({ status, headers: { location } }: PageAnswer, url: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null;
  return pageUrl(location, url);
}

async function readPage(url: URL, { status, headers, body }: PageAnswer): Promise<FetchedPage> {
  const [type = '', ...parameters] = (headers['content-type'] ?? 'text/plain').toLowerCase().split(';');
  const kind = kindOf(type.trim());
  if (!kind) {
    body.destroy();
    throw refuse('invalid-response', `${url.host} sent ${type.trim() || 'something'}, which is not text.`);
  }
  const { bytes, isCut } = await readBody(body);
  const charset =
    /charset\s*=\s*"?([\w.:-]+)/.exec(parameters.join(';'))?.[1] ?? (kind === 'html' ? charsetIn(bytes) : '');
  const text = decode(bytes, charset);
  if (text.includes('\0')) throw refuse('invalid-response', `${url.host} sent something that is not text.`);
  if (kind === 'text') {
    const isLong = text.length > longestText;
    return { url: url.href, status, title: '', text: text.slice(0, longestText), isCut: isCut || isLong };
  }
  const page = await htmlToMarkdown(text, url.href);
  return { url: url.href, status, title: page.title, text: page.markdown, isCut: isCut || page.isCut };
}

function kindOf(type: string): 'html' | 'text' | null {
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type.startsWith('text/')) return 'text';
  return /^application\/(?:[\w.+-]*\+)?(?:json|xml|yaml|toml|javascript|x-ndjson|x-yaml)$/.test(type) ? 'text' : null;
}

async function readBody(body: PageAnswer['body']): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop ends the body.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isCut: length > maxBytes };
}

const charsetIn = (bytes: Buffer): string =>
  /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1] ?? '';

function decode(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset || 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
