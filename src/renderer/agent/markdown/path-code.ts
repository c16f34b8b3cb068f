import type { LinkTarget, PathPlatform } from '../../../shared/links/link-target.ts';
import { parseLink } from '../../../shared/links/parse-link.ts';
import type { FileState, LinkEnvironment } from './link-environment.ts';

export type FileTarget = Extract<LinkTarget, { kind: 'file' }>;

const longestPath = 300;
const mostKnown = 2000;
/** Names in code end in letters, and nothing of a language's own signs is in them. */
const pathLike = /^[^<>"'`|*?{}()=;,&$!^]+$/;
const fileName = /(?:^|[\\/])(?:\.?[^\\/:]*\.[A-Za-z][A-Za-z0-9_-]{0,15}|[A-Z][A-Za-z]*file|LICENSE|README|CHANGELOG)$/;

/** @returns the file that inline code such as `src/a.ts:12` may name; whether there is one, only the disk knows */
export function pathInCode(code: string, platform: PathPlatform): FileTarget | null {
  const text = code.trim();
  if (text === '' || text.length > longestPath || !pathLike.test(text)) return null;
  if (/^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(text)) return null;
  const target = parseLink(text, { platform });
  return target?.kind === 'file' && fileName.test(target.path) ? target : null;
}

const known = new WeakMap<LinkEnvironment, Map<string, Promise<FileState>>>();

/** Asks once for each path: an answer names the same file again and again. */
export function inspectOnce(environment: LinkEnvironment, path: string): Promise<FileState> {
  const states = known.get(environment) ?? new Map<string, Promise<FileState>>();
  known.set(environment, states);
  const state = states.get(path);
  if (state) return state;
  if (states.size >= mostKnown) states.clear();
  const asked = environment.inspect(path);
  states.set(path, asked);
  asked.catch(() => states.delete(path));
  return asked;
}
