import type { PathPlatform } from '../../../shared/links/link-target.ts';
import { withoutMentions } from '../../../shared/links/mention.ts';
import { isInFolder } from './mention-name.ts';

/** The last text copied or dragged out of a message field. */
let ownCopy: string | null = null;

export function noteOwnCopy(text: string): string {
  ownCopy = text;
  return text;
}

/**
 * Makes text from elsewhere safe for a message. Others wrote it: it may mention files in the open folder, but must not
 * make anything else be read. Text copied from a message field stays as it was.
 */
export const withSafeMentions = (text: string, platform: PathPlatform, root: string | undefined): string =>
  text === ownCopy ? text : withoutMentions(text, platform, (target) => isInFolder(target, root));
