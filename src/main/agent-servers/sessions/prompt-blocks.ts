import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PromptImage } from '../../../shared/contract/prompt-image.ts';
import type { PromptContext } from '../../../shared/contract/thread.ts';
import type { PathPlatform } from '../../../shared/links/link-target.ts';
import { parseLink } from '../../../shared/links/parse-link.ts';
import { toldContext } from '../../context/told-context.ts';
import type { AgentAbilities, PromptBlock } from '../connection/agent-connection.ts';

export interface AskedPrompt {
  readonly text: string;
  readonly images?: readonly PromptImage[] | undefined;
  readonly context?: readonly PromptContext[] | undefined;
}

/**
 * A prompt for an agent: its words, then its images, then what its mentions came to. Files go along by their address, with
 * their content if the agent takes that; what has no address is told in words.
 * @param folder that of the thread, to which paths of mentions are relative
 */
export function promptBlocks(
  { text, images = [], context = [] }: AskedPrompt,
  can: Pick<AgentAbilities, 'contents'>,
  folder: string,
  platform: PathPlatform = process.platform === 'win32' ? 'win32' : 'posix',
): PromptBlock[] {
  return [
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
    ...images.map(({ mediaType, data }) => ({ type: 'image', mediaType, data }) as const),
    ...context.map((one) => blockOf(one, can, folder, platform)),
  ];
}

function blockOf(
  context: PromptContext,
  can: Pick<AgentAbilities, 'contents'>,
  folder: string,
  platform: PathPlatform,
): PromptBlock {
  const { kind, label, href, text, problem } = context;
  const uri = addressOf(href, folder, platform);
  // A folder or a file that could not be read is there for the agent to look at.
  if (uri !== null && (problem !== undefined || kind === 'directory')) return { type: 'link', uri, name: label };
  if (uri === null || problem !== undefined) return { type: 'text', text: toldContext(context) };
  return can.contents ? { type: 'resource', uri, text } : { type: 'link', uri, name: label };
}

/** @returns null for what no other program can look up */
function addressOf(href: string, folder: string, platform: PathPlatform): string | null {
  const target = href === '' ? null : parseLink(href, { platform });
  switch (target?.kind) {
    case 'web':
      return target.url;
    case 'file':
    case 'directory':
    case 'symbol': {
      const address = pathToFileURL(resolve(folder, target.path));
      if ('line' in target && target.line !== undefined) address.hash = linesOf(target.line, target.endLine);
      return address.href;
    }
    default:
      return null;
  }
}

const linesOf = (line: number, endLine = line): string => `L${line}${endLine > line ? `:${endLine}` : ''}`;
